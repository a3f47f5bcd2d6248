import { Outlet, useMatches } from "react-router";
import { DESK_SCRIPT } from "../../page-assets.server.ts";
import { m } from "../../paraglide/messages.js";
import { Failure } from "../../ui/failure.tsx";
import { publisherOf } from "../../venues/publisher.server.ts";
import { DESK_ROUTES } from "../desk-routes.ts";
import type { Route } from "./+types/desk-layout.route.ts";
import { DeskSide } from "./desk-frame.tsx";
import { deskRequest } from "./desk-request.server.ts";
import "./desk.css";
import "./desk-people.css";

/** What stands around every page of the desk: whose site it is, who works on it, and what they may open. */
export async function loader({ context }: Route.LoaderArgs) {
  const { world, venue, locale, operator, note, can, path } = deskRequest(context);
  const { title, mark } = await publisherOf(world, venue, locale);
  return {
    title,
    mark,
    locale,
    locales: venue.locales,
    operator: operator.name,
    /** Paths of the sections that this operator may open. */
    open: DESK_ROUTES.flatMap(({ path: one, nav, permission }) =>
      nav && (permission === null || can(permission)) ? [one] : [],
    ),
    path,
    script: DESK_SCRIPT.path,
    note,
  };
}

/**
 * The desk: the house's night on the left, the paper that is worked on beside it. All that a form's answer may change stands in
 * `#desk-body`, which `form-in-place.ts` exchanges.
 */
export default function DeskLayout({ loaderData: frame }: Route.ComponentProps) {
  const { current } = (useMatches().at(-1)?.loaderData ?? {}) as { current?: string };
  return (
    <>
      <a className="skip" href="#contenu">
        {m.skip_to_content()}
      </a>
      <div className="desk" data-script={frame.script}>
        <DeskSide frame={frame} current={current ?? frame.path} />
        <main className="desk-main on-paper" id="contenu" tabIndex={-1}>
          <div className="desk-body" id="desk-body" data-in-place>
            <Outlet />
          </div>
        </main>
      </div>
      <Failure text={m.failure_text()} over={m.desk_session_over()} close={m.close()} />
    </>
  );
}
