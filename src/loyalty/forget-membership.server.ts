import type { Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import { revokePass } from "./passes/changes.server.ts";
import { endActiveCard, forgetPerson, lockAccountLink } from "./queries.server.ts";

/**
 * What becomes of a membership when its account is erased (G78): it is over and names nobody, its card and pass are ended. The
 * number stays, because the ledger knows it for five years; so does the keyed hash, which nobody can read a name from.
 */
export async function forgetMembership(world: World, tx: Transaction, accountId: string): Promise<void> {
  await revokePass(world, tx, { accountId });
  const membershipId = await lockAccountLink(tx, accountId);
  if (membershipId === null) return;
  await endActiveCard(tx, membershipId, "blocked", world.now());
  await forgetPerson(tx, membershipId);
}
