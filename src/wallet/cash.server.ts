import { post } from "../ledger/posting.server.ts";
import type { Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import { openedWallet } from "./queries.server.ts";
import { floorAccount, walletAccount } from "./wallets.server.ts";

/** Cash at a venue: what is put into the wallet is positive. `key` names the movement for ever. */
export type Cash = { membershipId: string; siteId: number; key: string; minor: bigint };

/**
 * Moves cash between a venue's tills and machines and a wallet (house.md, "floor API"), and gives the balance. LIMIT_REACHED where it does not
 * fit beside what is on its way from the bank, INSUFFICIENT_FUNDS where the wallet holds less.
 */
export async function moveCash(
  world: World,
  tx: Transaction,
  { membershipId, siteId, key, minor }: Cash,
): Promise<{ balance: bigint } | { refusal: "NO_WALLET" | "LIMIT_REACHED" | "INSUFFICIENT_FUNDS" }> {
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
  if (balance === undefined) throw new Error("A posting to a wallet gives its balance");
  return { balance };
}
