import { entryNumber, statementPage, type Movement } from "../../ledger/reading.server.ts";
import type { World } from "../../platform/world.ts";
import { loyaltyBalance } from "./balance.server.ts";
import { lotsOfEntries, nextExpiry } from "./lot-queries.server.ts";
import { accountOf } from "./lots.server.ts";

const PAGE_SIZE = 20;

/** A movement in a member's statement; amounts in cents. */
export type StatementLine = ReturnType<typeof lineOf>;
export type BalanceNow = Awaited<ReturnType<typeof balanceNow>>;
export type Statement = Awaited<ReturnType<typeof loyaltyStatement>>;

/** A page of a membership's statement, newest first. `before` comes from the address; an invalid one shows the first page. */
export async function loyaltyStatement(world: World, membershipId: string, before: string | null) {
  const { db } = world.database;
  const page = { account: accountOf(membershipId), before: entryNumber(before), size: PAGE_SIZE };
  const { movements, next: older } = await statementPage(world, page);
  const earned = movements.filter(({ amount }) => amount > 0n).map(({ entryId }) => entryId);
  const lots = earned.length === 0 ? [] : await lotsOfEntries(db, earned);
  const byEntry = new Map(lots.map((lot) => [lot.entry_id, { left: lot.left_minor, expiresAt: lot.expires_at }]));
  return {
    ...(await balanceNow(world, membershipId)),
    lines: movements.map((movement) => lineOf(movement, byEntry.get(movement.entryId) ?? null)),
    /** The cursor of the next, older page; null on the last. */
    older: older === null ? null : String(older),
  };
}

/** A membership's balance and what of it expires next. */
export async function balanceNow(world: World, membershipId: string) {
  const next = await nextExpiry(world.database.db, membershipId, world.now());
  return {
    /** What may be spent; negative while earnings to come will pay it off first. */
    balance: await loyaltyBalance(world, membershipId),
    next: next === undefined ? null : { amount: next.left_minor, expiresAt: next.expires_at },
  };
}

/** `lot` is what is left of an earning, and its exclusive expiry. */
function lineOf({ details, ...movement }: Movement, lot: { left: bigint; expiresAt: Date } | null) {
  const { site_id: siteId, of, expired_at: expiredAt } = details;
  return {
    ...movement,
    /** The kind of the earning that a reversal took back. */
    takenBack: typeof of === "string" ? of : null,
    /** The site where it happened; null for movements without a place. */
    siteId: typeof siteId === "number" ? siteId : null,
    lot,
    /** For an expiry, the instant at which the lot expired. */
    expiredAt: typeof expiredAt === "string" ? new Date(expiredAt) : null,
  };
}
