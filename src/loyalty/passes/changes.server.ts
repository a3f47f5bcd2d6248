import type { Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { movePassesToCard, restoreOf, revokeWhere } from "./queries.server.ts";

export const PASS_QUEUE = "loyalty.pass-update";
/** About two days: a telephone or a wallet that cannot be reached for a weekend is told in the end. */
const ATTEMPTS = { retryLimit: 50, retryDelaySeconds: 30 } as const;

export type PassOrder = { serial: string };

/**
 * The pass follows the card: the temporary card's becomes the member's, a replaced card's gets the new number, always under the
 * same serial and token (G109). Whoever holds it is told once the transaction commits.
 */
export async function passFollowsCard(
  world: World,
  tx: Transaction,
  card: { membershipId: string; cardNumber: string },
): Promise<void> {
  await tell(world, tx, await movePassesToCard(tx, { ...card, at: world.now() }));
}

/** A pass that was ended with its membership shows the card again, once staff took the member back in (G98). */
export async function restorePass(
  world: World,
  tx: Transaction,
  card: { membershipId: string; cardNumber: string },
): Promise<void> {
  await tell(world, tx, await restoreOf(tx, { ...card, at: world.now() }));
}

/** Ends a pass: it goes grey on the telephone and holds no code any more (G97, G78, G98). */
export async function revokePass(
  world: World,
  tx: Transaction,
  of: { cardNumber: string } | { membershipId: string } | { accountId: string },
): Promise<void> {
  await tell(world, tx, await revokeWhere(tx, of, world.now()));
}

async function tell(world: World, tx: Transaction, serials: string[]): Promise<void> {
  for (const serial of serials) await world.jobs.send(tx, PASS_QUEUE, { serial } satisfies PassOrder, ATTEMPTS);
}
