import type { ReactNode } from "react";

export type Fact = { term: string; value: string };
type FactsProps = { facts: { term: string; value: ReactNode }[] };

/** Facts of a detail, each with its label, as a band. */
export function Facts({ facts }: FactsProps) {
  if (facts.length === 0) return null;
  return (
    <dl className="facts figures">
      {facts.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
