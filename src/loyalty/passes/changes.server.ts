import type { Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import {
  movePass,
  movePassesToCard,
  renewPassesOf,
  restoreOf,
  revokeWhere,
  type PassEdition,
} from "./queries.server.ts";

export const PASS_QUEUE = "loyalty.pass-update";
/** About two days of attempts, so that an outage over a weekend loses no update. */
const ATTEMPTS = { retryLimit: 50, retryDelaySeconds: 30 } as const;

/** `edition` is the instant of the change in epoch milliseconds; version 1.0.0 orders without it. */
export type PassOrder = { serial: string; edition?: number };

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

/** Updates a pass whose holder asks for it with another card. */
export async function passFollowsHolder(
  world: World,
  tx: Transaction,
  serial: string,
  card: { membershipId: string | null; cardNumber: string },
): Promise<void> {
  await tell(world, tx, await movePass(tx, serial, { ...card, at: world.now() }));
}

/** Updates the pass when the balance or the gifts that it shows change. */
export function passFollowsMember(world: World, tx: Transaction, membershipId: string): Promise<void> {
  return passesFollowMembers(world, tx, [membershipId]);
}

/** The same for several members at once. */
export async function passesFollowMembers(
  world: World,
  tx: Transaction,
  membershipIds: readonly string[],
): Promise<void> {
  await tell(world, tx, await renewPassesOf(tx, membershipIds, world.now()));
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

async function tell(world: World, tx: Transaction, editions: PassEdition[]): Promise<void> {
  for (const { serial, updated_at: at } of editions)
    await world.jobs.send(tx, PASS_QUEUE, { serial, edition: at.getTime() } satisfies PassOrder, ATTEMPTS);
}
