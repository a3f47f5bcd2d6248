import * as deskPaths from "../../staff/desk-paths.ts";
import { data } from "react-router";
import { m } from "../../messages/messages.js";
import { DeskNav } from "./desk-frame.tsx";
import { DeskPage, useDesk } from "../../venues/desk/page.tsx";
import { DeskEmpty } from "../../ui/desk/parts.tsx";
import { deskRequest } from "../../venues/desk/request.server.ts";
import type { Route } from "./+types/desk-home.route.ts";

export { deskHandle as handle, deskMeta as meta } from "../../venues/desk/page.tsx";

/** '/desk': the sections this operator may open. Also shown for a page that does not exist or that the operator may not open. */
export function loader({ context }: Route.LoaderArgs) {
  const { refusal, operator } = deskRequest(context);
  if (refusal === null) return data({ title: m.desk_home_title({ name: operator.name }), refused: null });
  const isMissing = refusal === 404;
  const title = isMissing ? m.desk_missing_title() : m.desk_refused_title();
  const refused = isMissing ? m.desk_missing_text() : m.desk_refused_text();
  return data({ title, refused }, { status: refusal });
}

export default function DeskHome({ loaderData: { title, refused } }: Route.ComponentProps) {
  const { open } = useDesk();
  if (refused !== null)
    return (
      <DeskPage title={title} back={{ href: deskPaths.home, label: m.desk_back_home() }}>
        <DeskEmpty>{refused}</DeskEmpty>
      </DeskPage>
    );
  return (
    <DeskPage title={title} lead={m.desk_home_lead()}>
      {open.length === 0 ? (
        <DeskEmpty>{m.desk_home_nothing()}</DeskEmpty>
      ) : (
        <div className="desk-tiles">
          <DeskNav open={open} label={m.desk_menu()} />
        </div>
      )}
    </DeskPage>
  );
}
