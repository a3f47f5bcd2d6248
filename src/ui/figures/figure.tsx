import type { ReactNode } from "react";
import { figureCells } from "./figure-cells.ts";

type BalanceProps = {
  heading: string;
  text: string;
  /** The text for screen readers. */
  name: string;
  children?: ReactNode;
};

/** A balance above a line, with its reflection below. */
export function Balance({ heading, text, name, children }: BalanceProps) {
  return (
    <section className="balance">
      <p className="quiet">{heading}</p>
      <p className="balance-figure" role="img" aria-label={name}>
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

/** An amount in the display font, one cell per character. */
export function Figure({ text }: { text: string }) {
  // Characters keep their positions, so the position is the key.
  const cells = figureCells(text).map((cell, at) => ({ ...cell, place: `${at}` }));
  return cells.map(({ character, kind, place }) => (
    <i key={place} className={kind}>
      {character}
    </i>
  ));
}
