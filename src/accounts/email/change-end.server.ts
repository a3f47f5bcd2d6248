import type { Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { endOpenChange, type EmailChange } from "./change-queries.server.ts";
import { voidTokens } from "../password/one-time-tokens.server.ts";

/** Ends the open change of an account's address and both its links, in the caller's transaction. Returns its id or null. */
export async function endEmailChange(
  world: World,
  tx: Transaction,
  accountId: string,
  outcome: NonNullable<EmailChange["outcome"]>,
): Promise<string | null> {
  const id = await endOpenChange(tx, accountId, { ended_at: world.now(), outcome });
  if (id === null) return null;
  await voidTokens(world, tx, [accountId], "email_change_new");
  await voidTokens(world, tx, [accountId], "email_change_old");
  return id;
}
