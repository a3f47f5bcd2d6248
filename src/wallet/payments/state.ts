import type { PaymentFact } from "../../platform/gateways/bank.ts";

/**
 * The status of a payment as a function of all facts ever learnt about it. Facts are a set: a repeated, late or
 * reordered fact changes nothing.
 */

export type PaymentStatus = PaymentFact;

/**
 * PAID to ERROR come from the bank's API. EXPIRED and GIVEN_UP are ours, when time is over. WITHDRAWN is the member's.
 * CLAIMED is a webhook that says PAID, unproven until the API agrees, and DENIED is staff's rejection of that claim.
 * PAID_OTHER is money of another amount or currency than ordered.
 */
export type FactName = PaymentFact | "EXPIRED" | "GIVEN_UP" | "CLAIMED" | "DENIED" | "PAID_OTHER" | "WITHDRAWN";

/** What happened to the money that a bank session received. */
type Outcome = "held" | "credited" | "refund_due" | "refunded";

/** The status that each fact stands for. The highest rank wins; a late PAID wins over all. */
const MEANINGS: Partial<Record<FactName, PaymentFact>> = {
  INIT: "INIT",
  PENDING_PAYMENT: "PENDING_PAYMENT",
  CANCELLED: "CANCELLED",
  EXPIRED: "CANCELLED",
  WITHDRAWN: "CANCELLED",
  ERROR: "ERROR",
  GIVEN_UP: "ERROR",
  PAID: "PAID",
};
const RANK: Record<PaymentFact, number> = { INIT: 0, PENDING_PAYMENT: 1, CANCELLED: 2, ERROR: 3, PAID: 4 };

/**
 * The status of a payment. PAID is final. Money of another amount is an ERROR, which staff and the refund resolve. A
 * claim that the API contradicts or has not confirmed keeps the payment pending. Otherwise the highest fact counts.
 */
export function statusOf(facts: readonly FactName[]): PaymentStatus {
  if (facts.includes("PAID")) return "PAID";
  if (facts.includes("PAID_OTHER")) return "ERROR";
  if (isClaimOpen(facts)) return "PENDING_PAYMENT";
  return facts
    .flatMap((name) => MEANINGS[name] ?? [])
    .reduce<PaymentStatus>((highest, fact) => (RANK[fact] > RANK[highest] ? fact : highest), "INIT");
}

/**
 * True if a webhook says PAID, but the API says something else that is final, or nothing until time is over. Staff must decide.
 */
export function isContested(facts: readonly FactName[]): boolean {
  const isAnswered = facts.includes("PAID") || facts.includes("PAID_OTHER");
  return !isAnswered && isClaimOpen(facts) && OVER.some((name) => facts.includes(name));
}

/** True if money came after the payment had ended. It is credited if it fits, and is logged. */
export function isLate(facts: readonly FactName[]): boolean {
  return facts.includes("PAID") && OVER.some((name) => facts.includes(name));
}

/** True while the bank is asked regularly. */
export function isOpen(status: PaymentStatus): boolean {
  return status === "INIT" || status === "PENDING_PAYMENT";
}

/**
 * The error of a failed payment. AMOUNT_UNKNOWN: money came without a readable amount, and staff must look; the member
 * must not be told that nothing was paid.
 */
export function errorOf(facts: readonly FactName[]): "AMOUNT_UNKNOWN" | "BANK_REFUSED" {
  return facts.includes("PAID_OTHER") ? "AMOUNT_UNKNOWN" : "BANK_REFUSED";
}

/** The transaction status of the API, from what happened to each session's money. */
export function transactionStatus(
  status: PaymentStatus,
  sessions: readonly { outcome: Outcome | null }[],
): "PENDING" | "SUCCESS" | "FAILED" | "REFUNDED" {
  const has = (outcome: Outcome) => sessions.some((session) => session.outcome === outcome);
  if (has("credited")) return "SUCCESS";
  if (status === "PAID" && has("held")) return "PENDING";
  if (has("refund_due") || has("held")) return "FAILED";
  if (has("refunded")) return "REFUNDED";
  return isOpen(status) ? "PENDING" : "FAILED";
}

type Progress = { status: PaymentStatus; transaction_status: ReturnType<typeof transactionStatus> };

/** True if the payment may still change, so that the page asks again. */
export function isPolled({ status, transaction_status: credit }: Progress): boolean {
  return isOpen(status) || (status === "PAID" && credit === "PENDING");
}

/** The message of the status block. `hasReturned`: the address has a session_id. What was paid but can never be credited has failed. */
export function statusMessage(
  { status, transaction_status: credit }: Progress,
  { hasLink, hasReturned }: { hasLink: boolean; hasReturned: boolean },
): "redirecting" | "waiting" | "done" | "cancelled" | "failed" {
  if (status === "CANCELLED") return "cancelled";
  if (status === "ERROR") return "failed";
  if (status === "PAID" && credit !== "PENDING") return credit === "SUCCESS" ? "done" : "failed";
  return status === "INIT" && hasLink && !hasReturned ? "redirecting" : "waiting";
}

const OVER: FactName[] = ["CANCELLED", "EXPIRED", "WITHDRAWN", "ERROR", "GIVEN_UP"];

function isClaimOpen(facts: readonly FactName[]): boolean {
  return facts.includes("CLAIMED") && !facts.includes("DENIED");
}
