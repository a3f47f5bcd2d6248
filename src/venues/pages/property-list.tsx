import type { ReactNode } from "react";

export type Property = { term: string; value: string };
type PropertyListProps = { properties: { term: string; value: ReactNode }[] };

/** Properties of a detail, each with its label, as a band. */
export function PropertyList({ properties }: PropertyListProps) {
  if (properties.length === 0) return null;
  return (
    <dl className="properties figures">
      {properties.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
