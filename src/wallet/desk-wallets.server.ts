import type { World } from "../platform/world.ts";
import { PIN_ATTEMPTS_MAX } from "./pin/rules.ts";
import { attemptsOf } from "./pin/queries.server.ts";
import { walletsWithBalance } from "./queries.server.ts";

export type WalletAtDesk = {
  /** The member's wallet at this site, or null. */
  wallet: { status: "OPENED" | "CLOSED"; balanceMinor: bigint; limitMinor: bigint } | null;
  /** Null if the member has no PIN. */
  pin: { attemptsLeft: number } | null;
};

/**
 * What the desk of a venue sees of a member's wallet: only the one at its own site, and how many PIN attempts
 * are left.
 */
export async function walletAtDesk(world: World, membershipId: string, siteId: number): Promise<WalletAtDesk> {
  const { db } = world.database;
  const [wallets, attempts] = await Promise.all([walletsWithBalance(db, membershipId), attemptsOf(db, membershipId)]);
  const own = wallets.find(({ site_id: site }) => site === siteId);
  return {
    wallet:
      own === undefined
        ? null
        : { status: own.status, balanceMinor: own.balance_minor ?? 0n, limitMinor: own.limit_minor },
    pin: attempts === undefined ? null : { attemptsLeft: PIN_ATTEMPTS_MAX - attempts },
  };
}

/** True if the member has a wallet at the site. */
export async function hasWalletAt(world: World, membershipId: string, siteId: number): Promise<boolean> {
  const query = world.database.db.selectFrom("wallets").select("status").where("membership_id", "=", membershipId);
  return (await query.where("site_id", "=", siteId).executeTakeFirst()) !== undefined;
}
