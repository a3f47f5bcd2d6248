import type { ReactNode } from "react";
import { figureCells } from "./figure-cells.ts";

type BalanceProps = {
  heading: string;
  text: string;
  /** What is read out; it stands still where the figure moves. */
  name: string;
  /** For a script that lets the figure move: the amount in minor units. */
  minor?: bigint;
  children?: ReactNode;
};

/** A balance on its horizon, with its reflection. */
export function Balance({ heading, text, name, minor, children }: BalanceProps) {
  return (
    <section className="balance" data-balance={minor === undefined ? undefined : String(minor)}>
      <p className="quiet">{heading}</p>
      <p className="balance-figure" role="img" aria-label={name} tabIndex={minor === undefined ? undefined : -1}>
        <Figure text={text} />
      </p>
      <div className="balance-horizon" aria-hidden="true" />
      <div className="balance-water" aria-hidden="true">
        <p className="balance-figure">
          <Figure text={text} />
        </p>
      </div>
      {children}
    </section>
  );
}

/** An amount in the display face, a cell a character. */
export function Figure({ text }: { text: string }) {
  // Characters stand where they stand: their place is what tells them apart.
  const cells = figureCells(text).map((cell, at) => ({ ...cell, place: `${at}` }));
  return cells.map(({ character, kind, place }) => (
    <i key={place} className={kind}>
      {character}
    </i>
  ));
}
