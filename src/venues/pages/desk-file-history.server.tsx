import { DeskForm, type DeskTableRow } from "../../operators/pages/desk-parts.tsx";
import { leaveDesk, type DeskRequest } from "../../operators/pages/desk-request.server.ts";
import { showDeskPage } from "../../operators/pages/show-desk-page.server.tsx";
import { m } from "../../paraglide/messages.js";
import { fileHistory, restoreFile, type FileRevision } from "../file-history.server.ts";
import type { FilePart } from "../file-import.server.ts";
import { DeskHistoryTable, olderThan, wantedBack } from "./desk-history-table.tsx";
import { dayTime } from "./desk-times.ts";
import { problemWords } from "./problem-words.ts";

const HERE = "/desk/historique/fichier";
const PARTS: Partial<Record<FilePart, () => string>> = {
  establishment: m.desk_s_maison,
  project: m.desk_s_reglages,
  content: m.desk_file_part_texts,
  pictures: m.desk_s_images,
  games: m.desk_s_jeux,
  restauration: m.desk_s_tables,
  activities: m.desk_s_activites,
  meetings: m.desk_s_receptions,
  announcements: m.desk_s_agenda,
  gallery: m.desk_s_galerie,
  jackpots: m.desk_file_part_jackpots,
};

/** The imports of the whole venue: who, when, what they changed; and the way back. */
export async function showFileHistory(request: DeskRequest): Promise<null> {
  const { revisions, older } = await fileHistory(request.world, request.venue, olderThan(request.query));
  await showDeskPage(request, {
    title: m.desk_history_of({ title: m.desk_s_fichier() }),
    lead: m.desk_history_lead(),
    current: "/desk/fichier",
    back: { href: "/desk/fichier", label: m.desk_s_fichier() },
    content: <DeskHistoryTable rows={revisions.map((revision) => fileRow(request, revision))} older={older} />,
  });
  return null;
}

export async function restoreWholeFile(request: DeskRequest): Promise<Response> {
  const { fields, world, encoder, venue, operator } = request;
  const outcome = await restoreFile({ ...world, encoder }, venue, operator, wantedBack(fields));
  if ("imported" in outcome) {
    await request.reloadVenues();
    return leaveDesk(request, HERE, m.desk_history_restored());
  }
  const [problem] = "problems" in outcome ? outcome.problems : [];
  if (problem !== undefined) return leaveDesk(request, HERE, `${problem.path} ${problemWords(problem.message)}`);
  const [fixed] = "fixed" in outcome ? outcome.fixed : [];
  return leaveDesk(request, HERE, fixed ? m.desk_file_fixed({ value: fixed.value }) : m.desk_order_lost());
}

function fileRow({ venue, locale }: DeskRequest, revision: FileRevision): DeskTableRow {
  const { rev, at, operator, change, parts } = revision;
  const wayBack = (
    <DeskForm className="desk-restore" key="act">
      <input type="hidden" name="rev" value={rev} />
      <button className="desk-small" type="submit" name="side" value="after">
        {m.desk_history_restore()}
      </button>
      <button className="desk-small" type="submit" name="side" value="before">
        {m.desk_history_restore_before()}
      </button>
    </DeskForm>
  );
  return {
    key: rev,
    cells: [
      <time dateTime={at.toISOString()} key="when">
        {dayTime(at, venue.policy.timeZone, locale)}
      </time>,
      operator,
      <div key="what">
        <p>{change === "restore" ? m.desk_c_restore() : m.desk_c_import()}</p>
        <p>{parts.map((part) => PARTS[part]?.() ?? part).join(", ")}</p>
      </div>,
      wayBack,
    ],
  };
}
