import type { ReactNode } from "react";
import { m } from "../../src/messages/messages.js";
import { ACCOUNT_ICON_PATHS } from "../../src/ui/icons/account-icon-paths.ts";
import { DESK_ICON_PATHS } from "../../src/ui/icons/desk-icon-paths.ts";
import { ICON_PATHS } from "../../src/ui/icons/icon-paths.ts";
import { Outline } from "../../src/ui/icons/icon.tsx";
import { VENUES } from "../venues.ts";
import { moment } from "../words.ts";
import { useFrame } from "./frame.ts";
import { WORKSHOP_ICON_PATHS } from "./workshop-icon-paths.ts";

const PATHS = { ...ICON_PATHS, ...ACCOUNT_ICON_PATHS, ...DESK_ICON_PATHS, ...WORKSHOP_ICON_PATHS };
export type SandboxIconName = keyof typeof PATHS;

/** An icon of the sandbox's pages: one of its own, or one of the site's. */
export function SandboxIcon({ name, small }: { name: SandboxIconName; small?: boolean }) {
  return <Outline path={PATHS[name]} small={small} />;
}

/** An instant (ISO 8601) as people say it. */
export function When({ at }: { at: string }) {
  const { now } = useFrame();
  return (
    <time className="figures" dateTime={at}>
      {moment(new Date(at), now)}
    </time>
  );
}

/** A venue: a diamond in its lit colour and its name. Nothing for null or a venue that the demonstration lacks. */
export function VenueName({ slug }: { slug: string | null | undefined }) {
  const venue = VENUES.find((one) => one.slug === slug);
  if (venue === undefined) return null;
  return (
    <span className="venue" data-venue={venue.slug}>
      {venue.name}
    </span>
  );
}

/** The title of a page, a sentence below it, and controls at its right. */
export function PageTitle({ title, lead, children }: { title: string; lead: ReactNode; children?: ReactNode }) {
  return (
    <div className="page-title">
      <div>
        <h1 className="title-2">{title}</h1>
        <p>{lead}</p>
      </div>
      {children}
    </div>
  );
}

/** Shown where a list has nothing yet: a fan, what is missing and what brings it. */
export function EmptyList({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="nothing">
      <span className="ornament ornament-fan" aria-hidden="true" />
      <p className="title-3">{title}</p>
      {children === undefined ? null : <p>{children}</p>}
    </div>
  );
}

/** A part of a page under its own heading. */
export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 className="title-3" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A table; `head` names its columns. */
export function Rows({ head, children }: { head: readonly ReactNode[]; children: ReactNode }) {
  return (
    <table className="rows">
      <thead>
        <tr>
          {head.map((name, at) => (
            <th key={at} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** A button that copies `text`; without script the text can still be read. */
export function Copy({ text, label }: { text: string; label: string }) {
  return (
    <span className="copy">
      <code>{text}</code>
      <button className="round scripted" type="button" data-copy={text} aria-label={label}>
        <SandboxIcon name="copy" small />
      </button>
      <span className="copied" role="status" data-copied={m.sandbox_copied()} />
    </span>
  );
}

/** How a program does the same. */
export function ForPrograms({ children }: { children: string }) {
  return (
    <section className="programs" aria-labelledby="programs">
      <h2 className="small" id="programs">
        {m.sandbox_programs()}
      </h2>
      <pre>{children}</pre>
    </section>
  );
}

type FieldProps = {
  label: ReactNode;
  name: string;
  type?: "text" | "email" | "tel" | "date" | "password";
  value?: string | undefined;
  numeric?: boolean;
  required?: boolean;
};

/** A text field of the sandbox's own forms. Nothing is filled in by the browser. */
export function Field({ label, name, type = "text", value, numeric = false, required = false }: FieldProps) {
  return (
    <label className="entry">
      <span>{label}</span>
      <input
        name={name}
        type={type}
        defaultValue={value}
        autoComplete="off"
        required={required}
        {...(numeric ? { inputMode: "numeric" as const } : {})}
      />
    </label>
  );
}
