import { data } from "react-router";
import { m } from "../../paraglide/messages.js";
import { DESK_ROUTES } from "../desk-routes.ts";
import { DeskNav } from "./desk-page.tsx";
import { deskRequest } from "./desk-request.server.ts";
import { DeskEmpty } from "./desk-parts.tsx";
import { showDeskPage } from "./show-desk-page.server.tsx";
import type { Route } from "./+types/desk-home.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** '/desk': the sections that this operator may open. Also says, in words, that a page is not open to them or not there. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const { refusal, operator, can } = request;
  if (refusal !== null) {
    const isMissing = refusal === 404;
    await showDeskPage(request, {
      title: isMissing ? m.desk_missing_title() : m.desk_refused_title(),
      back: { href: "/desk", label: m.desk_back_home() },
      content: <DeskEmpty>{isMissing ? m.desk_missing_text() : m.desk_refused_text()}</DeskEmpty>,
    });
    return data(null, { status: refusal });
  }
  const routes = DESK_ROUTES.filter(({ nav, permission }) => nav && (permission === null || can(permission)));
  await showDeskPage(request, {
    title: m.desk_home_title({ name: operator.name }),
    lead: m.desk_home_lead(),
    content:
      routes.length === 0 ? (
        <DeskEmpty>{m.desk_home_nothing()}</DeskEmpty>
      ) : (
        <div className="desk-tiles">
          <DeskNav frame={{ routes, current: null }} label={m.desk_menu()} />
        </div>
      ),
  });
  return null;
}
