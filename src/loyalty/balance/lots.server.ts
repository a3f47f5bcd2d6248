import { openAccounts, post } from "../../ledger/posting.server.ts";
import { lockedBalance } from "../../ledger/reading.server.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import { addDays, startOfLocalDay, wallTime } from "../../platform/time-zones.ts";
import type { World } from "../../platform/world.ts";
import { addMonths } from "../../venues/hours/gaming-day.ts";
import { GROUP } from "../../venues/group.ts";
import { dueLots, emptyLots, insertLot, membershipsDue, takeFromLots } from "./lot-queries.server.ts";

/** The loyalty currency of the ledger. */
export const EP = "EP";
/** The currency is the group's, wherever it is earned: its days begin where the group is at home. */
export const LOYALTY_ZONE = "Europe/Paris";
const EXPIRED = `${EP}/house/expired`;
const AT_ONCE = 200;

/** The ledger's account of a membership. */
export const accountOf = (membershipId: string) => `${EP}/member/${membershipId}`;

/** What earnings of an instant may be spent before: the end of the same day, twelve months on (G120). */
export function expiryOf(earnedAt: Date): Date {
  const { date } = wallTime(earnedAt, LOYALTY_ZONE);
  return startOfLocalDay(addDays(addMonths(date, GROUP.loyaltyMonths), 1), LOYALTY_ZONE);
}

/** Keeps what an earning leaves to be spent once what was owed is paid (G126). */
export async function keepLot(
  tx: Transaction,
  earned: { entryId: bigint; membershipId: string; cents: bigint; balance: bigint; at: Date },
): Promise<void> {
  const { entryId, membershipId, cents, balance, at } = earned;
  await insertLot(tx, {
    entry_id: entryId,
    membership_id: membershipId,
    earned_minor: cents,
    left_minor: clamp(balance, cents),
    expires_at: expiryOf(at),
  });
}

/** Takes what a debit cost out of the lots: `balance` is what the account holds after it. `first` is the lot that a reversal takes back. */
export async function spendLots(
  tx: Transaction,
  spent: { membershipId: string; cents: bigint; balance: bigint; first?: bigint },
): Promise<void> {
  const { membershipId, cents, balance, first = null } = spent;
  const taken = await takeFromLots(tx, { membershipId, amount: cents, first });
  // The lots hold what the balance held, or nothing where it was below zero.
  if (taken !== clamp(balance + cents, cents))
    throw new Error(`The lots of membership ${membershipId} do not sum to its balance`);
}

function clamp(amount: bigint, most: bigint): bigint {
  if (amount < 0n) return 0n;
  return amount > most ? most : amount;
}

/** Posts what is over of a membership's lots, a line a lot. Under the account's lock. */
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
  await emptyLots(
    tx,
    lots.map((lot) => lot.entry_id),
  );
}

/** Expires what is over of everybody's lots; repeated, it finds nothing more. Balances are right before it ran, too. */
export async function expireLots(world: Pick<World, "database" | "now">): Promise<void> {
  const at = world.now();
  for (let isMore = true; isMore;) {
    const due = await membershipsDue(world.database.db, at, AT_ONCE);
    for (const membershipId of due)
      await inTransaction(world.database, async (tx) => {
        await lockedBalance(tx, accountOf(membershipId));
        await expireDue(tx, membershipId, at);
      });
    isMore = due.length === AT_ONCE;
  }
}
