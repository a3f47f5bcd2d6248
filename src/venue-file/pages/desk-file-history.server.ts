import * as deskPaths from "../../staff/desk-paths.ts";
import type { PictureEncoder } from "../../pictures/encoder/encoder.server.ts";
import { redirectInDesk, type DeskRequest } from "../../venues/desk/request.server.ts";
import { m } from "../../messages/messages.js";
import { fileHistory, restoreFile, type FileRevision } from "../file-history.server.ts";
import type { FilePart } from "../import/desk-import.server.ts";
import type { HistoryRow } from "./desk-history-table.tsx";
import { olderThan, type RestoreTarget } from "./desk-history.server.ts";
import { momentAt } from "../../venues/language/dates.ts";
import { problemWords } from "./problem-words.ts";

const HERE = deskPaths.fileHistory;
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

/** The history of the venue's imports: who, when, what changed, and a button to restore each side. */
export async function fileHistoryPage(request: DeskRequest) {
  const { revisions, older } = await fileHistory(request.world, request.venue, olderThan(request.query));
  const label = m.desk_s_fichier();
  return {
    title: m.desk_history_of({ title: label }),
    current: deskPaths.file,
    back: { href: deskPaths.file, label },
    rows: revisions.map((revision) => fileRow(request, revision)),
    older,
  };
}

export async function restoreWholeFile(
  request: DeskRequest,
  encoder: PictureEncoder,
  wanted: RestoreTarget,
): Promise<Response> {
  const { world, venue, operator } = request;
  const outcome = await restoreFile({ ...world, encoder }, venue, operator, wanted);
  if ("imported" in outcome) {
    await request.reloadVenues();
    return redirectInDesk(request, HERE, m.desk_history_restored());
  }
  const [problem] = "problems" in outcome ? outcome.problems : [];
  if (problem !== undefined) return redirectInDesk(request, HERE, `${problem.path} ${problemWords(problem.message)}`);
  const [fixed] = "fixed" in outcome ? outcome.fixed : [];
  return redirectInDesk(request, HERE, fixed ? m.desk_file_fixed({ value: fixed.value }) : m.desk_order_lost());
}

function fileRow({ venue, locale }: DeskRequest, { rev, at, operator, change, parts }: FileRevision): HistoryRow {
  return {
    rev,
    at: at.toISOString(),
    time: momentAt(at, { locale, timeZone: venue.policy.timeZone }),
    operator,
    what: change === "restore" ? m.desk_c_restore() : m.desk_c_import(),
    changes: [],
    parts: parts.map((part) => PARTS[part]?.() ?? part).join(", "),
    sides: ["after", "before"],
  };
}
