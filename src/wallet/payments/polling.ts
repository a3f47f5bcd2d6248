import type { PaymentStatus } from "./state.ts";

/** The rules of polling a payment, shared by the page and its tests. Browser-safe. */

export const POLL_MS = 2_000;
/** After this time the page stops polling and promises a mail. */
export const POLL_GIVE_UP_MS = 600_000;

/**
 * A payment as the page keeps it. `isGivenBack`: it was paid but can never be credited, so an error is shown and
 * polling stops.
 */
export type Pending = { status: PaymentStatus; transactionsSuccess: boolean; isGivenBack?: boolean };

/** Converts an answer of GET /transaction/{uuid}. */
export function pendingOfAnswer(status: PaymentStatus, transactions: readonly string[]): Required<Pending> {
  const transactionsSuccess = transactions.length > 0 && transactions.every((name) => name === "SUCCESS");
  const isGivenBack = status === "PAID" && transactions.some((name) => name === "FAILED" || name === "REFUNDED");
  return { status, transactionsSuccess, isGivenBack };
}

/**
 * True if the payment may still change: INIT or PENDING_PAYMENT, or not all transactions succeeded and neither
 * CANCELLED nor ERROR.
 */
export function isPolled({ status, transactionsSuccess, isGivenBack = false }: Pending): boolean {
  if (isGivenBack) return false;
  if (status === "INIT" || status === "PENDING_PAYMENT") return true;
  return !transactionsSuccess && status !== "CANCELLED" && status !== "ERROR";
}

/** The payments to poll in this round. Polling ends when there is none. */
export function toPoll<One extends Pending>(pending: readonly One[]): One[] {
  return pending.filter(isPolled);
}

/** The message of the status block. `hasReturned`: the address has a session_id. */
export function statusMessage(
  pending: Pending,
  { hasLink, hasReturned }: { hasLink: boolean; hasReturned: boolean },
): "redirecting" | "waiting" | "done" | "cancelled" | "failed" {
  const { status, transactionsSuccess } = pending;
  if (status === "INIT" && hasLink && !hasReturned) return "redirecting";
  if (status === "CANCELLED") return "cancelled";
  if (status === "ERROR" || pending.isGivenBack === true) return "failed";
  return status === "PAID" && transactionsSuccess ? "done" : "waiting";
}
