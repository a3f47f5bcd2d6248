import type { World } from "../platform/world.ts";
import { PIN_ATTEMPTS_MAX } from "./pin/rules.ts";
import { pinAttempts, walletSites } from "./desk-queries.server.ts";
import { walletsWithBalance } from "./queries.server.ts";

export type WalletAtDesk = {
  /** The member's wallet of the site; null where there is none. */
  wallet: { status: "OPENED" | "CLOSED"; balanceMinor: bigint; limitMinor: bigint } | null;
  /** Null where the member has no PIN. */
  pin: { attemptsLeft: number } | null;
};

/** What a venue's desk sees of a member's wallet: its own site's alone, and of the PIN how many attempts are left. */
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

/** True where a member has a wallet at a site. */
export async function hasWalletAt(world: World, membershipId: string, siteId: number): Promise<boolean> {
  return (await walletSites(world.database.db, membershipId)).includes(siteId);
}
