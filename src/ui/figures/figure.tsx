import type { ReactNode } from "react";

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

/** An amount in the display font, one cell of fixed width per character, because Forum's digits differ in width. */
export function Figure({ text }: { text: string }) {
  // Characters keep their positions, so the position is the key.
  const cells = Array.from(text, (character, at) => ({ character, place: `${at}` }));
  return cells.map(({ character, place }) => (
    <i key={place} className={widthOf(character)}>
      {character}
    </i>
  ));
}

/** The class of a cell that is not as wide as a digit's. */
function widthOf(character: string): "gap" | "point" | "sign" | undefined {
  if (/\s/.test(character)) return "gap";
  if (/[.,]/.test(character)) return "point";
  return /\d/.test(character) ? undefined : "sign";
}
