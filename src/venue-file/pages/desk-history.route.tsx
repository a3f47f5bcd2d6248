import * as deskPaths from "../../staff/desk-paths.ts";
import { pictureEncoder } from "../../pictures/encoder/context.server.ts";
import { redirect } from "react-router";
import { DeskPage } from "../../venues/desk/page.tsx";
import { deskRequest, redirectInDesk } from "../../venues/desk/request.server.ts";
import { m } from "../../messages/messages.js";
import { textsOf } from "../../platform/http/form-body.server.ts";
import { FILE_SECTION } from "../import/desk-import.server.ts";
import { restorePart, sectionHistory } from "../history.server.ts";
import { SECTIONS, type Section } from "../sections.ts";
import { fileHistoryPage, restoreWholeFile } from "./desk-file-history.server.ts";
import { DeskHistoryTable } from "./desk-history-table.tsx";
import { olderThan, partRow, restoreTargetOf } from "./desk-history.server.ts";
import { sectionPage } from "./desk-sections.ts";
import { problemWords } from "./problem-words.ts";
import type { Route } from "./+types/desk-history.route.ts";

export { clientAction } from "../../venues/desk/client-action.ts";
export { deskHandle as handle, deskMeta as meta } from "../../venues/desk/page.tsx";

/** The history of a section, or of one of its entries: who, when, what, and buttons to restore. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const request = deskRequest(context);
  if (params.section === FILE_SECTION) return fileHistoryPage(request);
  const { world, venue, query } = request;
  const section = sectionOf(params.section);
  const { item = null } = params;
  const label = sectionPage(section.name).title();
  const href = deskPaths.section(section.name);
  const { revisions, older } = await sectionHistory(world, venue, section, item, olderThan(query));
  return {
    title: m.desk_history_of({ title: label }),
    current: href,
    back: { href: deskPaths.section(section.name, item), label },
    rows: revisions.map((revision) => partRow(request, section, revision)),
    older,
  };
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const asked = deskRequest(context);
  const wanted = restoreTargetOf(textsOf(await request.formData()));
  if (params.section === FILE_SECTION) return restoreWholeFile(asked, context.get(pictureEncoder), wanted);
  const section = sectionOf(params.section);
  const { world, venue, operator } = asked;
  const here = deskPaths.history(section.name, params.item);
  const outcome = await restorePart(world, venue, operator, section, wanted);
  if (section.name === "maison" || section.name === "reglages") await asked.reloadVenues();
  if ("saved" in outcome) return redirectInDesk(asked, here, m.desk_history_restored());
  const reason = "problems" in outcome ? problemWords(outcome.problems[0]?.message ?? "") : m.desk_order_lost();
  return redirectInDesk(asked, here, reason);
}

function sectionOf(name: string): Section {
  const section = SECTIONS.get(name);
  if (section === undefined) throw redirect(deskPaths.home);
  return section;
}

export default function DeskHistory({ loaderData: { title, back, rows, older } }: Route.ComponentProps) {
  return (
    <DeskPage title={title} lead={m.desk_history_lead()} back={back}>
      <DeskHistoryTable rows={rows} older={older} />
    </DeskPage>
  );
}
