import * as deskPaths from "../../staff/desk-paths.ts";
import { Outlet, type ShouldRevalidateFunctionArgs, useMatches, useRouteError } from "react-router";
import { m } from "../../messages/messages.js";
import { ErrorPage } from "../../ui/feedback/error-page.tsx";
import { usePageArrival } from "../../ui/hooks/use-page-arrival.ts";
import { useBrokenPage } from "../../ui/hooks/use-broken-page.ts";
import { publisherOf } from "../../pictures/publisher.server.ts";
import { DESK_ROUTES } from "../../venues/desk/routes.ts";
import type { Route } from "./+types/desk-layout.route.ts";
import { DeskSide } from "./desk-frame.tsx";
import type { DeskFrame } from "../../venues/desk/page.tsx";
import { deskRequest } from "../../venues/desk/request.server.ts";
import "../../ui/desk/desk.css";
import "../../ui/desk/people.css";

/** The frame of every desk page: whose site it is, who works on it, and which sections they may open. */
export async function loader({ context }: Route.LoaderArgs): Promise<DeskFrame> {
  const { world, venue, locale, operator, note, can, path } = deskRequest(context);
  const { title, mark } = await publisherOf(world, venue, locale);
  return {
    title,
    mark,
    locale,
    locales: venue.locales,
    operator: operator.name,
    open: DESK_ROUTES.flatMap(({ path: one, nav, permission }) =>
      nav && (permission === null || can(permission)) ? [one] : [],
    ),
    path,
    note,
  };
}

/** Load the frame again with every page, for the current section and the note of the previous page. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === undefined || formMethod === "GET" || defaultShouldRevalidate;
}

/** The desk: navigation on the left, the page beside it. */
export default function DeskLayout({ loaderData: frame }: Route.ComponentProps) {
  usePageArrival();
  const { current } = (useMatches().at(-1)?.loaderData ?? {}) as { current?: string };
  return (
    <>
      <a className="skip" href="#contenu">
        {m.skip_to_content()}
      </a>
      <div className="desk">
        <DeskSide frame={frame} current={current ?? frame.path} />
        <main className="desk-main on-paper" id="contenu" tabIndex={-1}>
          <div className="desk-body">
            <Outlet />
          </div>
        </main>
      </div>
    </>
  );
}

/** Loads a page whose data failed as a document, whose answer says what is wrong. */
export function ErrorBoundary() {
  useBrokenPage(useRouteError());
  return <ErrorPage homeHref={deskPaths.home} homeLabel={m.desk_back_home()} />;
}
