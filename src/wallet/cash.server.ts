import { post } from "../ledger/posting.server.ts";
import type { Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import { countMovement } from "../protection/vigilance/movements.server.ts";
import type { Venue } from "../venues/venue.ts";
import { openedWallet } from "./queries.server.ts";
import { floorAccount, walletAccount } from "./wallets.server.ts";

/**
 * A movement between a venue's floor and a wallet, in cents; positive into the wallet. `key` identifies the movement, which is
 * posted once. `isPaidOut` says that money left the wallet as cash at a till, and not into a machine.
 */
type Cash = { membershipId: string; key: string; minor: bigint; isPaidOut?: boolean };

export type CashRefusal = "NO_WALLET" | "LIMIT_REACHED" | "INSUFFICIENT_FUNDS";

/**
 * Moves money between a venue's tills or machines and a wallet, and returns the new balance in cents. Cash that a till took
 * or paid out counts for vigilance; play on a machine does not. Refuses with LIMIT_REACHED if it does not fit beside the
 * amounts reserved for open payments, and with INSUFFICIENT_FUNDS if the wallet holds less.
 */
export async function moveCash(
  world: World,
  tx: Transaction,
  venue: Pick<Venue, "siteId" | "country" | "policy">,
  { membershipId, key, minor, isPaidOut = false }: Cash,
): Promise<{ balance: bigint } | { refusal: CashRefusal }> {
  const { siteId } = venue;
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
  const kind = minor > 0n ? "till_load" : isPaidOut ? "till_payout" : null;
  if (kind !== null) {
    const amount = minor > 0n ? minor : -minor;
    await countMovement(world, tx, venue, { membershipId, kind, minor: amount, currency: "EUR", key });
  }
  return { balance };
}
