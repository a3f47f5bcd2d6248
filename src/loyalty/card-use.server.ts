import type { Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import type { RegisterAnswer } from "../protection/exclusions/registers.server.ts";
import type { Venue } from "../venues/venue.ts";
import { CARD_BLOCKED, refused, UNKNOWN_CARD, type FloorRefused } from "./floor-outcome.ts";
import { isCardNumber, type Membership } from "./membership.ts";
import { noteUse } from "./memberships.server.ts";
import { refusalToPlay } from "./play.server.ts";
import { lockCard, membershipByCard } from "./queries.server.ts";

type CardState = "active" | "replaced" | "blocked";

/**
 * The membership of a usable card, with the card locked and the use noted. Else UNKNOWN_CARD, CARD_REPLACED or CARD_BLOCKED. An
 * exclusion answers like a blocked card, because its reason is private.
 */
export async function membershipOfUsableCard(
  world: World,
  tx: Transaction,
  cardNumber: string,
): Promise<{ membership: Membership } | FloorRefused> {
  const card = isCardNumber(cardNumber) ? await lockCard(tx, cardNumber) : null;
  const membership = card === null ? null : await membershipByCard(tx, cardNumber);
  if (card === null || membership === null) return UNKNOWN_CARD;
  const state = stateOf(card, membership);
  if (state === "replaced") return refused("CARD_REPLACED", state);
  if (state !== "active" || membership.excludedSince !== null) return CARD_BLOCKED;
  await noteUse(world, tx, membership.id);
  return { membership };
}

/** The same for somebody who plays at the venue. Refuses whoever may not (see `refusalToPlay`). */
export async function membershipOfPlayer(
  world: World,
  tx: Transaction,
  venue: Venue,
  cardNumber: string,
  registerAnswer: RegisterAnswer,
): Promise<{ membership: Membership } | FloorRefused> {
  const found = await membershipOfUsableCard(world, tx, cardNumber);
  if ("refusal" in found) return found;
  const { id, birthday } = found.membership;
  return (await refusalToPlay(world, tx, venue, { id, birthday, isExcluded: false }, registerAnswer)) ?? found;
}

/** How a card stands: blocked, whatever its own status, where its holder is disabled or erased. */
export function stateOf(card: { status: CardState }, membership: Membership): CardState {
  return membership.status === "active" ? card.status : "blocked";
}
