import { createHash } from "node:crypto";
import type { CardHolder } from "../loyalty/membership.ts";
import { holderOfCardIn } from "../loyalty/memberships.server.ts";
import { inTransaction, type Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import type { Venue } from "../venues/venue.ts";
import { answerOf, claimEvent, claimEventOfCard, keepAnswer, type FloorEvent } from "./queries.server.ts";
import { replyOf, type FloorReply, type Outcome } from "./refusals.ts";

/**
 * A write reported by the floor. `call` names the operation and its subject, so that an id cannot be reused for another
 * one.
 */
type Event = { eventId: string; call: string; body: unknown };
type Work = (tx: Transaction) => Promise<Outcome>;

/**
 * Applies a write at most once. The claim of the event id, the effects and the stored answer are one transaction. A
 * repeat with the same body gets the first answer; with another body it is refused (EVENT_ID_REUSED).
 */
export function applyOnce(world: World, venue: Venue, event: Event, work: Work): Promise<FloorReply> {
  return applied(world, venue, event, async (tx, claimed) => ((await claimEvent(tx, claimed)) ? work : null));
}

/**
 * Like `applyOnce`, for a write about a card that must be valid. Refuses with UNKNOWN_CARD, also where `serves` says that
 * the venue may not act on this holder, or CARD_NOT_ACTIVE for a card that was replaced or whose membership has ended.
 * `work` receives the holder's membership id.
 */
export function applyOnceToCard(
  world: World,
  venue: Venue,
  {
    card,
    serves,
    ...event
  }: Event & { card: string; serves?: (tx: Transaction, holder: CardHolder) => Promise<boolean> },
  work: (tx: Transaction, membershipId: string) => Promise<Outcome>,
): Promise<FloorReply> {
  return applied(world, venue, event, async (tx, claimed) => {
    const { isFirst, holder } = await claimEventOfCard(tx, claimed, holderOfCardIn(card));
    if (!isFirst) return null;
    if (holder === null || (await serves?.(tx, holder)) === false) return async () => ({ refusal: "UNKNOWN_CARD" });
    if (holder.status !== "active" || !holder.isInForce) return async () => cardOver(holder);
    return () => work(tx, holder.id);
  });
}

async function applied(
  world: World,
  venue: Venue,
  { eventId, call, body }: Event,
  claim: (tx: Transaction, event: FloorEvent) => Promise<Work | null>,
): Promise<FloorReply> {
  const { siteId } = venue;
  const requestHash = hashOf(
    JSON.stringify([call, body], (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
  );
  return inTransaction(world.database, async (tx) => {
    const work = await claim(tx, { siteId, eventId, call, requestHash, now: world.now() });
    if (work !== null) {
      const answer = replyOf(await work(tx));
      // PostgreSQL orders the keys of stored JSON: the first answer is read back, so that a repeat has the same bytes.
      return { status: answer.status, body: await keepAnswer(tx, siteId, eventId, answer.status, answer.body) };
    }
    const kept = await answerOf(tx, siteId, eventId);
    if (kept.request_hash !== requestHash) return replyOf({ refusal: "EVENT_ID_REUSED", status: "APPLIED" });
    return { status: kept.status, body: kept.answer };
  });
}

function cardOver({ status }: CardHolder): Outcome {
  return { refusal: "CARD_NOT_ACTIVE", status: status === "active" ? "replaced" : status };
}

/** SHA-256 in hexadecimal: what is stored instead of a key or a request body. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
