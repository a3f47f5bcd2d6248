import { m } from "../../../messages/messages.js";
import type { PaymentView } from "../../view.server.ts";

const TITLES: Record<PaymentView["message"], () => string> = {
  redirecting: m.wallet_payment_redirecting,
  waiting: m.wallet_payment_waiting,
  done: m.wallet_payment_done,
  cancelled: m.wallet_payment_cancelled,
  failed: m.wallet_payment_failed,
};

/** The title of a payment's status block. */
export function paymentTitle({ message, error }: PaymentView): string {
  return error === "RETURNED" ? m.wallet_payment_returned() : TITLES[message]();
}

/** What the status means for the member, in one or two sentences. */
export function paymentText({ message, amount, bankHost, error, isUnanswered }: PaymentView): string {
  if (isUnanswered) return m.wallet_payment_silent_text({ amount });
  switch (message) {
    case "redirecting":
      return m.wallet_payment_redirecting_text({ amount, host: bankHost ?? "" });
    case "waiting":
      return m.wallet_payment_waiting_text({ amount });
    case "done":
      return m.wallet_payment_done_text({ amount });
    case "cancelled":
      return m.wallet_payment_cancelled_text();
    case "failed":
      return errorWords(error);
  }
}

const ERRORS: Partial<Record<string, () => string>> = {
  BANK_REFUSED: m.wallet_error_bank,
  AMOUNT_MISMATCH: m.wallet_error_amount,
  AMOUNT_UNKNOWN: m.wallet_error_amount_unknown,
  PAYER_MISMATCH: m.wallet_error_payer,
  NO_ROOM: m.wallet_error_room,
  CARD_INSERTED: m.wallet_error_inserted,
  RETURNED: m.wallet_error_returned,
};

/** Why a payment failed, by its error code. */
function errorWords(error: string | null): string {
  return (ERRORS[error ?? ""] ?? m.wallet_error_other)();
}
