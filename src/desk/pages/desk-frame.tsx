import * as deskPaths from "../../staff/desk-paths.ts";
import { m } from "../../messages/messages.js";
import { DeskIcon } from "../../ui/icons/desk-icon.tsx";
import { DeskLink } from "../../ui/desk/link.tsx";
import { DESK_GROUPS, DESK_ROUTES } from "../../venues/desk/routes.ts";
import type { loader } from "./desk-layout.route.tsx";

type Frame = Awaited<ReturnType<typeof loader>>;

/** The side panel of the desk: the venue's name, the navigation, the operator's name and the ways out. */
export function DeskSide({ frame, current }: { frame: Frame; current: string }) {
  return (
    <div className="desk-side on-night">
      <header className="desk-top">
        <DeskLink className="desk-brand" href={deskPaths.home} aria-label={`${m.desk_title()} ${frame.title}`}>
          <svg className="venue-mark" viewBox="0 0 64 64" data-gold={frame.mark.isGold || undefined} aria-hidden="true">
            <path d={frame.mark.lines} />
          </svg>
          <span>
            <b>{m.desk_title()}</b> <small>{frame.title}</small>
          </span>
        </DeskLink>
        <DeskLink className="desk-menu button button-line button-small" href={deskPaths.home}>
          <DeskIcon name="list" />
          {m.desk_menu()}
        </DeskLink>
      </header>
      <DeskNav open={frame.open} current={current} />
      <footer className="desk-foot">
        <p>
          <DeskIcon name="user" />
          {frame.operator}
        </p>
        <a href="/">
          <DeskIcon name="arrow-up-right" />
          {m.desk_to_site()}
        </a>
        {frame.locales.length > 1 && <Languages frame={frame} />}
        <form method="post" action={deskPaths.logOut}>
          <button type="submit">
            <DeskIcon name="sign-out" />
            {m.desk_log_out()}
          </button>
        </form>
      </footer>
    </div>
  );
}

function Languages({ frame: { locale, locales, path } }: { frame: Frame }) {
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

const MARKED = { "aria-current": "page", ref: scrollSidebarTo } as const;

/** The height of the sidebar's foot, which covers the entries behind it, and of the shade above it, in px. */
const COVERED = 192;

/**
 * Scrolls the current entry into view, because the sidebar may be taller than the window. `scrollIntoView` would do it
 * too, but in Chromium 153 the Tab key then starts at the entry instead of the skip link.
 */
function scrollSidebarTo(link: HTMLAnchorElement | null): void {
  const sidebar = link?.closest(".desk-side");
  if (!link || !sidebar) return;
  const below = link.getBoundingClientRect().bottom - (sidebar.getBoundingClientRect().bottom - COVERED);
  if (below > 0) sidebar.scrollTop += below;
}

type DeskNavProps = {
  /** Paths of the sections that this operator may open. */
  open: readonly string[];
  /** The path whose section is marked as current. */
  current?: string;
  label?: string;
};

/** The sections that this operator may open, by group. */
export function DeskNav({ open, current = "", label = m.desk_nav_label() }: DeskNavProps) {
  const routes = DESK_ROUTES.filter(({ path }) => open.includes(path));
  const marked = routes.find(({ path }) => current === path || current.startsWith(`${path}/`));
  return (
    <nav className="desk-nav" aria-label={label}>
      {Object.entries(DESK_GROUPS).map(([group, title]) => {
        const own = routes.filter(({ nav }) => nav?.group === group);
        if (own.length === 0) return null;
        return (
          <section key={group}>
            <h2>{title()}</h2>
            <ul>
              {own.map((route) => (
                <li key={route.path}>
                  <DeskLink href={route.path} {...(route === marked ? MARKED : {})}>
                    {route.nav && <DeskIcon name={route.nav.icon} />}
                    {route.nav?.label()}
                  </DeskLink>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
}
