import { balanceOf, wholeStatement } from "../ledger/reading.server.ts";
import type { Member } from "../accounts/member.ts";
import { decimalOfMinor } from "../platform/decimal.ts";
import type { World } from "../platform/world.ts";
import { paymentDetailsOf, paymentsAfter, pinSetAt, allWalletsOf } from "./export-queries.server.ts";
import { hasUnlock } from "./pin/unlocks.server.ts";
import { walletAccount } from "./wallets.server.ts";

const PAGE_SIZE = 200;
const CLOSED = "closed: open a wallet with its PIN, then export within ten minutes";
/** The currency of wallets; payments have a currency column. */
const CURRENCY = "EUR";

/**
 * The wallet part of a member's data export (GDPR art. 15 and 20), one key per file: wallets with every movement, and
 * top-ups with what the bank and staff did. Bank account numbers are never stored. A member without such data gets no
 * file. Balances and movements are protected by the PIN, even from somebody who stole the session, so they are included
 * only while this session has a wallet unlocked.
 */
export async function exportWallets(world: World, member: Member): Promise<Record<string, unknown>> {
  const { accountId, playersPlusId } = member;
  const [wallets, topUps] = await Promise.all([
    playersPlusId === null ? null : walletsKept(world, member, playersPlusId),
    topUpsKept(world, accountId),
  ]);
  return {
    ...(wallets === null ? {} : { wallets }),
    ...(topUps.length === 0 ? {} : { top_ups: topUps }),
  };
}

async function walletsKept(world: World, member: Member, membershipId: string): Promise<object | null> {
  const { db } = world.database;
  const [rows, pinSet] = await Promise.all([allWalletsOf(db, membershipId), pinSetAt(db, membershipId)]);
  if (rows.length === 0 && pinSet === null) return null;
  if (!(await hasUnlock(world, member)))
    return { pin_set_at: pinSet, amounts: CLOSED, wallets: rows.map(({ limit_minor: _limit, ...row }) => row) };
  const wallets: object[] = [];
  for (const { limit_minor: limit, ...row } of rows) {
    const account = walletAccount(membershipId, row.site_id);
    const balance = decimalOfMinor((await balanceOf(world, account)) ?? 0n);
    const movements = await wholeStatement(world, account);
    wallets.push({ ...row, currency: CURRENCY, limit: decimalOfMinor(limit), balance, movements });
  }
  return { pin_set_at: pinSet, amounts: "open", wallets };
}

async function topUpsKept({ database }: World, accountId: string): Promise<object[]> {
  const all: object[] = [];
  let last: { created_at: Date; uuid: string } | null = null;
  for (;;) {
    const page: Awaited<ReturnType<typeof paymentsAfter>> = await paymentsAfter(
      database.db,
      accountId,
      last,
      PAGE_SIZE,
    );
    if (page.length === 0) return all;
    const fates = await paymentDetailsOf(
      database.db,
      page.map(({ uuid }) => uuid),
    );
    for (const { amount_minor: amount, ...payment } of page)
      all.push({ ...payment, amount: decimalOfMinor(amount), ...fateOf(payment.uuid, fates) });
    last = page.at(-1) ?? null;
    if (page.length < PAGE_SIZE) return all;
  }
}

function fateOf(uuid: string, fates: Awaited<ReturnType<typeof paymentDetailsOf>>): object {
  const own = <Row extends { payment_uuid: string | null }>(rows: readonly Row[]) =>
    rows.filter((row) => row.payment_uuid === uuid).map(({ payment_uuid: _payment, ...row }) => row);
  return {
    facts: own(fates.facts),
    sessions: own(fates.sessions).map(({ received_minor: received, ...session }) => ({
      ...session,
      received: received === null ? null : decimalOfMinor(received),
    })),
    cases: own(fates.cases),
    orders: own(fates.orders),
  };
}
