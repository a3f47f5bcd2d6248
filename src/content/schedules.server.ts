import { audit } from "../operators/audit.server.ts";
import type { Operator } from "../operators/operator.ts";
import { inTransaction } from "../platform/database.server.ts";
import { instantOfWallTime, resolveInstant } from "../platform/time-zones.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { findingsOf, type Finding } from "./conscience.server.ts";
import { endSchedule, insertSchedule, lockedSchedule } from "./revision-queries.server.ts";
import { sanitiseDocument } from "./sanitise.server.ts";
import { store, type ContentWrite } from "./saving.server.ts";

export const PUBLISH_QUEUE = "content.publish";
const FURTHEST_MS = 366 * 86_400_000;

/**
 * Reads when a text is to go live: an instant with its offset, or a wall-clock time of the venue such as 2026-12-01T20:30, where
 * an hour that does not exist stands for the first instant after the gap. Null where it is none, past, or over a year away.
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

/** Lets a text go live at its time; nothing changes until then. */
export async function scheduleContent(
  world: World,
  venue: Venue,
  operator: Operator,
  { key, locale, document, words, publishAt }: Omit<ContentWrite, "rev" | "isLazy"> & { publishAt: Date },
): Promise<{ id: string; warnings: Finding[] } | { refused: Finding[] }> {
  const findings = await findingsOf(world, venue, { key, locale, document, words });
  if (findings.some(({ isRefused }) => isRefused)) return { refused: findings.filter(({ isRefused }) => isRefused) };
  const id = world.uuid();
  await inTransaction(world.database, async (tx) => {
    await insertSchedule(tx, {
      id,
      projectId: venue.projectId,
      key,
      locale,
      body: document,
      publish_at: publishAt,
      operator: operator.name,
      session_id: operator.sessionId,
      created_at: world.now(),
    });
    await audit(world, tx, operator, {
      projectId: venue.projectId,
      action: "content.schedule",
      subject: `${key}:${locale}`,
      before: null,
      after: { id, publish_at: publishAt.toISOString(), content: document },
    });
    await world.jobs.send(tx, PUBLISH_QUEUE, { id }, { startAfter: publishAt });
  });
  return { id, warnings: findings };
}

/** Takes back what waits for its time. False where nothing of this site waits under that id. */
export async function withdrawSchedule(world: World, venue: Venue, operator: Operator, id: string): Promise<boolean> {
  return inTransaction(world.database, async (tx) => {
    const waiting = await lockedSchedule(tx, id);
    if (waiting === undefined || waiting.project_id !== venue.projectId) return false;
    await endSchedule(tx, id, "withdrawn", world.now());
    await audit(world, tx, operator, {
      projectId: venue.projectId,
      action: "content.withdraw",
      subject: `${waiting.key}:${waiting.locale}`,
      before: { id, publish_at: waiting.publish_at.toISOString(), content: waiting.body },
      after: null,
    });
    return true;
  });
}

/**
 * Publishes one text whose time has come; a job that comes early sends itself again, one that comes twice does nothing. What the
 * operator saw to be right when it was ordered is live now, over whatever was saved meanwhile: that stays in the history.
 */
export async function publishScheduled(world: World, table: VenueTable, id: string): Promise<void> {
  await inTransaction(world.database, async (tx) => {
    const due = await lockedSchedule(tx, id);
    const venue = due && table.all().find(({ projectId }) => projectId === due.project_id);
    if (due === undefined || venue === undefined) return;
    if (due.publish_at > world.now()) {
      await world.jobs.send(tx, PUBLISH_QUEUE, { id }, { startAfter: due.publish_at });
      return;
    }
    const author = { sessionId: due.session_id, name: due.operator };
    await store(world, tx, venue, author, {
      key: due.key,
      locale: due.locale as Locale,
      document: sanitiseDocument(due.body),
      rev: undefined,
      change: "publish",
    });
    await endSchedule(tx, id, "published", world.now());
  });
}
