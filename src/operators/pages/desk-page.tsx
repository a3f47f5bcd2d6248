import type { ReactNode } from "react";
import { m } from "../../paraglide/messages.js";
import { Failure } from "../../ui/failure.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Locale } from "../../venues/contract.ts";
import type { HouseMark } from "../../venues/house-marks.ts";
import { DESK_GROUPS, type DeskRoute } from "../desk-routes.ts";

/** What stands around every page of the desk. */
export type DeskFrame = {
  /** 'Casino de Port-Sérac' */
  title: string;
  mark: HouseMark;
  locale: Locale;
  locales: readonly Locale[];
  operator: string;
  /** What this operator may open. */
  routes: readonly DeskRoute[];
  current: string | null;
  path: string;
  style: string;
  script: string;
  note: string | null;
};

export type DeskHeading = {
  title: string;
  lead?: ReactNode;
  /** The page above this one. */
  back?: { href: string; label: string };
  /** Buttons and links beside the heading. */
  actions?: ReactNode;
};

type DeskPageProps = DeskHeading & {
  frame: DeskFrame;
  alert?: ReactNode;
  problems?: { fieldId: string; label: string; text: string }[];
  children: ReactNode;
};

/**
 * A page of the desk: the house's night on the left, the paper that is worked on beside it. All that a form's answer may change
 * stands in `#desk-body`, which `form-in-place.ts` exchanges.
 */
export function DeskPage({ frame, title, lead, back, actions, alert, problems = [], children }: DeskPageProps) {
  return (
    <>
      <title>{`${title}, ${m.desk_title()}, ${frame.title}`}</title>
      <meta name="robots" content="noindex" />
      <link rel="stylesheet" href={frame.style} precedence="default" />
      <a className="skip" href="#contenu">
        {m.skip_to_content()}
      </a>
      <div className="desk" data-script={frame.script}>
        <DeskSide frame={frame} />
        <main className="desk-main on-paper" id="contenu" tabIndex={-1}>
          <div className="desk-body" id="desk-body" data-in-place>
            <header className="desk-head">
              {back && (
                <a className="desk-back" href={back.href}>
                  <Icon name="caret-left" small />
                  {back.label}
                </a>
              )}
              <h1>{title}</h1>
              {actions && <div className="desk-actions">{actions}</div>}
              {lead ? <p className="desk-lead">{lead}</p> : null}
            </header>
            {frame.note ? <DeskNote>{frame.note}</DeskNote> : null}
            {alert ? <DeskAlert>{alert}</DeskAlert> : null}
            {problems.length > 0 && <DeskProblems problems={problems} />}
            {children}
          </div>
        </main>
      </div>
      <Failure text={m.failure_text()} over={m.desk_session_over()} close={m.close()} />
    </>
  );
}

function DeskSide({ frame }: { frame: DeskFrame }) {
  return (
    <div className="desk-side on-night">
      <header className="desk-top">
        <a className="desk-brand" href="/desk" aria-label={`${m.desk_title()} ${frame.title}`}>
          <svg className="house-mark" viewBox="0 0 64 64" data-gold={frame.mark.isGold || undefined} aria-hidden="true">
            <path d={frame.mark.lines} />
          </svg>
          <span>
            <b>{m.desk_title()}</b> <small>{frame.title}</small>
          </span>
        </a>
        <a className="desk-menu button button-line button-small" href="/desk">
          <Icon name="list" small />
          {m.desk_menu()}
        </a>
      </header>
      <DeskNav frame={frame} />
      <footer className="desk-foot">
        <p>
          <Icon name="user" small />
          {frame.operator}
        </p>
        <a href="/">
          <Icon name="arrow-up-right" small />
          {m.desk_to_site()}
        </a>
        {frame.locales.length > 1 && <Languages frame={frame} />}
        <form method="post" action="/desk/sortie">
          <button type="submit">
            <Icon name="sign-out" small />
            {m.desk_log_out()}
          </button>
        </form>
      </footer>
    </div>
  );
}

function Languages({ frame: { locale, locales, path } }: { frame: DeskFrame }) {
  return (
    <p className="desk-languages">
      {locales
        .filter((one) => one !== locale)
        .map((one) => (
          <a key={one} href={`${path}?locale=${one}`} lang={one} hrefLang={one}>
            {one === "fr" ? "Français" : "English"}
          </a>
        ))}
    </p>
  );
}

/** The sections that this operator may open, in their groups. */
export function DeskNav({
  frame: { routes, current },
  label = m.desk_nav_label(),
}: {
  frame: Pick<DeskFrame, "routes" | "current">;
  label?: string;
}) {
  return (
    <nav className="desk-nav" aria-label={label}>
      {Object.entries(DESK_GROUPS).map(([group, title]) => {
        const own = routes.filter(({ nav }) => nav?.group === group);
        if (own.length === 0) return null;
        return (
          <section key={group}>
            <h2>{title()}</h2>
            <ul>
              {own.map(({ path, nav }) => (
                <li key={path}>
                  <a href={path} aria-current={path === current ? "page" : undefined}>
                    {nav && <Icon name={nav.icon} small />}
                    {nav?.label()}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
}

/** Something that went well. */
export function DeskNote({ children }: { children: ReactNode }) {
  return (
    <div className="desk-note" role="status">
      <Icon name="seal-check" small />
      <p>{children}</p>
    </div>
  );
}

/** Something that is wrong as a whole. */
export function DeskAlert({ children }: { children: ReactNode }) {
  return (
    <div className="desk-alert" role="alert">
      <Icon name="warning-circle" small />
      <div>{children}</div>
    </div>
  );
}

function DeskProblems({ problems }: { problems: { fieldId: string; label: string; text: string }[] }) {
  return (
    <div className="desk-alert" role="group" aria-label={m.desk_problems_label()}>
      <Icon name="warning-circle" small />
      <div>
        <p>{m.desk_problems()}</p>
        <ul>
          {problems.map(({ fieldId, label, text }) => (
            <li key={`${fieldId} ${text}`}>
              <a href={`#${fieldId}`}>{m.desk_problem({ label, text })}</a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
