import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../platform/durations.ts";
import { isOpen, type FactName, type PaymentStatus } from "./state.ts";

/**
 * A payer has 15 minutes to go to the bank. A payment is read at the bank every 30 s for an hour, then hourly for five
 * days.
 */
const INIT_MS = 15 * MINUTE_MS;
const OFTEN_MS = 30_000;
const OFTEN_UNTIL_MS = HOUR_MS;
const SELDOM_MS = HOUR_MS;
const GIVE_UP_MS = 5 * DAY_MS;
/** How often a credit is tried that waits, for example for a card to leave a machine. */
const WAITING_MS = 10_000;

type Checked = { status: PaymentStatus; created_at: Date };
/**
 * `hasMore`: a session may still be paid whatever the status says, because the payment has several sessions (an answer
 * of the bank was lost), or because a session's failure is not final.
 */
type Known = { facts: readonly FactName[]; isWaiting: boolean; hasMore: boolean; now: Date };

/** When to ask the bank next; null if nothing more can change. A payment that we ended ourselves may still be paid. */
export function nextCheckAt(
  { status, created_at: createdAt }: Checked,
  { facts, isWaiting, hasMore, now }: Known,
): Date | null {
  if (status === "PAID" && isWaiting) return new Date(now.getTime() + WAITING_MS);
  const isFinal = facts.includes("CANCELLED") || facts.includes("ERROR") || status === "ERROR";
  const isOver = status === "PAID" || (isFinal && !isOpen(status));
  const isGivenUp = now.getTime() - createdAt.getTime() >= GIVE_UP_MS;
  return (isOver && !hasMore) || isGivenUp ? null : againAt(createdAt, now);
}

/** The next check, by the payment's age. */
export function againAt(createdAt: Date, now: Date): Date {
  const isYoung = now.getTime() - createdAt.getTime() < OFTEN_UNTIL_MS;
  return new Date(now.getTime() + (isYoung ? OFTEN_MS : SELDOM_MS));
}

/** Whether time ends a payment: nobody went to the bank in time, or no result came in five days. Null if neither. */
export function timeOver({ status, created_at: createdAt }: Checked, now: Date): "EXPIRED" | "GIVEN_UP" | null {
  const age = now.getTime() - createdAt.getTime();
  if (status === "INIT" && age >= INIT_MS) return "EXPIRED";
  return status === "PENDING_PAYMENT" && age >= GIVE_UP_MS ? "GIVEN_UP" : null;
}
