import { type ReactNode, type Ref, useEffect, useRef } from "react";
import { type MetaDescriptor, useActionData, useRouteLoaderData } from "react-router";
import type { Locale } from "../contract.ts";
import type { VenueMark } from "../venue-marks.ts";
import { m } from "../../messages/messages.js";
import { DeskIcon } from "../../ui/icons/desk-icon.tsx";
import { DeskLink } from "../../ui/desk/link.tsx";
import { fieldIdOf } from "../../ui/desk/parts.tsx";

/** What stands around every page of the desk, as its layout's loader answers it. */
export type DeskFrame = {
  title: string;
  mark: VenueMark;
  locale: Locale;
  locales: Locale[];
  operator: string;
  /** Paths of the sections that this operator may open. */
  open: string[];
  path: string;
  note: string | null;
};
type Problem = { name: string; label: string; text: string };

type DeskPageProps = {
  title: string;
  lead?: string | null | undefined;
  /** The page above this one. */
  back?: { href: string; label: string } | undefined;
  /** Buttons and links beside the heading. */
  actions?: ReactNode;
  /** What is wrong as a whole; read out at once. */
  alert?: ReactNode;
  /** What the fields say, told together above a long form. */
  problems?: Problem[];
  children: ReactNode;
};

/** What stands around the page, as the desk's layout loaded it. */
export function useDesk(): DeskFrame {
  const frame = useRouteLoaderData<DeskFrame>("desk");
  if (frame === undefined) throw new Error("a page of the desk stands outside its layout");
  return frame;
}

/** What every page of the desk says of itself: React starts right after it is painted. */
export const deskHandle = { start: "soon" } as const;

/** The head of a page of the desk whose loader answers its `title`. */
export function deskMeta({
  loaderData,
  matches,
}: {
  loaderData: unknown;
  matches: readonly unknown[];
}): MetaDescriptor[] {
  const { title } = (loaderData ?? {}) as { title?: string };
  const layout = (matches as ({ id: string; loaderData?: unknown } | undefined)[]).find(
    (match) => match?.id === "desk",
  );
  const frame = layout?.loaderData as DeskFrame | undefined;
  const words = [title, m.desk_title(), frame?.title].filter(Boolean);
  return [{ title: words.join(", ") }, { name: "robots", content: "noindex" }];
}

/** A page within the desk's frame: its heading, the note that the page before left, what is wrong, its content. */
export function DeskPage({ title, lead, back, actions, alert, problems = [], children }: DeskPageProps) {
  const { note } = useDesk();
  const answer = useActionData();
  // What the page before had to say is over once a form of this one was answered.
  const left = answer === undefined ? note : null;
  return (
    <>
      <header className="desk-head">
        {back && (
          <DeskLink className="desk-back" href={back.href}>
            <DeskIcon name="caret-left" small />
            {back.label}
          </DeskLink>
        )}
        <h1>{title}</h1>
        {actions && <div className="desk-actions">{actions}</div>}
        {lead ? <p className="desk-lead">{lead}</p> : null}
      </header>
      {left ? <DeskNote>{left}</DeskNote> : null}
      {alert ? <Told of={problems.length > 0 ? null : answer}>{alert}</Told> : null}
      {problems.length > 0 && <DeskProblems problems={problems} />}
      {children}
    </>
  );
}

/** Something that went well. */
function DeskNote({ children }: { children: ReactNode }) {
  return (
    <div className="desk-note" role="status">
      <DeskIcon name="seal-check" small />
      <p>{children}</p>
    </div>
  );
}

/** The alert of an answer, which takes the focus where no field does: whoever sent the form may be far below. */
function Told({ of: answer, children }: { of: unknown; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer != null) ref.current?.focus();
  }, [answer]);
  return <DeskAlert ref={ref}>{children}</DeskAlert>;
}

/** Something that is wrong as a whole. */
export function DeskAlert({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div className="desk-alert" role="alert" ref={ref} tabIndex={ref === undefined ? undefined : -1}>
      <DeskIcon name="warning-circle" small />
      <div>{children}</div>
    </div>
  );
}

function DeskProblems({ problems }: { problems: Problem[] }) {
  return (
    <div className="desk-alert" role="group" aria-label={m.desk_problems_label()}>
      <DeskIcon name="warning-circle" small />
      <div>
        <p>{m.desk_problems()}</p>
        <ul>
          {problems.map(({ name, label, text }) => (
            <li key={`${name} ${text}`}>
              <a href={`#${fieldIdOf(name)}`}>{m.desk_problem({ label, text })}</a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
