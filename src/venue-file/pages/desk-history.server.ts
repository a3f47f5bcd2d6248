import { typedGroup } from "../../ui/desk/form-data.ts";
import { fieldsOf } from "../../ui/desk/form-fields.ts";
import type { DeskRequest } from "../../venues/desk/request.server.ts";
import { m } from "../../messages/messages.js";
import { isRestorable, type VenueRevision } from "../history.server.ts";
import type { Section } from "../sections.ts";
import type { HistoryRow } from "./desk-history-table.tsx";
import { sectionPage } from "./desk-sections.ts";
import { momentAt } from "../../venues/language/dates.ts";
import { entryTitle, fieldTexts, shownDifferences } from "./desk-texts.server.ts";

const REV_MAX = 2_147_483_647;

/** The revision below which this page of the history begins, from the query; null for the first page. */
export function olderThan(query: URLSearchParams): number | null {
  const written = query.get("avant") ?? "";
  return /^[1-9]\d{0,8}$/.test(written) ? Number(written) : null;
}

export type RestoreTarget = { rev: number; side: "before" | "after" };

/** Which side of which revision the operator wants to restore; revision -1 matches none. */
export function restoreTargetOf(fields: Record<string, string>): RestoreTarget {
  const rev = Number(fields["rev"]);
  return {
    rev: Number.isInteger(rev) && Math.abs(rev) <= REV_MAX ? rev : -1,
    side: fields["side"] === "before" ? "before" : "after",
  };
}

const CHANGES: Record<VenueRevision["change"], () => string> = {
  save: m.desk_c_save,
  create: m.desk_c_create,
  delete: m.desk_c_delete,
  restore: m.desk_c_restore,
  order: m.desk_c_order,
  import: m.desk_c_import,
};

/** A change of a section, or of one of its entries, in words. */
export function partRow(request: DeskRequest, section: Section, revision: VenueRevision): HistoryRow {
  const { rev, at, operator, change, before, after } = revision;
  const { venue, locale } = request;
  const title = section.kind === "list" && change !== "order" ? entryTitle(section, after ?? before, locale) : "";
  return {
    rev,
    at: at.toISOString(),
    time: momentAt(at, { locale, timeZone: venue.policy.timeZone }),
    operator,
    what: [CHANGES[change](), title].filter(Boolean).join(" · "),
    changes: before === null || after === null || change === "order" ? [] : changesOf(request, section, revision),
    parts: null,
    sides: isRestorable(revision)
      ? [...(after === null ? [] : ["after" as const]), ...(before === null ? [] : ["before" as const])]
      : [],
  };
}

function changesOf(request: DeskRequest, section: Section, { before, after }: VenueRevision): HistoryRow["changes"] {
  const fields = fieldsOf(section.schema, sectionPage(section.name).hidden);
  const zone = request.venue.policy.timeZone;
  const [from, to] = [typedGroup(fields, before, zone), typedGroup(fields, after, zone)];
  const differences = shownDifferences(fields, from, to, fieldTexts(request, section.name));
  return differences.map(({ name, label, yours, theirs }) => ({ name, label, before: cut(yours), after: cut(theirs) }));
}

const SHOWN_MAX = 160;

function cut(text: string): string {
  if (text === "") return m.desk_conflict_empty();
  return text.length <= SHOWN_MAX ? text : `${text.slice(0, SHOWN_MAX)}…`;
}
