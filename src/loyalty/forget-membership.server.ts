import type { Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import { forgetEnrollment } from "./enrollment/queries.server.ts";
import { revokePass } from "./passes/changes.server.ts";
import { endActiveCard, forgetPerson, lockAccountLink } from "./queries.server.ts";

/**
 * Ends a membership and its enrollment when the account is erased: removes the person's data, the card and the pass. The number stays,
 * because the ledger must keep its entries for five years. So does the keyed hash, from which no name can be read.
 */
export async function forgetMembership(world: World, tx: Transaction, accountId: string): Promise<void> {
  // Before the pass, in the order in which an enrollment that ends locks both.
  await forgetEnrollment(tx, accountId);
  await revokePass(world, tx, { accountId });
  const membershipId = await lockAccountLink(tx, accountId);
  if (membershipId === null) return;
  await endActiveCard(tx, membershipId, "blocked", world.now());
  await forgetPerson(tx, membershipId);
}
