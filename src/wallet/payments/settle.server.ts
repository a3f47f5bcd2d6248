import { lockedBalance } from "../../ledger/reading.server.ts";
import { storeVerdict, type RegisterAnswer } from "../../protection/exclusions/registers.server.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import type { BankSession } from "../../platform/gateways/bank.ts";
import type { World } from "../../platform/world.ts";
import { nextCheckAt } from "./check-times.ts";
import { askBeforeCredit } from "./exclusion-check.server.ts";
import { casesOf, isClaimed, openCase } from "./cases/case-queries.server.ts";
import {
  addFact,
  paymentFacts,
  walletHolder,
  knownSession,
  lockPayment,
  noteSentBack,
  paymentOf,
  sessionsOf,
  updatePayment,
  updateSession,
  type Payment,
  type PaymentSession,
} from "./queries.server.ts";
import { errorOf, isContested, isLate, isOpen, statusOf, transactionStatus, type FactName } from "./state.ts";
import { decideAll, release, type Settlement } from "./held-money.server.ts";
import { postOrThrow } from "./postings.server.ts";
import { isPayerNamed } from "./bank/payer-name.server.ts";
import { openSentBackCases } from "./sent-back.server.ts";
import { bankAccount, openCompanyAccounts, suspenseAccount, walletAccount, type Sites } from "../wallets.server.ts";

/** How long a failure that the bank may still revoke counts as pending. */
const GRACE_MS = 600_000;

/**
 * What is new: readings of the bank, sessions that it has sent back, and a fact of our own: time is over (EXPIRED,
 * GIVEN_UP), staff denied a claim, or the member withdrew.
 */
export type PaymentNews = {
  /** Null if the bank was not asked or did not answer; the next check stays scheduled then. */
  readings: readonly BankSession[] | null;
  sentBack?: readonly string[];
  ours?: "EXPIRED" | "GIVEN_UP" | "DENIED" | "WITHDRAWN" | null;
};

/**
 * The only function that moves a payment; webhooks, polls, the reconciler and staff all call it. Adds new facts to the
 * known ones and, in the same transaction, does what follows: release the reservation, book received money, credit,
 * hold or refund it. Repeated, late or reordered facts give the same result. The exclusion register is asked before the
 * transaction where money may be credited. Locks the wallet first, then the payment; every other function must use that
 * order.
 */
export async function settle(world: World, sites: Sites, uuid: string, learnt: PaymentNews): Promise<void> {
  const register = await askBeforeCredit(world, sites, uuid, learnt.readings ?? []);
  await inTransaction(
    world.database,
    async (tx) => {
      const payment = await lockedPayment(tx, uuid);
      if (payment === null) return;
      if (typeof register !== "string")
        await storeVerdict(tx, { enrollmentId: null, membershipId: payment.membership_id }, register);
      for (const reading of learnt.readings ?? []) await learn(world, tx, payment, reading);
      await noteSentBack(tx, uuid, learnt.sentBack ?? [], world.now());
      if (learnt.ours !== undefined && learnt.ours !== null) await remember(world, tx, payment, learnt.ours);
      await applyFacts(world, tx, sites, payment, { register, isAnswered: learnt.readings !== null });
    },
    { isRepeatable: true },
  );
}

/** Loads a payment and locks the wallet and the payment; null if it does not exist. */
export async function lockedPayment(tx: Transaction, uuid: string): Promise<Payment | null> {
  const found = await paymentOf(tx, uuid);
  if (found === undefined) return null;
  await lockedBalance(tx, walletAccount(found.membership_id, found.site_id));
  return lockPayment(tx, uuid);
}

/** The register's answer just now, and whether the bank has just answered. */
type Asked = { register?: RegisterAnswer; isAnswered?: boolean };

/**
 * Does what follows from all known facts; repeating it changes nothing. Without a fresh answer of the exclusion
 * register nothing is credited: that waits for a `settle`, which asks.
 */
export async function applyFacts(
  world: World,
  tx: Transaction,
  sites: Sites,
  payment: Payment,
  { register = "unasked", isAnswered = false }: Asked = {},
): Promise<void> {
  const known = await sessionsOf(tx, payment.uuid);
  const ids = known.map((session) => session.session_id);
  if (await isClaimed(tx, payment, ids)) await remember(world, tx, payment, "CLAIMED");
  const facts = await paymentFacts(tx, payment.uuid);
  const status = statusOf(facts);
  await alarm(world, tx, payment, facts);
  const settlement: Settlement = {
    payment: { ...payment, status },
    // This error follows from the status alone, so it is computed again.
    error: payment.error === "BANK_REFUSED" ? null : payment.error,
    isReserved: payment.is_reserved,
    register,
  };
  settlement.payment.paid_at = payment.paid_at ?? (status === "PAID" ? world.now() : null);
  const decided = await decideAll(world, tx, sites, settlement, known);
  await openSentBackCases(world, tx, payment.uuid, decided);
  const held = decided.filter((session) => session.outcome === "held");
  const cases = await casesOf(tx, payment.uuid);
  const isWaiting = held.some(
    ({ session_id: id }) => !cases.some((one) => one.session_id === id && one.closed_at === null),
  );
  const isMany = decided.length > 1;
  const hasMore = decided.some((one) => one.outcome === null && (isMany || one.failing_since !== null));
  const nextAt = nextCheckAt({ ...payment, status }, { facts, isWaiting, hasMore, now: world.now() });
  if (settlement.isReserved && !isOpen(status) && !(status === "PAID" && held.length > 0))
    await release(tx, settlement);
  await updatePayment(tx, payment.uuid, {
    status,
    transaction_status: transactionStatus(status, decided),
    error: settlement.error ?? (status === "ERROR" ? errorOf(facts) : null),
    is_reserved: settlement.isReserved,
    paid_at: settlement.payment.paid_at,
    next_check_at: nextAt ?? (isAnswered ? null : payment.next_check_at),
    unsettled_since: null,
    updated_at: world.now(),
  });
}

async function learn(world: World, tx: Transaction, payment: Payment, reading: BankSession): Promise<void> {
  const now = world.now();
  if (reading.state !== payment.uuid) return world.metrics.count("payment_readings_foreign_total");
  const session = await knownSession(tx, reading.sessionId, payment.uuid, now);
  if (session === null) return world.metrics.count("payment_readings_foreign_total");
  if (reading.fact === "PAID") return receive(world, tx, payment, session, reading);
  const isFailing = !reading.isFinal && (reading.fact === "ERROR" || reading.fact === "CANCELLED");
  const since = isFailing ? (session.failing_since ?? now) : null;
  if (since?.getTime() !== session.failing_since?.getTime())
    await updateSession(tx, session.session_id, { failing_since: since });
  const isYoung = since !== null && now.getTime() - since.getTime() < GRACE_MS;
  await remember(world, tx, payment, isYoung ? "PENDING_PAYMENT" : reading.fact);
}

/** Books received money. Only the ordered amount and currency make the payment PAID. */
async function receive(
  world: World,
  tx: Transaction,
  payment: Payment,
  session: PaymentSession,
  { amountMinor, currency, payerName }: BankSession,
): Promise<void> {
  if (session.received_minor !== null) return;
  const at = world.now();
  const about = { payment_uuid: payment.uuid, session_id: session.session_id };
  if (amountMinor === null || amountMinor <= 0n || currency !== payment.currency) {
    await openCase(tx, { ...about, reason: "AMOUNT_UNKNOWN" }, at);
    return remember(world, tx, payment, "PAID_OTHER");
  }
  await openCompanyAccounts(tx, payment.company, at);
  await postOrThrow(world, tx, {
    key: `pay:${payment.uuid}:${session.session_id}:received`,
    kind: "bank-received",
    payment,
    from: bankAccount(payment.company),
    to: suspenseAccount(payment.company),
    amount: amountMinor,
  });
  await updateSession(tx, session.session_id, { received_minor: amountMinor, outcome: "held", failing_since: null });
  const isOrdered = amountMinor === payment.amount_minor;
  if (isOrdered && payerName !== null && !(await isPaidByHolder(tx, payment, payerName)))
    await openCase(tx, { ...about, reason: "PAYER_MISMATCH" }, at);
  await remember(world, tx, payment, isOrdered ? "PAID" : "PAID_OTHER");
}

async function remember(world: World, tx: Transaction, { uuid }: Payment, name: FactName): Promise<void> {
  await addFact(tx, { payment_uuid: uuid, name, learnt_at: world.now() });
}

async function alarm(world: World, tx: Transaction, { uuid, status }: Payment, facts: FactName[]): Promise<void> {
  if (
    isContested(facts) &&
    (await openCase(tx, { payment_uuid: uuid, session_id: null, reason: "CONTESTED" }, world.now()))
  ) {
    world.metrics.count("payments_contested_total");
    world.log.error({ payment: uuid }, "a webhook says paid but the bank's API does not");
  }
  if (isLate(facts) && status !== "PAID") {
    world.metrics.count("payments_late_total");
    world.log.warn({ payment: uuid }, "a payment was paid after it had ended");
  }
}

async function isPaidByHolder(tx: Transaction, payment: Payment, payerName: string): Promise<boolean> {
  const holder = await walletHolder(tx, payment.membership_id);
  return isPayerNamed(holder?.lastname ?? null, payerName);
}
