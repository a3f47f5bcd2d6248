import { openAccounts } from "../../ledger/posting.server.ts";
import { inTransaction, isUnavailable, type Transaction } from "../../platform/database/database.server.ts";
import type { BankGateway, BankSession } from "../../platform/gateways.ts";
import type { World } from "../../platform/world.ts";
import { lostSession, receivedAmong } from "./lost-queries.server.ts";
import { openCase } from "./case-queries.server.ts";
import { AWAY_AFTER } from "./check-times.ts";
import { keptSessions, paymentOf, updateSession } from "./queries.server.ts";
import { sentBackAmong } from "./sent-back.server.ts";
import { postWhole, settle } from "./settle.server.ts";
import { noteUnsettled } from "./unsettled.server.ts";
import { BANK_ACCOUNT, SUSPENSE_ACCOUNT, type Sites } from "../wallets.server.ts";

export const LOST_QUEUE = "wallet.lost";
/** A bank that pages without end is not believed. */
const PAGES_MAX = 2_000;
/** One look into the books. */
const AT_ONCE = 200;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads at the bank what a notice said of a payment that we do not know. Throws where the bank cannot be asked. */
export async function readLost(world: World, sites: Sites, sessionId: string): Promise<void> {
  const reading = await world.gateways.bank?.read(sessionId);
  if (reading !== undefined && reading !== null) await take(world, sites, reading);
}

/**
 * Goes through everything that the bank opened since an instant and takes what our books miss, after a restore to an earlier time (F29).
 * What our own books refuse holds up nothing else. False where the bank could not be asked about all of it.
 */
export async function takeMissing(world: World, sites: Sites, since: Date): Promise<boolean> {
  const bank = world.gateways.bank;
  if (bank === null) return false;
  try {
    for await (const page of pagesOf(bank, since)) {
      const paid = page.filter(({ fact, state }) => fact === "PAID" && UUID.test(state));
      const known = await receivedAmong(
        world.database.db,
        paid.map(({ sessionId }) => sessionId),
      );
      for (const reading of paid)
        if (!known.has(reading.sessionId))
          await takeNoted(world, sites, reading, await sentBackAmong(bank, [reading.sessionId]));
    }
    return true;
  } catch (error) {
    world.log.error({ err: error }, "what the bank has could not be gone through");
    return false;
  }
}

/** Only a page on which nothing stands at all is behind the last: others pay into this account too. */
async function* pagesOf(bank: BankGateway, since: Date): AsyncGenerator<BankSession[]> {
  const seen = new Set<string>();
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const { sessions, count } = await bank.list(since, page);
    if (count === 0) return;
    const fresh = sessions.filter(({ sessionId }) => !seen.has(sessionId));
    for (const { sessionId } of fresh) seen.add(sessionId);
    yield fresh;
  }
  throw new Error("The bank's list does not end");
}

/** As `take`; what our books refuse is a person's. */
async function takeNoted(world: World, sites: Sites, reading: BankSession, sentBack: string[]): Promise<void> {
  try {
    await take(world, sites, reading, sentBack);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    const { sessionId, state: reference } = reading;
    world.log.error({ err: error, reference }, "what the bank has been paid could not be taken into the books");
    if (await noteUnsettled(world, reference)) return;
    await inTransaction(world.database, async (tx) => {
      const about = { payment_uuid: null, session_id: sessionId, reason: "UNKNOWN_PAYMENT" } as const;
      if (await openCase(tx, about, world.now())) world.metrics.count('payment_cases_total{reason="UNKNOWN_PAYMENT"}');
    });
  }
}

async function take(world: World, sites: Sites, reading: BankSession, sentBack: string[] = []): Promise<void> {
  // Not every payment at our bank was asked for by this program: the accountants' have references of their own.
  if (!UUID.test(reading.state)) return world.metrics.count("payment_readings_foreign_total");
  if ((await paymentOf(world.database.db, reading.state)) !== undefined)
    return settle(world, sites, reading.state, { readings: [reading], sentBack });
  if (reading.fact !== "PAID") return;
  await inTransaction(world.database, (tx) => takeLost(world, tx, reading), { isRepeatable: true });
}

/**
 * Looks at the bank for refunds of all money that our books have of payments made before an instant: staff may have decided one after
 * the backup (F29). No money moves; each is a case. Gives how many sessions could not be asked about.
 */
export async function findSentBack(world: World, sites: Sites, before: Date): Promise<number> {
  const { db } = world.database;
  let [left, missed] = [0, 0];
  let sessions = await keptSessions(db, before, "", AT_ONCE);
  while (sessions.length > 0) {
    for (const { session_id: id, uuid } of sessions) {
      const sentBack = missed < AWAY_AFTER ? await sentBackOf(world, [id]) : null;
      missed = sentBack === null ? missed + 1 : 0;
      if (sentBack === null || !(await noteAll(world, sites, uuid, sentBack))) left += 1;
    }
    sessions = await keptSessions(db, before, sessions.at(-1)?.session_id ?? "", AT_ONCE);
  }
  return left;
}

/** False where our own books refuse it. */
async function noteAll(world: World, sites: Sites, uuid: string, sentBack: string[]): Promise<boolean> {
  if (sentBack.length === 0) return true;
  try {
    await settle(world, sites, uuid, { readings: null, sentBack });
    return true;
  } catch (error) {
    if (isUnavailable(error)) throw error;
    world.log.error({ err: error, payment: uuid }, "what the bank has sent back could not be noted");
    await noteUnsettled(world, uuid);
    return false;
  }
}

/** Which of these sessions the bank has sent back; null where it cannot be asked. */
export function sentBackOf(world: World, sessionIds: readonly string[]): Promise<string[] | null> {
  const bank = world.gateways.bank;
  if (bank === null) return Promise.resolve(null);
  return sentBackAmong(bank, sessionIds).catch((error: unknown) => {
    world.log.warn({ err: error }, "the bank cannot be asked what it has sent back");
    return null;
  });
}

/** The money enters our books, so that they agree with the bank's (I3), and waits for two people of the staff: nobody knows whose it is. */
async function takeLost(world: World, tx: Transaction, reading: BankSession): Promise<void> {
  const { sessionId, state: reference, amountMinor: amount, currency, payerName } = reading;
  const at = world.now();
  const lost = { session_id: sessionId, reference, payer_name: payerName, seen_at: at };
  const { session, isNew } = await lostSession(tx, lost);
  if (session.payment_uuid !== null || session.received_minor !== null) return;
  const isCounted = amount !== null && amount > 0n && currency === "EUR";
  if (isCounted) {
    const house = [BANK_ACCOUNT, SUSPENSE_ACCOUNT].map((name) => ({ name, asset: "EUR", kind: "house" as const }));
    await openAccounts(tx, house, at);
    await postWhole(world, tx, {
      key: `pay:${reference}:${sessionId}:received`,
      kind: "bank-received",
      payment: { uuid: reference, currency: "EUR" },
      from: BANK_ACCOUNT,
      to: SUSPENSE_ACCOUNT,
      amount,
    });
    await updateSession(tx, sessionId, { received_minor: amount, outcome: "held" });
  }
  if (!isNew && !isCounted) return;
  await openCase(tx, { payment_uuid: null, session_id: sessionId, reason: "UNKNOWN_PAYMENT" }, at);
  world.metrics.count('payment_cases_total{reason="UNKNOWN_PAYMENT"}');
  world.log.error({ reference }, "the bank has been paid for a payment that we do not know (F29)");
}
