import type { Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import type { RegisterAnswer } from "../protection/exclusions/registers.server.ts";
import type { Venue } from "../venues/venue.ts";
import { membershipOfPlayer } from "./card-use.server.ts";
import { refused, UNKNOWN_CARD, type FloorOutcome } from "./floor-outcome.ts";
import { isCardNumber } from "./membership.ts";
import { insertionOf, lockCard } from "./queries.server.ts";

type Move = { cardNumber: string; machine: string };

/**
 * Records that the card is in a machine of the venue. It can be in one machine at a time; repeating the same machine is allowed. Refuses
 * whoever may not play there (see `refusalToPlay`; `registerAnswer` is the answer of the register that `askBeforePlay` returned).
 */
export async function insertCard(
  world: World,
  tx: Transaction,
  venue: Venue,
  move: Move,
  registerAnswer: RegisterAnswer,
): Promise<FloorOutcome> {
  const found = await membershipOfPlayer(world, tx, venue, move.cardNumber, registerAnswer);
  if ("refusal" in found) return found;
  const now = await insertionOf(tx, found.membership.id);
  if (now !== null) return isAt(now, venue, move) ? { ok: { inserted: true } } : refused("CARD_INSERTED", "inserted");
  const { cardNumber, machine } = move;
  const place = { card_number: cardNumber, site_id: venue.siteId, machine };
  const insertion = { membership_id: found.membership.id, ...place, inserted_at: world.now() };
  await tx.insertInto("card_insertions").values(insertion).execute();
  return { ok: { inserted: true } };
}

/** Records that the card left its machine. Works for a card that was replaced or blocked meanwhile. */
export async function ejectCard(tx: Transaction, venue: Venue, move: Move): Promise<FloorOutcome> {
  const card = isCardNumber(move.cardNumber) ? await lockCard(tx, move.cardNumber) : null;
  if (card === null) return UNKNOWN_CARD;
  const now = await insertionOf(tx, card.membership_id);
  if (now === null || now.card_number !== move.cardNumber) return refused("CARD_NOT_INSERTED", "ejected");
  if (!isAt(now, venue, move)) return refused("CARD_INSERTED", "inserted");
  await tx.deleteFrom("card_insertions").where("membership_id", "=", card.membership_id).execute();
  return { ok: { inserted: false } };
}

function isAt(now: { site_id: number; machine: string }, { siteId }: Venue, { machine }: Move): boolean {
  return now.site_id === siteId && now.machine === machine;
}
