import { stringify } from "csv-stringify/sync";
import { audit } from "../../staff/audit.server.ts";
import { may, type Desk } from "../../staff/operator.ts";
import { inTransaction } from "../../platform/database/database.server.ts";
import { decimalOfMinor } from "../../platform/decimal.ts";
import { calendarDayOf, isoWithOffset } from "../../platform/time-zones.ts";
import type { World } from "../../platform/world.ts";
import type { Venue } from "../../venues/venue.ts";
import { movementDays, movementsAt, type MovementFilter, type RecordPlace } from "./queries.server.ts";

const SHOWN = 200;
const EXPORT_MAX = 20_000;
const COLUMNS =
  "gaming_day member lastname firstname birthday here elsewhere total currency alerted_at structured_at".split(" ");

export type MovementRecord = Awaited<ReturnType<typeof movementRecord>>;

/**
 * The movement record: money by person and gaming day (L.561-13), newest first, at most 200. Of other venues of the
 * country it has the day and the amount only. The query may hold `all` (1: also days without an alert), `member` (a number: all
 * days of a person who moved money here, with the movements), `from` and `to` (gaming days, both included). Invalid values are
 * ignored.
 */
export async function movementRecord(world: World, { venue }: Desk<Venue>, query: URLSearchParams) {
  const filter = filterOf(query);
  const { db } = world.database;
  const { membershipId } = filter;
  const [days, movements] = await Promise.all([
    movementDays(db, placeOf(venue), filter, SHOWN + 1),
    membershipId === null ? [] : movementsAt(db, venue.siteId, { ...filter, membershipId }, SHOWN),
  ]);
  const asked = {
    all: filter.onlyAlerts ? "" : "1",
    member: filter.membershipId ?? "",
    from: filter.from ?? "",
    to: filter.to ?? "",
  };
  // `hasMore`: the filter matches more days than are shown.
  return { days: days.slice(0, SHOWN), movements, hasMore: days.length > SHOWN, asked };
}

/**
 * The same days, at most 20,000, as CSV for a spreadsheet; values that look like formulas are escaped. The export is written to
 * the trail with its filter. Null without the permission.
 */
export async function exportMovementRecord(
  world: World,
  { operator, venue }: Desk<Venue>,
  query: URLSearchParams,
): Promise<string | null> {
  if (!may(operator, "PAYMENTS", venue.projectId)) return null;
  const filter = filterOf(query);
  const days = await movementDays(world.database.db, placeOf(venue), filter, EXPORT_MAX);
  const { onlyAlerts, from, to, membershipId: member } = filter;
  await inTransaction(world.database, (tx) =>
    audit(world, tx, operator, {
      projectId: venue.projectId,
      action: "payment.export_register",
      subject: `site:${venue.slug}`,
      before: null,
      after: { days: days.length, onlyAlerts, from, to, member },
    }),
  );
  return stringify(
    days.map((day) => [
      day.gaming_day,
      day.membership_id,
      day.lastname,
      day.firstname,
      day.birthday,
      decimalOfMinor(day.here_minor),
      decimalOfMinor(day.total_minor - day.here_minor),
      decimalOfMinor(day.total_minor),
      venue.policy.currency,
      ...[day.alerted_at, day.structured_at].map((at) => (at === null ? "" : isoWithOffset(at, venue.policy.timeZone))),
    ]),
    {
      header: true,
      columns: COLUMNS,
      escape_formulas: true,
      bom: true,
    },
  );
}

function placeOf({ siteId, country, policy }: Venue): RecordPlace {
  const { days = 1 } = policy.vigilance.structuring ?? {};
  return { siteId, country, currency: policy.currency, lookBack: days - 1 };
}

function filterOf(query: URLSearchParams): MovementFilter {
  const member = (query.get("member") ?? "").trim();
  return {
    onlyAlerts: query.get("all") !== "1",
    from: calendarDayOf(query.get("from")),
    to: calendarDayOf(query.get("to")),
    membershipId: /^[0-9]{1,20}$/.test(member) ? member : null,
  };
}
