import { entryNumber, statementPage } from "../ledger/reading.server.ts";
import type { World } from "../platform/world.ts";
import { walletAccount } from "./wallets.server.ts";

const PAGE_SIZE = 10;

/** A movement of a wallet, in cents. The ledger's entry id identifies it for ever, as on the member's receipt. */
export type WalletLine = {
  entryId: bigint;
  kind: string;
  at: Date;
  amount: bigint;
  balance: bigint;
  /** The payment's uuid, or null for cash. */
  payment: string | null;
};

/**
 * A page of ten movements, newest first. `before` comes from outside; a value that is not an entry id starts at the
 * newest.
 */
export async function walletStatement(
  world: World,
  wallet: { membershipId: string; siteId: number },
  before: string | null,
): Promise<{ lines: WalletLine[]; older: string | null }> {
  const account = walletAccount(wallet.membershipId, wallet.siteId);
  const { movements, next } = await statementPage(world, { account, before: entryNumber(before), size: PAGE_SIZE });
  return {
    lines: movements.map(({ entryId, kind, details, at, amount, balance }) => {
      const { payment } = details;
      return { entryId, kind, at, amount, balance, payment: typeof payment === "string" ? payment : null };
    }),
    older: next === null ? null : String(next),
  };
}
