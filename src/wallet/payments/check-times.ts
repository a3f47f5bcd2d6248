import { isOpen, type FactName, type PaymentStatus } from "./state.ts";

/** G142: a quarter of an hour to go to the bank; then every 30 s for an hour, hourly for five days. */
const INIT_MS = 15 * 60_000;
const OFTEN_MS = 30_000;
const OFTEN_UNTIL_MS = 3_600_000;
const SELDOM_MS = 3_600_000;
const GIVE_UP_MS = 5 * 86_400_000;
/** A credit that waits for a card to come out of a machine. */
const WAITING_MS = 10_000;

/** So many questions one after the other that the bank did not answer: it is away, and the rest of the round waits. */
export const AWAY_AFTER = 3;

type Checked = { status: PaymentStatus; created_at: Date };
/**
 * `hasMore`: a session may still be paid whatever the status says, because the bank has others of the payment (an answer of its was lost) or
 * calls this one's failure not final.
 */
type Known = { facts: readonly FactName[]; isWaiting: boolean; hasMore: boolean; now: Date };

/** When the bank is asked next; null where nothing is to be learnt any more. A payment that only our own time ended may still be paid. */
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

/** The next time, by the payment's age. */
export function againAt(createdAt: Date, now: Date): Date {
  const isYoung = now.getTime() - createdAt.getTime() < OFTEN_UNTIL_MS;
  return new Date(now.getTime() + (isYoung ? OFTEN_MS : SELDOM_MS));
}

/** What time itself says of a payment: that nobody went to the bank, or that nothing will come any more; null where it says nothing. */
export function timeOver({ status, created_at: createdAt }: Checked, now: Date): "EXPIRED" | "GIVEN_UP" | null {
  const age = now.getTime() - createdAt.getTime();
  if (status === "INIT" && age >= INIT_MS) return "EXPIRED";
  return status === "PENDING_PAYMENT" && age >= GIVE_UP_MS ? "GIVEN_UP" : null;
}
