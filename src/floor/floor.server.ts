import { createHash } from "node:crypto";
import { CARD_BLOCKED } from "../loyalty/floor-outcome.ts";
import type { CardHolder } from "../loyalty/membership.ts";
import { noteUse } from "../loyalty/memberships.server.ts";
import { lockHolderOfCard } from "../loyalty/records.server.ts";
import { askBeforePlay, refusalToPlay } from "../loyalty/play.server.ts";
import { inTransaction, type Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import type { Venue } from "../venues/venue.ts";
import { answerOf, claimEvent, keepAnswer } from "./queries.server.ts";
import { replyOf, type FloorReply, type Outcome } from "./refusals.ts";

/**
 * A write reported by the floor. `call` names the operation and its subject, so that an id cannot be reused for another
 * one.
 */
type Event = { eventId: string; call: string; body: unknown };
type CardUse = {
  card: string;
  serves?: (tx: Transaction, holder: CardHolder) => Promise<boolean>;
  isPaidOut?: boolean;
};

/**
 * Applies a write at most once. The claim of the event id, the effects and the stored answer are one transaction. A
 * repeat with the same body gets the first answer; with another body it is refused (EVENT_ID_REUSED).
 */
export async function applyOnce(
  world: World,
  { siteId }: Venue,
  { eventId, call, body }: Event,
  work: (tx: Transaction) => Promise<Outcome>,
): Promise<FloorReply> {
  const requestHash = hexHash(
    JSON.stringify([call, body], (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
  );
  return inTransaction(world.database, async (tx) => {
    if (await claimEvent(tx, { siteId, eventId, call, requestHash, now: world.now() })) {
      const answer = replyOf(await work(tx));
      // PostgreSQL orders the keys of stored JSON: the first answer is read back, so that a repeat has the same bytes.
      return { status: answer.status, body: await keepAnswer(tx, siteId, eventId, answer.status, answer.body) };
    }
    const kept = await answerOf(tx, siteId, eventId);
    if (kept.request_hash !== requestHash) return replyOf({ refusal: "EVENT_ID_REUSED", status: "APPLIED" });
    return { status: kept.status, body: kept.answer };
  });
}

/**
 * Like `applyOnce`, for a write about the wallet of a card's holder. Refuses with UNKNOWN_CARD, also where `serves` says that the
 * venue may not act on this holder, CARD_NOT_ACTIVE for a card that was replaced, CARD_BLOCKED for a holder whom staff disabled or who
 * was erased, and for whoever may not play at the venue (see `refusalToPlay`). With `isPaidOut` they are served too, because the
 * money is theirs. `work` receives the holder's membership id.
 */
export async function applyOnceToCard(
  world: World,
  venue: Venue,
  { card, serves, isPaidOut = false, ...event }: Event & CardUse,
  work: (tx: Transaction, membershipId: string) => Promise<Outcome>,
): Promise<FloorReply> {
  const registerAnswer = isPaidOut ? "unasked" : await askBeforePlay(world, venue, card);
  return applyOnce(world, venue, event, async (tx) => {
    const holder = await lockHolderOfCard(tx, card);
    if (holder === null || (await serves?.(tx, holder)) === false) return { refusal: "UNKNOWN_CARD" };
    if (holder.status !== "active" && !isPaidOut) return CARD_BLOCKED;
    if (!holder.isInForce) return { refusal: "CARD_NOT_ACTIVE", status: "replaced" };
    const refusal = isPaidOut ? null : await refusalToPlay(world, tx, venue, holder, registerAnswer);
    if (refusal !== null) return refusal;
    await noteUse(world, tx, holder.id);
    return work(tx, holder.id);
  });
}

/** SHA-256 in hexadecimal: what is stored instead of a key or a request body. */
export function hexHash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
