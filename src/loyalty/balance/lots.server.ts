import { openAccounts, post } from "../../ledger/posting.server.ts";
import { lockedBalance } from "../../ledger/reading.server.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import { addDays, startOfLocalDay, wallTime } from "../../platform/time-zones.ts";
import type { World } from "../../platform/world.ts";
import { addMonths } from "../../venues/hours/gaming-day.ts";
import { updatePassOf } from "../passes/changes.server.ts";
import { GROUP } from "../../venues/group.ts";
import { dueLots, membershipsDue, takeFromLots } from "./lot-queries.server.ts";

/** The ledger's asset for loyalty euros. */
export const EP = "EP";
const EXPIRED = `${EP}/house/expired`;
const AT_ONCE = 200;

/** The name of the ledger account that holds a membership's loyalty euros. */
export const accountOf = (membershipId: string) => `${EP}/member/${membershipId}`;

/** The exclusive expiry of an earning: the end of the same day, twelve months later. */
export function expiryOf(earnedAt: Date): Date {
  const { date } = wallTime(earnedAt, GROUP.timeZone);
  return startOfLocalDay(addDays(addMonths(date, GROUP.loyaltyMonths), 1), GROUP.timeZone);
}

/** Stores the lot of an earning, with what remains after a negative balance is paid off. */
export async function storeLot(
  tx: Transaction,
  earned: { entryId: bigint; membershipId: string; cents: bigint; balance: bigint; at: Date },
): Promise<void> {
  const { entryId, membershipId, cents, balance, at } = earned;
  const lot = {
    entry_id: entryId,
    membership_id: membershipId,
    earned_minor: cents,
    left_minor: clamp(balance, cents),
  };
  await tx
    .insertInto("loyalty_lots")
    .values({ ...lot, expires_at: expiryOf(at) })
    .execute();
}

/**
 * Takes the cost of a debit out of the lots. `balance` is the account's balance after it; `first` is the lot that a reversal
 * takes from first.
 */
export async function spendLots(
  tx: Transaction,
  spent: { membershipId: string; cents: bigint; balance: bigint; first?: bigint },
): Promise<void> {
  const { membershipId, cents, balance, first = null } = spent;
  const taken = await takeFromLots(tx, { membershipId, amount: cents, first });
  // The lots sum to the balance, or to zero while it is negative.
  if (taken !== clamp(balance + cents, cents))
    throw new Error(`The lots of membership ${membershipId} do not sum to its balance`);
}

function clamp(amount: bigint, most: bigint): bigint {
  if (amount < 0n) return 0n;
  return amount > most ? most : amount;
}

/** Posts the expiry of a membership's due lots, one entry each. Call it with the account locked. */
export async function expireDue(tx: Transaction, membershipId: string, at: Date): Promise<void> {
  const lots = await dueLots(tx, membershipId, at);
  if (lots.length === 0) return;
  await openAccounts(tx, [{ name: EXPIRED, asset: EP, kind: "house" }], at);
  const postings = lots.map((lot) => ({
    key: `${EP}/expiry/${lot.entry_id}`,
    kind: "expiry",
    asset: EP,
    at,
    details: { earned_entry: String(lot.entry_id), expired_at: lot.expires_at.toISOString() },
    legs: [
      { account: accountOf(membershipId), amount: -lot.left_minor },
      { account: EXPIRED, amount: lot.left_minor },
    ],
  }));
  await post(tx, postings);
  const ids = lots.map((lot) => lot.entry_id);
  await tx.updateTable("loyalty_lots").set({ left_minor: 0n }).where("entry_id", "in", ids).execute();
}

/** Expires all due lots. Running it again changes nothing. Balances leave out expired lots even before it runs. */
export async function expireLots(world: World): Promise<void> {
  const at = world.now();
  for (let isMore = true; isMore;) {
    const due = await membershipsDue(world.database.db, at, AT_ONCE);
    for (const membershipId of due)
      await inTransaction(world.database, async (tx) => {
        await lockedBalance(tx, accountOf(membershipId));
        await expireDue(tx, membershipId, at);
        await updatePassOf(world, tx, membershipId);
      });
    isMore = due.length === AT_ONCE;
  }
}
