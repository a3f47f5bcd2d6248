import { createHash } from "node:crypto";
import { inTransaction, type Transaction } from "../platform/database.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import type { FloorRefusal } from "./contract.ts";
import { addFloorKey, answerOf, claimEvent, keepAnswer, siteOfKey } from "./queries.server.ts";

/** What a floor call answers: the body of a success or of a named refusal, kept for replays. */
export type FloorAnswer = { status: 200 | 404 | 409 | 422; body: object };

/** The venue whose key this is; null for any other text. The key is looked up by hash, so no comparison tells how near a guess was. */
export async function venueOfKey(
  world: World,
  table: VenueTable,
  authorization: string | undefined,
): Promise<Venue | null> {
  const key = /^Bearer ([\x21-\x7e]{1,200})$/.exec(authorization ?? "")?.[1];
  if (key === undefined) return null;
  const siteId = await siteOfKey(world.database.db, sha256(key));
  return siteId === null ? null : (table.bySite(siteId) ?? null);
}

/**
 * Applies a write at most once: the event's claim, its effects and its answer are one transaction; a replay with the same
 * body gets the first answer, with another body it is refused (409 EVENT_ID_REUSED).
 */
export function applyOnce(
  world: World,
  venue: Venue,
  event: { eventId: string; call: string; body: unknown },
  work: (tx: Transaction) => Promise<FloorAnswer>,
): Promise<{ status: number; body: object }> {
  const requestHash = sha256(
    JSON.stringify([event.call, event.body], (_key, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    ),
  );
  return inTransaction(world.database, async (tx) => {
    const isFirst = await claimEvent(tx, {
      siteId: venue.siteId,
      eventId: event.eventId,
      call: event.call,
      requestHash,
      now: world.now(),
    });
    if (isFirst) {
      const answer = await work(tx);
      await keepAnswer(tx, venue.siteId, event.eventId, answer.status, answer.body);
      return answer;
    }
    const kept = await answerOf(tx, venue.siteId, event.eventId);
    const reused: FloorRefusal = "EVENT_ID_REUSED";
    if (kept.request_hash !== requestHash) return { status: 409, body: { error: reused, status: "APPLIED" } };
    return { status: kept.status, body: kept.answer };
  });
}

/** Gives a venue's floor a key; only its hash is stored. */
export async function grantFloorKey(tx: Transaction, siteId: number, key: string): Promise<void> {
  await addFloorKey(tx, siteId, sha256(key));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
