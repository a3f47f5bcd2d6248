import { isUuid } from "../../../platform/uuid.ts";
import { inTransaction, type Transaction } from "../../../platform/database/database.server.ts";
import { isUnavailable } from "../../../platform/database/errors.server.ts";
import type { BankGateway, BankSession } from "../../../platform/gateways/bank.ts";
import type { World } from "../../../platform/world.ts";
import { lockLostSession, receivedAmong } from "./lost-queries.server.ts";
import { closeUnknown, openCase } from "../cases/case-queries.server.ts";
import { askCompanyBank, countBankFailures } from "../bank/company-banks.server.ts";
import { confirmedWallet, type CompanySession } from "./confirmed.server.ts";
import { keptSessions, paymentOf, updateSession } from "../queries.server.ts";
import { sentBackAmong } from "../sent-back.server.ts";
import { postOrThrow } from "../postings.server.ts";
import { settle } from "../settle.server.ts";
import { noteUnsettled } from "../unsettled.server.ts";
import { bankAccount, isCashlessOn, openCompanyAccounts, suspenseAccount, type Sites } from "../../wallets.server.ts";

export const LOST_QUEUE = "wallet.lost";
/** A limit against a list that never ends. */
const PAGES_MAX = 2_000;
/** How many rows are read at once. */
const AT_ONCE = 200;

/** A session that a webhook of a company's application named and we do not know. */
export type LostSession = { company: string; sessionId: string };

/** Reads such a session at the bank. Throws if the bank cannot be reached. */
export async function readLostSession(world: World, sites: Sites, { company, sessionId }: LostSession): Promise<void> {
  const [reading, sentBack] = await askCompanyBank(world, company, (bank) =>
    Promise.all([bank.read(sessionId), sentBackAmong(bank, [sessionId])]),
  );
  if (reading !== null) await book(world, sites, { ...reading, company }, sentBack);
}

/**
 * Goes through all sessions that the bank opened since an instant, by the list of each company's application, and books
 * those that our books lack, after a restore from a backup. A session that our books refuse does not stop the others.
 * Returns false if a list was not read to the end, or a company whose venue has top-ups has no application.
 */
export async function bookMissing(world: World, sites: Sites, since: Date): Promise<boolean> {
  let isRead = true;
  for (const [company, venues] of Map.groupBy(sites.all(), (venue) => venue.company.key)) {
    const bank = world.gateways.bank.of(company);
    if (bank !== null) isRead = (await bookMissingOf(world, sites, { company, bank, since })) && isRead;
    else if (venues.some((venue) => isCashlessOn(world, venue))) isRead = false;
  }
  return isRead;
}

async function bookMissingOf(
  world: World,
  sites: Sites,
  { company, bank, since }: { company: string; bank: BankGateway; since: Date },
): Promise<boolean> {
  try {
    for await (const page of pagesOf(bank, since)) {
      const paid = page.filter(({ fact, state }) => fact === "PAID" && isUuid(state));
      const known = await receivedAmong(
        world.database.db,
        paid.map(({ sessionId }) => sessionId),
      );
      for (const reading of paid)
        if (!known.has(reading.sessionId))
          await bookOrOpenCase(world, sites, { ...reading, company }, await sentBackAmong(bank, [reading.sessionId]));
    }
    return true;
  } catch (error) {
    world.log.error({ err: error, company }, "the bank's list could not be read to the end");
    return false;
  }
}

/** Only an empty page ends the list: a page may hold nothing but other people's transfers. */
async function* pagesOf(bank: BankGateway, since: Date): AsyncGenerator<BankSession[]> {
  const seen = new Set<string>();
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const { sessions, count } = await bank.list(since, page);
    if (count === 0) return;
    const fresh = sessions.filter(({ sessionId }) => !seen.has(sessionId));
    for (const { sessionId } of fresh) seen.add(sessionId);
    yield fresh;
  }
  throw new Error("The bank's list has more pages than the limit");
}

/** Like `book`, and opens a case for what our books refuse. */
async function bookOrOpenCase(world: World, sites: Sites, reading: CompanySession, sentBack: string[]): Promise<void> {
  try {
    await book(world, sites, reading, sentBack);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    const { company, sessionId, state: reference } = reading;
    world.log.error({ err: error, reference }, "a payment at the bank could not be booked");
    if ((await isOwn(world, reading)) && (await noteUnsettled(world, reference))) return;
    await inTransaction(world.database, async (tx) => {
      const about = { payment_uuid: null, company, session_id: sessionId, reason: "UNKNOWN_PAYMENT" } as const;
      if (await openCase(tx, about, world.now())) world.metrics.count('payment_cases_total{reason="UNKNOWN_PAYMENT"}');
    });
  }
}

async function book(world: World, sites: Sites, reading: CompanySession, sentBack: string[]): Promise<void> {
  // Other transfers reach the same bank account; their references are not uuids of ours.
  if (!isUuid(reading.state)) return world.metrics.count("payment_readings_foreign_total");
  if (await isOwn(world, reading)) return settle(world, sites, reading.state, { readings: [reading], sentBack });
  if (reading.fact !== "PAID") return;
  await inTransaction(world.database, (tx) => bookLost(world, tx, sites, reading, sentBack), { isRepeatable: true });
}

/** True for a payment of ours of the same company. Money at another company's account is nobody's payment. */
async function isOwn(world: World, { state, company }: CompanySession): Promise<boolean> {
  return (await paymentOf(world.database.db, state))?.company === company;
}

/**
 * Asks the bank about refunds of all money that our books hold from before an instant. Staff may have ordered one after
 * the backup was made. Moves no money but opens a case for each. Returns how many sessions could not be checked.
 */
export async function findSentBack(world: World, sites: Sites, before: Date): Promise<number> {
  const { db } = world.database;
  let left = 0;
  const failures = countBankFailures();
  let sessions = await keptSessions(db, before, "", AT_ONCE);
  while (sessions.length > 0) {
    for (const { session_id: id, uuid, company } of sessions) {
      const sentBack = failures.isAway(company) ? null : await sentBackOf(world, company, [id]);
      failures.note(company, sentBack !== null);
      if (sentBack === null || !(await noteAll(world, sites, uuid, sentBack))) left += 1;
    }
    sessions = await keptSessions(db, before, sessions.at(-1)?.session_id ?? "", AT_ONCE);
  }
  return left;
}

/** Returns false if our own books refuse it. */
async function noteAll(world: World, sites: Sites, uuid: string, sentBack: string[]): Promise<boolean> {
  if (sentBack.length === 0) return true;
  try {
    await settle(world, sites, uuid, { readings: null, sentBack });
    return true;
  } catch (error) {
    if (isUnavailable(error)) throw error;
    world.log.error({ err: error, payment: uuid }, "a refund at the bank could not be recorded");
    await noteUnsettled(world, uuid);
    return false;
  }
}

/** Those of a company's sessions that the bank has sent back; null if it cannot be reached. */
export function sentBackOf(world: World, company: string, sessionIds: readonly string[]): Promise<string[] | null> {
  return askCompanyBank(world, company, (bank) => sentBackAmong(bank, sessionIds)).catch((error: unknown) => {
    world.log.warn({ err: error }, "the bank cannot be asked about refunds");
    return null;
  });
}

/**
 * Books money of an unknown payment, so that our books agree with the bank. If the bank confirms everything about it,
 * it waits to be credited together with others; else it is a case, because its owner is unknown. Both take two people.
 */
async function bookLost(
  world: World,
  tx: Transaction,
  sites: Sites,
  reading: CompanySession,
  sentBack: readonly string[],
): Promise<void> {
  const { company, sessionId, state: reference, amountMinor: amount, currency, payerName } = reading;
  const at = world.now();
  const lost = { session_id: sessionId, company, reference, payer_name: payerName, seen_at: at };
  const { session, isNew } = await lockLostSession(tx, lost);
  // A webhook that came after the bank's list was read opened a case about a confirmed session.
  if (session.wallet_membership !== null) return closeUnknown(tx, sessionId, at);
  if (session.payment_uuid !== null || session.received_minor !== null) return;
  const isCounted = amount !== null && amount > 0n && currency === "EUR";
  if (isCounted) {
    await openCompanyAccounts(tx, company, at);
    await postOrThrow(world, tx, {
      key: `pay:${reference}:${sessionId}:received`,
      kind: "bank-received",
      payment: { uuid: reference, currency: "EUR" },
      from: bankAccount(company),
      to: suspenseAccount(company),
      amount,
    });
    await updateSession(tx, sessionId, { received_minor: amount, outcome: "held" });
    const wallet = sentBack.includes(sessionId) ? null : await confirmedWallet(tx, sites, reading);
    if (wallet !== null) {
      await updateSession(tx, sessionId, { wallet_membership: wallet.membershipId, wallet_site: wallet.siteId });
      await closeUnknown(tx, sessionId, at);
      return world.metrics.count("payments_confirmed_total");
    }
  }
  if (!isNew && !isCounted) return;
  await openCase(tx, { payment_uuid: null, company, session_id: sessionId, reason: "UNKNOWN_PAYMENT" }, at);
  world.metrics.count('payment_cases_total{reason="UNKNOWN_PAYMENT"}');
  world.log.error({ reference }, "the bank holds money of an unknown payment");
}
