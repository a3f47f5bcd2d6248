import { openAccounts, post, type Posting } from "../../ledger/posting.server.ts";
import { balanceOf, entryOfKey, lockedBalance } from "../../ledger/reading.server.ts";
import type { Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { updatePassOf } from "../passes/changes.server.ts";
import { dueLots } from "./lot-queries.server.ts";
import { accountOf, EP, expireDue, storeLot, spendLots } from "./lots.server.ts";
import type { CreditKind } from "./movements.ts";

/** A movement of loyalty euros, in cents. `key` is its permanent idempotency key; `siteId` is where it happened. */
type Movement = { membershipId: string; cents: bigint; key: string; siteId: number; at: Date };
export type Insufficient = { refusal: "INSUFFICIENT_BALANCE"; balance: bigint };

/**
 * What a membership may spend, in cents, without expired lots. Negative after the reversal of an earning that was already spent.
 */
export async function loyaltyBalance(world: Pick<World, "database" | "now">, membershipId: string): Promise<bigint> {
  const stored = await balanceOf(world, accountOf(membershipId));
  if (stored === null || stored <= 0n) return stored ?? 0n;
  const due = await dueLots(world.database.db, membershipId, world.now());
  return due.reduce((balance, lot) => balance - lot.left_minor, stored);
}

/**
 * Credits loyalty euros, which can be spent for twelve months. A negative balance is paid off first. Repeating a key changes
 * nothing. Returns the balance after the credit.
 */
export async function credit(
  world: World,
  tx: Transaction,
  { membershipId, cents, kind, key, siteId, at }: Movement & { kind: CreditKind },
): Promise<{ balance: bigint }> {
  const account = accountOf(membershipId);
  const internal = internalAccount(kind, siteId);
  await openAccounts(
    tx,
    [
      { name: account, asset: EP, kind: "customer" },
      { name: internal, asset: EP, kind: "house" },
    ],
    at,
  );
  await lockedBalance(tx, account);
  await expireDue(tx, membershipId, at);
  const legs = [
    { account, amount: cents },
    { account: internal, amount: -cents },
  ];
  const { entryId, isNew, balance } = await postOne(tx, account, { key, kind, at, details: { site_id: siteId }, legs });
  if (isNew) {
    await storeLot(tx, { entryId, membershipId, cents, balance, at });
    await updatePassOf(world, tx, membershipId);
  }
  world.metrics.count(`loyalty_movements_total{kind="${kind}"}`);
  return { balance };
}

/** Spends loyalty euros, those that expire first. Refused if the balance is too low. Repeating a key changes nothing. */
export async function debit(
  world: World,
  tx: Transaction,
  { membershipId, cents, kind, key, siteId, at }: Movement & { kind: "spending" },
): Promise<{ balance: bigint } | Insufficient> {
  const account = accountOf(membershipId);
  const internal = internalAccount(kind, siteId);
  if ((await lockedBalance(tx, account)) === null) return { refusal: "INSUFFICIENT_BALANCE", balance: 0n };
  await openAccounts(tx, [{ name: internal, asset: EP, kind: "house" }], at);
  await expireDue(tx, membershipId, at);
  const legs = [
    { account, amount: -cents, least: 0n },
    { account: internal, amount: cents },
  ];
  const result = await post(tx, [{ key, kind, asset: EP, at, details: { site_id: siteId }, legs }]);
  if ("refusal" in result) return { refusal: "INSUFFICIENT_BALANCE", balance: result.refusal.balance };
  const { isNew, balance } = onlyOf(result.posted, account);
  if (isNew) {
    await spendLots(tx, { membershipId, cents, balance });
    await updatePassOf(world, tx, membershipId);
  }
  world.metrics.count(`loyalty_movements_total{kind="${kind}"}`);
  return { balance };
}

/**
 * Reverses an earning once: takes it from what is left of its own lot, then from the lots that expire first. What was already
 * spent makes the balance negative. "unknown" for a key without an earning, "reversed" for a second reversal.
 */
export async function reverseEarning(
  world: World,
  tx: Transaction,
  { earningKey, siteId, at }: { earningKey: string; siteId: number; at: Date },
): Promise<
  { membershipId: string; kind: string; cents: bigint; earnedAt: Date; balance: bigint } | "unknown" | "reversed"
> {
  const earning = await entryOfKey(tx, earningKey);
  const held = earning?.legs.find(({ account }) => account.startsWith(accountOf("")));
  if (earning === null || held === undefined || held.amount < 0n) return "unknown";
  const { account, amount: cents } = held;
  const membershipId = account.slice(accountOf("").length);
  await lockedBalance(tx, account);
  await expireDue(tx, membershipId, at);
  const { isNew, balance } = await postOne(tx, account, {
    key: `${earningKey}/reversal`,
    kind: "reversal",
    at,
    details: { site_id: siteId, of: earning.kind, earned_entry: String(earning.entryId) },
    legs: earning.legs.map((leg) => ({ account: leg.account, amount: -leg.amount })),
  });
  if (!isNew) return "reversed";
  await spendLots(tx, { membershipId, cents, balance, first: earning.entryId });
  await updatePassOf(world, tx, membershipId);
  world.metrics.count('loyalty_movements_total{kind="reversal"}');
  return { membershipId, kind: earning.kind, cents, earnedAt: earning.at, balance };
}

/** The internal account on the other side of a movement, by reason and venue. */
const internalAccount = (kind: string, siteId: number) => `${EP}/house/${kind}/${siteId}`;

async function postOne(tx: Transaction, account: string, posting: Omit<Posting, "asset">) {
  const result = await post(tx, [{ ...posting, asset: EP }]);
  if ("refusal" in result) throw new Error(`The loyalty account ${account} refused a posting without a bound`);
  return onlyOf(result.posted, account);
}

function onlyOf(posted: { entryId: bigint; isNew: boolean; balances: Map<string, bigint> }[], account: string) {
  const [one] = posted;
  const balance = one?.balances.get(account);
  if (one === undefined || balance === undefined) throw new Error(`The posting did not move ${account}`);
  return { entryId: one.entryId, isNew: one.isNew, balance };
}
