import { isGatedPopup } from "../accounts/gates.ts";
import type { PageHandle } from "../venues/pages/page-handle.ts";
import { Outlet, type ShouldRevalidateFunctionArgs, useMatches, useRouteError } from "react-router";
import { m } from "../messages/messages.js";
import { pageVisitor } from "../accounts/page-visitor.server.ts";
import { pageRequest } from "../venues/document/page-request.server.ts";
import { Menu } from "../member-area/menu.tsx";
import { Popups } from "../member-area/popups.tsx";
import { useRememberReferrer } from "../accounts/forms/use-close-link.ts";
import { popupView, sessionView } from "../member-area/popup-views.server.ts";
import { Anomaly } from "../member-area/anomaly.tsx";
import { SessionEntry } from "../member-area/session-entry.tsx";
import { SessionProvider } from "../member-area/session.tsx";
import { ErrorPage } from "../ui/feedback/error-page.tsx";
import { Failure } from "../ui/feedback/failure.tsx";
import { useBrokenPage } from "../ui/hooks/use-broken-page.ts";
import { usePageArrival } from "../ui/hooks/use-page-arrival.ts";
import { useComingPopup, usePopup } from "../ui/hooks/use-popup.ts";
import { siteOf } from "../content/page.server.ts";
import type { Route } from "./+types/venue-layout.route.ts";
import { ConsentBanner } from "../site/consent/consent-banner.tsx";
import { Details } from "../site/pages/detail-over.tsx";
import { Frame } from "../site/pages/frame.tsx";

/** The layout of all pages of a venue: the frame, the session, and popups over the page. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = context.get(pageRequest);
  const { world, venue } = request;
  const visitor = context.get(pageVisitor);
  if (venue === null) return { site: null, session: null, popup: null };
  const member = venue.config.account_hidden || visitor?.hasLeft === true ? null : (visitor?.member ?? null);
  return {
    site: await siteOf(request, venue),
    session: member === null ? null : sessionView(world, member, venue),
    popup: await popupView(request, venue, visitor?.member ?? null),
  };
}

const NAMED = ["popup", "qrcode", "gifts", "site", "session_id"];

/** Reloads if the address names another member's popup, after a popup's action, and if the popup itself asks for it. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = change;
  // The menu loads its own data.
  if (!isGatedPopup(nextUrl.searchParams.get("popup"))) return false;
  // An action that was refused, or had no network, has changed nothing.
  if (formMethod !== undefined && formMethod !== "GET") return defaultShouldRevalidate;
  if (currentUrl.href === nextUrl.href) return true;
  return NAMED.some((name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name));
}

export default function VenueLayout({ loaderData: { site, session, popup: loaded } }: Route.ComponentProps) {
  const { current, isBare } = usePageHandle();
  const { popup, isReverse } = usePopup();
  // A tap opens the popup at once; its content follows when it is loaded.
  const open = useComingPopup() ?? popup;
  usePageArrival();
  useRememberReferrer();
  if (site === null) return <Outlet />;
  const menu = loaded?.name === "Menu" ? loaded.menu : null;
  const over = (
    <>
      {site.hasNav && (
        <Menu site={site} current={current} isOpen={open === "Menu"} isReverse={isReverse} initial={menu} />
      )}
      {site.hasAccounts && <Popups open={open} loaded={loaded} />}
      {site.hasAccounts && <Anomaly />}
    </>
  );
  return (
    <SessionProvider initial={session}>
      <a className="skip" href="#contenu">
        {m.skip_to_content()}
      </a>
      {isBare === true ? (
        <>
          <ConsentBanner />
          <Outlet />
        </>
      ) : (
        <Frame site={site} current={current} entry={<SessionEntry />} banner={<ConsentBanner />}>
          <Details>
            <Outlet />
          </Details>
        </Frame>
      )}
      {(isBare !== true || open !== null) && over}
      <Failure text={m.failure_text()} close={m.close()} />
    </SessionProvider>
  );
}

function usePageHandle(): PageHandle {
  const page = useMatches().at(-1);
  const handle = (page?.handle ?? {}) as PageHandle;
  const { current } = (page?.loaderData ?? {}) as { current?: string };
  return current === undefined ? handle : { ...handle, current };
}

/**
 * If a page's data cannot be loaded, or the page throws, it is loaded again as a document, which the service worker can answer. If that
 * fails too, this error page is shown.
 */
export function ErrorBoundary() {
  useBrokenPage(useRouteError());
  return <ErrorPage />;
}
