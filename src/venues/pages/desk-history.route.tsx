import { redirect } from "react-router";
import { DeskForm, type DeskTableRow } from "../../operators/pages/desk-parts.tsx";
import { deskRequest, leaveDesk, type DeskRequest } from "../../operators/pages/desk-request.server.ts";
import { showDeskPage } from "../../operators/pages/show-desk-page.server.tsx";
import { typedGroup } from "../../operators/form-data.ts";
import { fieldsOf } from "../../operators/form-fields.ts";
import { m } from "../../paraglide/messages.js";
import { FILE_SECTION } from "../file-import.server.ts";
import { restorePart, sectionHistory, type PartRevision } from "../history.server.ts";
import { SECTIONS, type Section } from "../sections.ts";
import { sectionPage } from "./desk-sections.ts";
import { restoreWholeFile, showFileHistory } from "./desk-file-history.server.tsx";
import { DeskHistoryTable, olderThan, wantedBack } from "./desk-history-table.tsx";
import { entryTitle, schemaWords, shownDifferences } from "./desk-texts.server.ts";
import { dayTime } from "./desk-times.ts";
import { problemWords } from "./problem-words.ts";
import type { Route } from "./+types/desk-history.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

const CHANGES: Record<PartRevision["change"], () => string> = {
  save: m.desk_c_save,
  create: m.desk_c_create,
  delete: m.desk_c_delete,
  restore: m.desk_c_restore,
  order: m.desk_c_order,
  import: m.desk_c_import,
};

/** Every change of a section, or of one of its entries: who, when, what; and the way back. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const request = deskRequest(context);
  if (params.section === FILE_SECTION) return showFileHistory(request);
  const section = sectionOf(params.section);
  const item = params.item ?? null;
  const page = sectionPage(section.name);
  const { revisions, older } = await sectionHistory(
    request.world,
    request.venue,
    section,
    item,
    olderThan(request.query),
  );
  const rows = await Promise.all(revisions.map((revision) => rowOf(request, section, revision)));
  const back = item === null ? `/desk/${section.name}` : `/desk/${section.name}/${encodeURIComponent(item)}`;
  await showDeskPage(request, {
    title: m.desk_history_of({ title: page.title() }),
    lead: m.desk_history_lead(),
    current: `/desk/${section.name}`,
    back: { href: back, label: page.title() },
    content: <DeskHistoryTable rows={rows} older={older} />,
  });
  return null;
}

export async function action({ context, params }: Route.ActionArgs) {
  const request = deskRequest(context);
  if (params.section === FILE_SECTION) return restoreWholeFile(request);
  const section = sectionOf(params.section);
  const { fields, world, venue, operator } = request;
  const here = params.item === undefined ? section.name : `${section.name}/${encodeURIComponent(params.item)}`;
  const outcome = await restorePart(world, venue, operator, section, wantedBack(fields));
  if (section.name === "maison" || section.name === "reglages") await request.reloadVenues();
  if ("saved" in outcome) return leaveDesk(request, `/desk/historique/${here}`, m.desk_history_restored());
  const reason = "problems" in outcome ? problemWords(outcome.problems[0]?.message ?? "") : m.desk_order_lost();
  return leaveDesk(request, `/desk/historique/${here}`, reason);
}

async function rowOf(request: DeskRequest, section: Section, revision: PartRevision): Promise<DeskTableRow> {
  const { rev, at, operator, change, before, after, isRestorable } = revision;
  const { venue, locale } = request;
  const fields = fieldsOf(section.schema, sectionPage(section.name).hidden);
  const zone = venue.policy.timeZone;
  const words = await schemaWords(request, section.name);
  const changes =
    before === null || after === null || change === "order"
      ? []
      : shownDifferences(fields, typedGroup(fields, before, zone), typedGroup(fields, after, zone), words);
  const title = section.kind === "list" && change !== "order" ? entryTitle(section, after ?? before, locale) : "";
  return {
    key: rev,
    cells: [
      <time dateTime={at.toISOString()} key="when">
        {dayTime(at, zone, locale)}
      </time>,
      operator,
      <div key="what">
        <p>
          {CHANGES[change]()}
          {title === "" ? "" : ` · ${title}`}
        </p>
        {changes.map(({ name, label, yours, theirs }) => (
          <p className="desk-change" key={name}>
            <b>{label}</b> <del>{cut(yours)}</del> → <ins>{cut(theirs)}</ins>
          </p>
        ))}
      </div>,
      isRestorable && (
        <DeskForm className="desk-restore" key="act">
          <input type="hidden" name="rev" value={rev} />
          {after !== null && (
            <button className="desk-small" type="submit" name="side" value="after">
              {m.desk_history_restore()}
            </button>
          )}
          {before !== null && (
            <button className="desk-small" type="submit" name="side" value="before">
              {m.desk_history_restore_before()}
            </button>
          )}
        </DeskForm>
      ),
    ],
  };
}

const SHOWN_MAX = 160;

function cut(text: string): string {
  if (text === "") return m.desk_conflict_empty();
  return text.length <= SHOWN_MAX ? text : `${text.slice(0, SHOWN_MAX)}…`;
}

function sectionOf(name: string): Section {
  const section = SECTIONS.get(name);
  if (section === undefined) throw redirect("/desk");
  return section;
}
