import type { World } from "../platform/world.ts";
import { PIN_ATTEMPTS_MAX } from "./pin/rules.ts";
import { pinAttempts, walletSites } from "./desk-queries.server.ts";
import { walletsWithBalance } from "./queries.server.ts";

export type WalletAtDesk = {
  /** The member's wallet at this site, or null. */
  wallet: { status: "OPENED" | "CLOSED"; balanceMinor: bigint; limitMinor: bigint } | null;
  /** Null if the member has no PIN. */
  pin: { attemptsLeft: number } | null;
};

/**
 * What the back-office of a venue sees of a member's wallet: only the one at its own site, and how many PIN attempts
 * are left.
 */
export async function walletAtDesk(world: World, membershipId: string, siteId: number): Promise<WalletAtDesk> {
  const { db } = world.database;
  const [wallets, pin] = await Promise.all([walletsWithBalance(db, membershipId), pinAttempts(db, membershipId)]);
  const own = wallets.find(({ site_id: site }) => site === siteId);
  return {
    wallet:
      own === undefined
        ? null
        : { status: own.status, balanceMinor: own.balance_minor ?? 0n, limitMinor: own.limit_minor },
    pin: pin === undefined ? null : { attemptsLeft: PIN_ATTEMPTS_MAX - pin.attempts },
  };
}

/** True if the member has a wallet at the site. */
export async function hasWalletAt(world: World, membershipId: string, siteId: number): Promise<boolean> {
  return (await walletSites(world.database.db, membershipId)).includes(siteId);
}
