import { post } from "../ledger/posting.server.ts";
import type { Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import { openedWallet } from "./queries.server.ts";
import { floorAccount, walletAccount } from "./wallets.server.ts";

/**
 * A cash movement at a venue, in cents; positive into the wallet. `key` identifies the movement, which is posted once.
 */
export type Cash = { membershipId: string; siteId: number; key: string; minor: bigint };

export type CashRefusal = "NO_WALLET" | "LIMIT_REACHED" | "INSUFFICIENT_FUNDS";

/**
 * Moves cash between a venue's tills or machines and a wallet, and returns the new balance in cents. Refuses with
 * LIMIT_REACHED if it does not fit beside the amounts reserved for open payments, and with INSUFFICIENT_FUNDS if the
 * wallet holds less.
 */
export async function moveCash(
  world: World,
  tx: Transaction,
  { membershipId, siteId, key, minor }: Cash,
): Promise<{ balance: bigint } | { refusal: CashRefusal }> {
  if ((await openedWallet(tx, membershipId, siteId)) === undefined) return { refusal: "NO_WALLET" };
  const account = walletAccount(membershipId, siteId);
  const posted = await post(tx, [
    {
      key,
      kind: minor > 0n ? "floor-load" : "floor-spend",
      asset: "EUR",
      at: world.now(),
      details: { site: siteId },
      legs: [
        { account: floorAccount(siteId), amount: -minor },
        { account, amount: minor },
      ],
    },
  ]);
  if ("refusal" in posted)
    return { refusal: posted.refusal.code === "ABOVE_LIMIT" ? "LIMIT_REACHED" : "INSUFFICIENT_FUNDS" };
  const balance = posted.posted[0]?.balances.get(account);
  if (balance === undefined) throw new Error("A posting to a wallet must return its balance");
  return { balance };
}
