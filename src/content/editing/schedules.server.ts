import { audit } from "../../staff/audit.server.ts";
import type { Operator } from "../../staff/operator.ts";
import { isRevoked } from "../../staff/sessions.server.ts";
import { inTransaction } from "../../platform/database/database.server.ts";
import { DAY_MS } from "../../platform/durations.ts";
import { instantOfWallTime, resolveInstant } from "../../platform/time-zones.ts";
import type { World } from "../../platform/world.ts";
import type { VenueTable } from "../../venues/venue-table.server.ts";
import type { Venue } from "../../venues/venue.ts";
import type { Problem } from "./answers.ts";
import { checkText } from "./checks.server.ts";
import type { BlockDocument } from "../contract.ts";
import {
  blockInLocale,
  endSchedule,
  insertSchedule,
  lockedSchedule,
  waitingSchedule,
} from "./revision-queries.server.ts";
import { lockSite } from "../../venues/site-lock.server.ts";
import { sanitiseDocument } from "../sanitise.server.ts";
import { publishText } from "./live-texts.server.ts";
import { conflictOf, headOf, type ContentWrite, type CurrentVersion } from "./saving.server.ts";

export const PUBLISH_QUEUE = "content.publish";
const FURTHEST_MS = 366 * DAY_MS;

/**
 * Reads the time of a publication: an instant with its offset, or a wall-clock time of the venue such as
 * 2026-12-01T20:30. A wall-clock time that the clock change skips means the first instant after it. Null for anything
 * else, for the past, and for more than 366 days ahead.
 */
export function publishTime(world: Pick<World, "now">, venue: Venue, written: string): Date | null {
  const zone = venue.policy.timeZone;
  const [, date, hours, minutes] = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d)$/.exec(written) ?? [];
  const isDate = date !== undefined && !Number.isNaN(Date.parse(date));
  const at = isDate
    ? instantOfWallTime(date, Number(hours) * 60 + Number(minutes), zone)
    : resolveInstant(written, world.now(), zone);
  const wait = at === undefined ? 0 : at.getTime() - world.now().getTime();
  return at !== undefined && wait > 0 && wait <= FURTHEST_MS ? at : null;
}

export type ScheduleOutcome =
  | { id: string; rev: number; warnings: Problem[] }
  | { refused: Problem[] }
  | { conflict: CurrentVersion; yours: BlockDocument };

/**
 * Schedules a text to go live; nothing changes until then. A writer who started from an older revision gets both
 * versions now, while they can still choose.
 */
export async function scheduleContent(
  world: World,
  venue: Venue,
  operator: Operator,
  { key, locale, document, words, rev, loadsWithProject, publishAt }: ContentWrite & { publishAt: Date },
): Promise<ScheduleOutcome> {
  const checked = await checkText(world, venue, { key, locale, document, words });
  if ("refused" in checked) return checked;
  const id = world.uuid();
  return inTransaction(world.database, async (tx) => {
    await lockSite(tx, venue.projectId);
    const name = { project_id: venue.projectId, key, locale };
    const head = await headOf(tx, name);
    if (rev !== undefined && rev !== (head?.rev ?? 0)) return conflictOf(world, head, document);
    const currentRev = (await blockInLocale(tx, name))?.rev ?? 0;
    await insertSchedule(tx, {
      id,
      ...name,
      body: document,
      publish_at: publishAt,
      operator: operator.name,
      session_id: operator.sessionId,
      created_at: world.now(),
      rev: currentRev,
      loads_with_project: loadsWithProject,
    });
    await audit(world, tx, operator, {
      projectId: venue.projectId,
      action: "content.schedule",
      subject: `${key}:${locale}`,
      before: null,
      after: { id, rev: currentRev, publish_at: publishAt.toISOString(), content: document },
    });
    await world.jobs.send(tx, PUBLISH_QUEUE, { id }, { startAfter: publishAt });
    return { id, rev: head?.rev ?? 0, ...checked };
  });
}

/** Withdraws a scheduled text. False where the site has none under that id. */
export async function withdrawSchedule(world: World, venue: Venue, operator: Operator, id: string): Promise<boolean> {
  return inTransaction(world.database, async (tx) => {
    const schedule = await lockedSchedule(tx, id);
    if (schedule === undefined || schedule.project_id !== venue.projectId) return false;
    await endSchedule(tx, id, "withdrawn", world.now());
    await audit(world, tx, operator, {
      projectId: venue.projectId,
      action: "content.withdraw",
      subject: `${schedule.key}:${schedule.locale}`,
      before: { id, publish_at: schedule.publish_at.toISOString(), content: schedule.body },
      after: null,
    });
    return true;
  });
}

/**
 * Publishes one scheduled text. A job that runs too early sends itself again; one that runs twice does nothing. The
 * text goes live over whatever was saved meanwhile, which stays in the history; the trail says so. It does not go live,
 * and the trail says why, where the venue's rules of today refuse it or the session that scheduled it was revoked.
 */
export async function publishScheduled(world: World, table: VenueTable, id: string): Promise<void> {
  const due = await waitingSchedule(world.database.db, id);
  const venue = due && table.all().find(({ projectId }) => projectId === due.project_id);
  if (due === undefined || venue === undefined) return;
  // Read without the venue's row filter: a session may be for several sites, and its end is recorded under one of them.
  const isOrderRevoked = await isRevoked(world, due.session_id);
  await world.database.forVenue(venue, () => publish(world, venue, due, isOrderRevoked));
}

async function publish(
  world: World,
  venue: Venue,
  due: NonNullable<Awaited<ReturnType<typeof waitingSchedule>>>,
  isOrderRevoked: boolean,
): Promise<void> {
  const { id } = due;
  if (due.publish_at > world.now()) {
    const { publish_at: startAfter } = due;
    await inTransaction(world.database, (tx) => world.jobs.send(tx, PUBLISH_QUEUE, { id }, { startAfter }));
    return;
  }
  const locale = due.locale === "en" ? "en" : "fr";
  const document = sanitiseDocument(due.body);
  const checked = await checkText(world, venue, { key: due.key, locale, document, words: locale });
  const reasons = "refused" in checked ? checked.refused.map(({ message }) => message) : [];
  if (isOrderRevoked) reasons.push("session revoked");
  await inTransaction(world.database, async (tx) => {
    if ((await lockedSchedule(tx, id)) === undefined) return;
    const author = { sessionId: due.session_id, name: due.operator };
    const written =
      reasons.length > 0
        ? null
        : await publishText(world, tx, venue, author, {
            key: due.key,
            locale,
            document,
            loadsWithProject: due.loads_with_project,
            orderedOver: due.rev,
          });
    if (written !== null && "rev" in written) return endSchedule(tx, id, "published", world.now());
    await endSchedule(tx, id, "refused", world.now());
    await audit(world, tx, author, {
      projectId: venue.projectId,
      action: "content.publish_refused",
      subject: `${due.key}:${locale}`,
      before: { id, publish_at: due.publish_at.toISOString(), content: document },
      after: { reasons: written === null ? reasons : ["too many texts"] },
    });
  });
}
