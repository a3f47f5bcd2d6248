import { lockedBalance } from "../../ledger/reading.server.ts";
import { moveLimit } from "../../ledger/limits.server.ts";
import { post } from "../../ledger/posting.server.ts";
import { storeVerdict, type RegisterAnswer } from "../../loyalty/exclusions.server.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import type { BankSession } from "../../platform/gateways.ts";
import type { World } from "../../platform/world.ts";
import { countMovement, type Movement } from "../../protection/movements.server.ts";
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
import { insertionOf } from "../../loyalty/records.server.ts";
import { RECEIPT_QUEUE } from "./mails.server.ts";
import { creditKey } from "./payment-names.ts";
import { isPayerNamed } from "./bank/payer-name.server.ts";
import { isSentBack, openSentBackCases, refundReasonOf } from "./sent-back.server.ts";
import { bankAccount, openCompanyAccounts, suspenseAccount, walletAccount, type Sites } from "../wallets.server.ts";

/** How long a credit waits for a card in a machine or a silent register before the money is sent back. */
const CREDIT_WITHIN_MS = 24 * 3_600_000;
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
  const course: Course = {
    payment: { ...payment, status },
    // This error follows from the status alone, so it is computed again.
    error: payment.error === "BANK_REFUSED" ? null : payment.error,
    isReserved: payment.is_reserved,
    register,
  };
  course.payment.paid_at = payment.paid_at ?? (status === "PAID" ? world.now() : null);
  const decided = await decideAll(world, tx, sites, course, known);
  await openSentBackCases(world, tx, payment.uuid, decided);
  const held = decided.filter((session) => session.outcome === "held");
  const cases = await casesOf(tx, payment.uuid);
  const isWaiting = held.some(
    ({ session_id: id }) => !cases.some((one) => one.session_id === id && one.closed_at === null),
  );
  const isMany = decided.length > 1;
  const hasMore = decided.some((one) => one.outcome === null && (isMany || one.failing_since !== null));
  const nextAt = nextCheckAt({ ...payment, status }, { facts, isWaiting, hasMore, now: world.now() });
  if (course.isReserved && !isOpen(status) && !(status === "PAID" && held.length > 0)) await release(tx, course);
  await updatePayment(tx, payment.uuid, {
    status,
    transaction_status: transactionStatus(status, decided),
    error: course.error ?? (status === "ERROR" ? errorOf(facts) : null),
    is_reserved: course.isReserved,
    paid_at: course.payment.paid_at,
    next_check_at: nextAt ?? (isAnswered ? null : payment.next_check_at),
    unsettled_since: null,
    updated_at: world.now(),
  });
}

/** The state of a payment during one conclusion. */
type Course = { payment: Payment; error: string | null; isReserved: boolean; register: RegisterAnswer };

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

async function decideAll(
  world: World,
  tx: Transaction,
  sites: Sites,
  course: Course,
  sessions: PaymentSession[],
): Promise<PaymentSession[]> {
  const cases = await casesOf(tx, course.payment.uuid);
  let isCredited = sessions.some((session) => session.outcome === "credited");
  const decided: PaymentSession[] = [];
  for (const session of sessions) {
    const decisions = cases.filter((one) => one.session_id === session.session_id);
    const isUndecided = decisions.some((one) => one.closed_at === null);
    if (session.outcome !== "held" || isUndecided) {
      decided.push(session);
      continue;
    }
    const approvedAt = decisions.find((one) => one.decision === "credit")?.closed_at ?? null;
    const verdict =
      refundReasonOf(decisions, isCredited) ??
      (await verdictOn(world, tx, course, { session, approvedAt, isCredited }));
    const outcome = await follow(world, tx, sites, course, session, verdict);
    isCredited ||= outcome === "credited";
    decided.push({ ...session, outcome });
  }
  return decided;
}

/** Decides about held money: "credit", "wait", or the reason to send it back. */
async function verdictOn(
  world: World,
  tx: Transaction,
  { payment, register }: Course,
  { session, approvedAt, isCredited }: { session: PaymentSession; approvedAt: Date | null; isCredited: boolean },
): Promise<string> {
  if (session.received_minor !== payment.amount_minor) return "AMOUNT_MISMATCH";
  // Staff have returned the credit, so a later payment is not credited.
  if (payment.error === "RETURNED") return "PAID_AFTER_RETURN";
  if (isCredited) return "PAID_TWICE";
  const holder = await walletHolder(tx, payment.membership_id);
  // A holder disabled meanwhile still gets the money that was paid; an excluded one does not.
  if (holder === undefined || holder.excluded_since !== null) return "NOT_ALLOWED";
  const insertion = await insertionOf(tx, payment.membership_id);
  const isInserted = insertion?.site_id === payment.site_id;
  // The bank has sent it back, so there is nothing left to credit.
  if (isSentBack(session)) return "wait";
  if (!isInserted && typeof register !== "string") return "credit";
  // The 24 hours start when staff approved, so that their time is not counted against the member.
  const since = (approvedAt ?? payment.paid_at ?? world.now()).getTime();
  if (world.now().getTime() - since < CREDIT_WITHIN_MS || (!isInserted && register === "unasked")) return "wait";
  return isInserted ? "CARD_INSERTED" : "NOT_ALLOWED";
}

async function follow(
  world: World,
  tx: Transaction,
  sites: Sites,
  course: Course,
  session: PaymentSession,
  verdict: string,
): Promise<PaymentSession["outcome"]> {
  if (verdict === "wait") return "held";
  if (verdict === "credit" && (await credit(world, tx, sites, course, session))) return "credited";
  const reason = verdict === "credit" ? "NO_ROOM" : verdict;
  const back = { outcome: "refund_due", refund_reason: reason, refund_next_at: world.now() } as const;
  await updateSession(tx, session.session_id, back);
  world.metrics.count(`wallet_refunds_due_total{reason="${reason}"}`);
  world.log.error({ payment: course.payment.uuid, reason }, "received money will be sent back");
  if (verdict !== "PAID_TWICE" && course.error !== "RETURNED") course.error = reason;
  return "refund_due";
}

/** Posts the credit, once. Returns false if the wallet has no room for money that came late. */
async function credit(
  world: World,
  tx: Transaction,
  sites: Sites,
  course: Course,
  session: PaymentSession,
): Promise<boolean> {
  const { payment } = course;
  if (course.isReserved) await release(tx, course);
  const key = creditKey(payment.uuid);
  const posted = await post(tx, [
    {
      key,
      kind: "top-up",
      asset: payment.currency,
      at: world.now(),
      details: { payment: payment.uuid },
      legs: [
        { account: suspenseAccount(payment.company), amount: -payment.amount_minor },
        { account: walletAccount(payment.membership_id, payment.site_id), amount: payment.amount_minor },
      ],
    },
  ]);
  if ("refusal" in posted) return false;
  await updateSession(tx, session.session_id, { outcome: "credited" });
  course.error = null;
  await countForVigilance(world, tx, sites, payment, { kind: "bank_credit", minor: payment.amount_minor, key });
  await world.jobs.send(tx, RECEIPT_QUEUE, { uuid: payment.uuid });
  world.metrics.count("wallet_credits_total");
  return true;
}

/** Counts money of a payment as a movement of its member. */
export async function countForVigilance(
  world: World,
  tx: Transaction,
  sites: Sites,
  { membership_id: membershipId, site_id: siteId, currency }: Pick<Payment, "membership_id" | "site_id" | "currency">,
  moved: Pick<Movement, "kind" | "minor" | "key">,
): Promise<void> {
  const venue = sites.bySite(siteId);
  if (venue !== undefined) await countMovement(world, tx, venue, { membershipId, currency, ...moved });
}

/** Releases the payment's reservation; once, because a released reservation is never taken again. */
async function release(tx: Transaction, course: Course): Promise<void> {
  const { membership_id: membership, site_id: site, amount_minor: amount } = course.payment;
  course.isReserved = false;
  await moveLimit(tx, walletAccount(membership, site), amount);
}

/** Posts between internal accounts, which have no limits, so a refusal is a bug. */
export async function postOrThrow(
  world: World,
  tx: Transaction,
  entry: {
    key: string;
    kind: string;
    payment: Pick<Payment, "uuid" | "currency">;
    from: string;
    to: string;
    amount: bigint;
  },
): Promise<void> {
  const { key, kind, payment, from, to, amount } = entry;
  const posted = await post(tx, [
    {
      key,
      kind,
      asset: payment.currency,
      at: world.now(),
      details: { payment: payment.uuid },
      legs: [
        { account: from, amount: -amount },
        { account: to, amount },
      ],
    },
  ]);
  if ("refusal" in posted) throw new Error(`${key} was refused`);
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
