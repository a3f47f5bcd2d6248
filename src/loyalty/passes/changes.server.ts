import type { Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { movePassesToCard, renewPassesOf, restoreOf, revokeWhere } from "./queries.server.ts";

export const PASS_QUEUE = "loyalty.pass-update";
/** About two days of attempts, so that an outage over a weekend loses no update. */
const ATTEMPTS = { retryLimit: 50, retryDelaySeconds: 30 } as const;

export type PassOrder = { serial: string };

/**
 * Updates the pass when the card changes: a temporary card becomes the member's, a replaced card gets its new number. Serial and
 * token stay. Wallets are notified after the transaction commits.
 */
export async function passFollowsCard(
  world: World,
  tx: Transaction,
  card: { membershipId: string; cardNumber: string },
): Promise<void> {
  await tell(world, tx, await movePassesToCard(tx, { ...card, at: world.now() }));
}

/** Updates the pass when the balance or the gifts that it shows change. */
export async function passFollowsMember(world: World, tx: Transaction, membershipId: string): Promise<void> {
  await tell(world, tx, await renewPassesOf(tx, membershipId, world.now()));
}

/** Restores a pass that ended with its membership, when staff reactivate the membership. */
export async function restorePass(
  world: World,
  tx: Transaction,
  card: { membershipId: string; cardNumber: string },
): Promise<void> {
  await tell(world, tx, await restoreOf(tx, { ...card, at: world.now() }));
}

/** Revokes a pass: it turns grey on the phone and no longer holds a code. */
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
