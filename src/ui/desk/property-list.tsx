import type { ReactNode } from "react";
import { DeskPost } from "./form.tsx";

/** A list of named properties. Those with the value null are left out. */
export function DeskPropertyList({ properties }: { properties: [label: string, value: ReactNode][] }) {
  return (
    <dl className="desk-properties">
      {properties
        .filter(([, value]) => value !== null)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** A part of a page under its own heading. */
export function DeskSection({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <section className="desk-section">
      <h2>{title}</h2>
      {lead ? <p className="desk-help">{lead}</p> : null}
      {children}
    </section>
  );
}

/** One button that posts to its page. `value` names the action. */
export function DeskAction({
  value,
  quiet = false,
  fields = {},
  children,
}: {
  value: string;
  quiet?: boolean;
  fields?: Record<string, string>;
  children: ReactNode;
}) {
  return (
    <DeskPost className="desk-act">
      {Object.entries(fields).map(([name, text]) => (
        <input key={name} type="hidden" name={name} value={text} />
      ))}
      <button className={`button button-small ${quiet ? "button-quiet" : "button-line"}`} name="act" value={value}>
        {children}
      </button>
    </DeskPost>
  );
}
