import type { PaymentFact } from "../../platform/gateways.ts";

/**
 * What a payment is, as a function of everything that was ever learnt of it. Facts are a set: what arrives twice, late or in another
 * order changes nothing (I7), because joining is union and the state is read from the whole.
 */

export type PaymentStatus = PaymentFact;

/**
 * PAID to ERROR are the words of the bank's API. EXPIRED and GIVEN_UP are our own, when time is over (G142), WITHDRAWN is the member's. CLAIMED is a notice that says
 * PAID, which is a claim until the API agrees, and DENIED what staff made of it (F6). PAID_OTHER is money of another amount or currency
 * than was ordered (I9).
 */
export type FactName = PaymentFact | "EXPIRED" | "GIVEN_UP" | "CLAIMED" | "DENIED" | "PAID_OTHER" | "WITHDRAWN";

/** What becomes of money that a session of the bank's received. */
type Outcome = "held" | "credited" | "refund_due" | "refunded";

/** What facts mean for the status, and in which order they outdo each other; a late PAID outdoes them all. */
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

/** The union of what is known; sets as sorted lists, so that equal knowledge is equal text. */
export function joinFacts(one: readonly FactName[], other: readonly FactName[]): FactName[] {
  return [...new Set([...one, ...other])].sort();
}

/**
 * The status of section 4. Money that arrived as ordered is PAID for ever. Money of another amount is an ERROR that staff and the refund
 * settle (G145). A claim that the API contradicts or does not confirm yet waits (F6). Otherwise the highest word counts.
 */
export function statusOf(facts: readonly FactName[]): PaymentStatus {
  if (facts.includes("PAID")) return "PAID";
  if (facts.includes("PAID_OTHER")) return "ERROR";
  if (isClaimOpen(facts)) return "PENDING_PAYMENT";
  return facts
    .flatMap((name) => MEANINGS[name] ?? [])
    .reduce<PaymentStatus>((highest, fact) => (RANK[fact] > RANK[highest] ? fact : highest), "INIT");
}

/** True where a notice says PAID and the API something final else, or nothing until time is over: somebody has to look (F6). */
export function isContested(facts: readonly FactName[]): boolean {
  const isAnswered = facts.includes("PAID") || facts.includes("PAID_OTHER");
  return !isAnswered && isClaimOpen(facts) && OVER.some((name) => facts.includes(name));
}

/** True where the money came after the payment had been given up (F3): it is credited where it fits, and it alarms. */
export function isLate(facts: readonly FactName[]): boolean {
  return facts.includes("PAID") && OVER.some((name) => facts.includes(name));
}

/** True for what the bank is asked about again by itself. */
export function isOpen(status: PaymentStatus): boolean {
  return status === "INIT" || status === "PENDING_PAYMENT";
}

/** Money of which the bank tells no amount came nevertheless: it is a person's, and nobody says that nothing was deposited (G145). */
export function errorOf(facts: readonly FactName[]): "AMOUNT_UNKNOWN" | "BANK_REFUSED" {
  return facts.includes("PAID_OTHER") ? "AMOUNT_UNKNOWN" : "BANK_REFUSED";
}

/** What transaction[].status.name says (G141), by what became of the money of each session. */
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

const OVER: FactName[] = ["CANCELLED", "EXPIRED", "WITHDRAWN", "ERROR", "GIVEN_UP"];

function isClaimOpen(facts: readonly FactName[]): boolean {
  return facts.includes("CLAIMED") && !facts.includes("DENIED");
}
