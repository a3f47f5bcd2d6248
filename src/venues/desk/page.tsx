import { type ReactNode, type Ref, useEffect, useRef } from "react";
import { type MetaDescriptor, useActionData, useRouteLoaderData } from "react-router";
import type { Locale } from "../contract.ts";
import type { VenueMark } from "../venue-marks.ts";
import { m } from "../../messages/messages.js";
import { DeskIcon } from "../../ui/icons/desk-icon.tsx";
import { DeskLink } from "../../ui/desk/link.tsx";
import { fieldIdOf } from "../../ui/forms/field-texts.ts";

/** The frame around every page of the desk, as the layout's loader returns it. */
export type DeskFrame = {
  title: string;
  mark: VenueMark;
  locale: Locale;
  locales: Locale[];
  operator: string;
  /** Paths of the sections this operator may open. */
  open: string[];
  path: string;
  note: string | null;
};
type Problem = { name: string; label: string; text: string };

type DeskPageProps = {
  title: string;
  lead?: string | null | undefined;
  /** Link to the parent page. */
  back?: { href: string; label: string } | undefined;
  /** Buttons and links beside the heading. */
  actions?: ReactNode;
  /** What is wrong as a whole; announced to screen readers at once. */
  alert?: ReactNode;
  /** Problems of single fields, summarised above a long form. */
  problems?: Problem[];
  children: ReactNode;
};

/** The frame that the desk's layout loaded. Throws outside that layout. */
export function useDesk(): DeskFrame {
  const frame = useRouteLoaderData<DeskFrame>("desk");
  if (frame === undefined) throw new Error("useDesk() was called outside the desk's layout");
  return frame;
}

/** The route handle of every desk page: React starts right after the first paint. */
export const deskHandle = { start: "soon" } as const;

/** Meta tags of a desk page whose loader returns its `title`. */
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

/** A page inside the desk's frame: heading, note left by the previous page, alerts, content. */
export function DeskPage({ title, lead, back, actions, alert, problems = [], children }: DeskPageProps) {
  const { note } = useDesk();
  const answer = useActionData();
  // Once a form on this page was answered, the note of the previous page is out of date.
  const left = answer === undefined ? note : null;
  return (
    <>
      <header className="desk-head">
        {back && (
          <DeskLink className="desk-back" href={back.href}>
            <DeskIcon name="caret-left" />
            {back.label}
          </DeskLink>
        )}
        <h1>{title}</h1>
        {actions && <div className="desk-actions">{actions}</div>}
        {lead ? <p className="desk-lead">{lead}</p> : null}
      </header>
      {left ? <DeskNote>{left}</DeskNote> : null}
      {alert ? <AnswerAlert of={problems.length > 0 ? null : answer}>{alert}</AnswerAlert> : null}
      {problems.length > 0 && <DeskProblems problems={problems} />}
      {children}
    </>
  );
}

/** A success message. */
function DeskNote({ children }: { children: ReactNode }) {
  return (
    <div className="desk-note" role="status">
      <DeskIcon name="seal-check" />
      <p>{children}</p>
    </div>
  );
}

/** The alert of an answer. It takes the focus when no field does, because the operator may have scrolled far below it. */
function AnswerAlert({ of: answer, children }: { of: unknown; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer != null) ref.current?.focus();
  }, [answer]);
  return <DeskAlert ref={ref}>{children}</DeskAlert>;
}

/** An error about the page as a whole. */
export function DeskAlert({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div className="desk-alert" role="alert" ref={ref} tabIndex={ref === undefined ? undefined : -1}>
      <DeskIcon name="warning-circle" />
      <div>{children}</div>
    </div>
  );
}

function DeskProblems({ problems }: { problems: Problem[] }) {
  return (
    <div className="desk-alert" role="group" aria-label={m.desk_problems_label()}>
      <DeskIcon name="warning-circle" />
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
