import type { PaymentStatus } from "./state.ts";

/** The contract of section 4, "Polling", for the page and for who tests it (I14). Browser-safe. */

export const POLL_MS = 2_000;
/** After so long the page promises to tell, and stops (G144). */
export const POLL_GIVE_UP_MS = 600_000;

/**
 * A payment as the page keeps it (section 3, "Transactions"). `isGivenBack`: it was paid and can never be credited, so there is an
 * error to show and nothing to wait for (G141).
 */
export type Pending = { status: PaymentStatus; transactionsSuccess: boolean; isGivenBack?: boolean };

/** What GET /transaction/{uuid} says, as the page keeps it. */
export function pendingOfAnswer(status: PaymentStatus, transactions: readonly string[]): Required<Pending> {
  const transactionsSuccess = transactions.length > 0 && transactions.every((name) => name === "SUCCESS");
  const isGivenBack = status === "PAID" && transactions.some((name) => name === "FAILED" || name === "REFUNDED");
  return { status, transactionsSuccess, isGivenBack };
}

/** Whether a payment is checked again: INIT or PENDING_PAYMENT, or not all succeeded and neither CANCELLED nor ERROR. */
export function isPolled({ status, transactionsSuccess, isGivenBack = false }: Pending): boolean {
  if (isGivenBack) return false;
  if (status === "INIT" || status === "PENDING_PAYMENT") return true;
  return !transactionsSuccess && status !== "CANCELLED" && status !== "ERROR";
}

/** Those to check in this round; none is the end of polling. */
export function toPoll<One extends Pending>(pending: readonly One[]): One[] {
  return pending.filter(isPolled);
}

/** What the page does about an answer: the money is there, the payment is over without it, or neither yet. */
export function outcomeOf({ status, transactionsSuccess, isGivenBack = false }: Pending): "credited" | "over" | null {
  if (status === "PAID" && transactionsSuccess) return "credited";
  return isGivenBack || status === "CANCELLED" || status === "ERROR" ? "over" : null;
}

/** Which message of section 4 stands in the block. `hasReturned`: the address carries a session_id. */
export function messageOf(
  pending: Pending,
  { hasLink, hasReturned }: { hasLink: boolean; hasReturned: boolean },
): "redirecting" | "waiting" | "done" | "cancelled" | "failed" {
  const { status, transactionsSuccess } = pending;
  if (status === "INIT" && hasLink && !hasReturned) return "redirecting";
  if (status === "CANCELLED") return "cancelled";
  if (status === "ERROR" || pending.isGivenBack === true) return "failed";
  return status === "PAID" && transactionsSuccess ? "done" : "waiting";
}
