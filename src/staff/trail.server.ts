import { isUuid } from "../platform/uuid.ts";
import { stringify } from "csv-stringify/sync";
import { inTransaction } from "../platform/database/database.server.ts";
import { isStorable } from "../platform/schema.ts";
import { addDays, calendarDayOf, isoWithOffset, startOfLocalDay } from "../platform/time-zones.ts";
import type { World } from "../platform/world.ts";
import { audit } from "./audit.server.ts";
import { may, type Desk, type Site } from "./operator.ts";
import { actionsOnSubjects, trailAuthors, trailEntries, type TrailFilter } from "./trail-queries.server.ts";

const PAGE = 50;
const EXPORT_MAX = 20_000;
const AUTHORS_MAX = 200;
export const TRAIL_FAMILIES = [
  "content",
  "picture",
  "venue",
  "member",
  "offer",
  "payment",
  "operator",
  "audit",
] as const;

export type TrailEntry = Awaited<ReturnType<typeof trailEntries>>[number];
export type Trail = Awaited<ReturnType<typeof trailOf>>;

/**
 * The audit trail of the site, newest first, 50 at a time. The query may have operator, family, subject (a prefix),
 * from and to (days of the venue, both included) and after; invalid parameters are ignored.
 */
export async function trailOf(world: World, { venue }: Desk, query: URLSearchParams) {
  const { db } = world.database;
  const [rows, authors] = await Promise.all([
    trailEntries(db, filterOf(venue, query), PAGE + 1),
    trailAuthors(db, venue.projectId, AUTHORS_MAX),
  ]);
  const entries = rows.slice(0, PAGE);
  const last = rows.length > PAGE ? entries.at(-1) : undefined;
  const said = (name: string) => query.get(name) ?? "";
  return {
    entries,
    authors,
    /** The `after` parameter of the next page; null on the last. */
    next: last === undefined ? null : `${last.at.toISOString()}_${last.id}`,
    asked: {
      operator: said("operator"),
      family: said("family"),
      subject: said("subject"),
      from: said("from"),
      to: said("to"),
    },
  };
}

/**
 * Every action of staff about these subjects on any site, views included, oldest first. Operators' names are left out,
 * because they are personal data of others.
 */
export function actionsAbout({ database }: Pick<World, "database">, subjects: readonly string[]) {
  return actionsOnSubjects(database.db, subjects);
}

/**
 * The same entries, at most 20,000, as CSV for a spreadsheet, with formulas escaped. The export is an entry of the
 * trail itself. Null without the permission AUDIT.
 */
export async function exportTrail(
  world: World,
  { operator, venue }: Desk,
  query: URLSearchParams,
): Promise<string | null> {
  if (!may(operator, "AUDIT", venue.projectId)) return null;
  const filter = { ...filterOf(venue, query), after: null };
  const rows = await trailEntries(world.database.db, filter, EXPORT_MAX);
  await inTransaction(world.database, (tx) =>
    audit(world, tx, operator, {
      projectId: venue.projectId,
      action: "audit.export",
      subject: `site:${venue.slug}`,
      before: null,
      after: { entries: rows.length },
    }),
  );
  return stringify(
    rows.map((row) => [
      isoWithOffset(row.at, venue.policy.timeZone),
      row.operator,
      row.action,
      row.subject,
      jsonOf(row.before),
      jsonOf(row.after),
    ]),
    {
      header: true,
      columns: ["at", "operator", "action", "subject", "before", "after"],
      escape_formulas: true,
      bom: true,
    },
  );
}

function filterOf({ projectId, policy }: Site, query: URLSearchParams): TrailFilter {
  const text = (name: string) => {
    const value = (query.get(name) ?? "").trim().slice(0, 200);
    return value === "" || !isStorable(value) ? null : value;
  };
  const family = text("family");
  const from = calendarDayOf(query.get("from"));
  const to = calendarDayOf(query.get("to"));
  return {
    projectId,
    operator: text("operator"),
    family: TRAIL_FAMILIES.find((one) => one === family) ?? null,
    subject: text("subject"),
    from: from === null ? null : startOfLocalDay(from, policy.timeZone),
    to: to === null ? null : startOfLocalDay(addDays(to, 1), policy.timeZone),
    after: placeOf(query.get("after")),
  };
}

function placeOf(text: string | null): TrailFilter["after"] {
  const [, at = "", id = ""] = /^(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)_([0-9a-f-]{36})$/.exec(text ?? "") ?? [];
  return isUuid(id) && !Number.isNaN(Date.parse(at)) ? { at: new Date(at), id } : null;
}

function jsonOf(value: object | null): string {
  return value === null ? "" : JSON.stringify(value);
}
