import type { PaymentFact } from "../platform/gateways.ts";

/**
 * What a payment is, as a function of everything that was ever learnt of it. Facts are a set: what arrives twice, late or in another
 * order changes nothing (I7), because joining is union and the state is read from the whole.
 */

export type PaymentStatus = PaymentFact;

/**
 * - a word of the bank's API, or our own (an expiry) – `told`;
 * - PAID by a notice, which is a claim until the API agrees (F6) – `claimed`;
 * - PAID by the API with another amount or currency than ours (I9) – `other`.
 */
export type Fact = { is: "told"; fact: PaymentFact } | { is: "claimed" } | { is: "other" };
export type FactName = PaymentFact | "CLAIMED" | "PAID_OTHER";

/** In which order told facts outdo each other; a late PAID outdoes them all. */
const RANK: Record<PaymentFact, number> = { INIT: 0, PENDING_PAYMENT: 1, CANCELLED: 2, ERROR: 3, PAID: 4 };

export function factName(fact: Fact): FactName {
  if (fact.is === "claimed") return "CLAIMED";
  return fact.is === "other" ? "PAID_OTHER" : fact.fact;
}

/** The union of what is known; sets as sorted lists, so that equal knowledge is equal text. */
export function joinFacts(one: readonly FactName[], other: readonly FactName[]): FactName[] {
  return [...new Set([...one, ...other])].sort();
}

/**
 * The status of section 4. Money that arrived as ordered is PAID for ever. Money of another amount is an ERROR that staff and the refund
 * settle (G145). A claim that the API contradicts or does not confirm yet waits (F6). Otherwise the highest word counts.
 */
export function statusOf(facts: readonly FactName[]): PaymentStatus {
  const told = facts.filter((name): name is PaymentFact => name in RANK);
  if (told.includes("PAID")) return "PAID";
  if (facts.includes("PAID_OTHER")) return "ERROR";
  if (facts.includes("CLAIMED")) return "PENDING_PAYMENT";
  return told.reduce<PaymentStatus>((highest, fact) => (RANK[fact] > RANK[highest] ? fact : highest), "INIT");
}

/** True where a notice says PAID and the API something final else: somebody has to look (F6). */
export function isContested(facts: readonly FactName[]): boolean {
  const isAnswered = facts.includes("PAID") || facts.includes("PAID_OTHER");
  return !isAnswered && facts.includes("CLAIMED") && (facts.includes("CANCELLED") || facts.includes("ERROR"));
}

/** True where the money came after the payment had been given up (F3): it is credited where it fits, and it alarms. */
export function isLate(facts: readonly FactName[]): boolean {
  return facts.includes("PAID") && (facts.includes("CANCELLED") || facts.includes("ERROR"));
}

/** True for what the bank is asked about again by itself. */
export function isOpen(status: PaymentStatus): boolean {
  return status === "INIT" || status === "PENDING_PAYMENT";
}
