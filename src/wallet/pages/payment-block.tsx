import { memberPaths } from "../../members/paths.ts";
import { m } from "../../paraglide/messages.js";
import { Dawn } from "../../ui/dawn.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Ornament } from "../../ui/ornament.tsx";
import type { PaymentView } from "../wallet-view.server.ts";

/** The status of a payment (section 4), followed by a script; in the deposit form's place while it is not put aside. */
export function PaymentBlock({ payment }: { payment: PaymentView }) {
  const { uuid, message, told, isPolled, error } = payment;
  return (
    <section
      className="payment"
      data-payment={uuid}
      data-told={told}
      data-polled={isPolled || undefined}
      data-message={message}
    >
      <div className="payment-words">
        <Sign message={message} />
        <h3 className="title-3" tabIndex={-1}>
          {error === "RETURNED" ? m.wallet_payment_returned() : TITLES[message]()}
        </h3>
        <Words payment={payment} />
        <p className="small payment-later" data-payment-later hidden>
          {m.wallet_payment_later()}
        </p>
        <p className="small payment-lost" data-payment-lost hidden>
          <Icon name="wifi-slash" small />
          {m.wallet_payment_lost()}
        </p>
      </div>
      {message === "redirecting" && payment.link !== null && (
        <a className="button button-venue" href={payment.link} rel="noreferrer" data-bank-page={uuid}>
          {m.wallet_payment_page()}
          <Icon name="arrow-up-right" small />
        </a>
      )}
      {payment.isDecided && (
        <form method="post" action={memberPaths.wallet} data-payment-continue>
          <input type="hidden" name="do" value="continue" />
          <input type="hidden" name="payment" value={uuid} />
          <button className="button button-ink" type="submit">
            {m.wallet_continue()}
          </button>
        </form>
      )}
    </section>
  );
}

const TITLES: Record<PaymentView["message"], () => string> = {
  redirecting: () => m.wallet_payment_redirecting(),
  waiting: () => m.wallet_payment_waiting(),
  done: () => m.wallet_payment_done(),
  cancelled: () => m.wallet_payment_cancelled(),
  failed: () => m.wallet_payment_failed(),
};

function Sign({ message }: Pick<PaymentView, "message">) {
  if (message === "redirecting" || message === "waiting") return <Dawn />;
  if (message === "done") return <Ornament shape="fan" />;
  return <Icon name="warning-circle" />;
}

function Words({ payment: { message, amount, bankHost, error } }: { payment: PaymentView }) {
  switch (message) {
    case "redirecting":
      return <p className="quiet">{m.wallet_payment_redirecting_text({ amount, host: bankHost ?? "" })}</p>;
    case "waiting":
      return <p className="quiet">{m.wallet_payment_waiting_text({ amount })}</p>;
    case "done":
      return <p className="quiet">{m.wallet_payment_done_text({ amount })}</p>;
    case "cancelled":
      return <p className="quiet">{m.wallet_payment_cancelled_text()}</p>;
    case "failed":
      return <p className="quiet">{errorWords(error)}</p>;
  }
}

const ERRORS: Partial<Record<string, () => string>> = {
  BANK_REFUSED: () => m.wallet_error_bank(),
  AMOUNT_MISMATCH: () => m.wallet_error_amount(),
  AMOUNT_UNKNOWN: () => m.wallet_error_amount_unknown(),
  PAYER_MISMATCH: () => m.wallet_error_payer(),
  NO_ROOM: () => m.wallet_error_room(),
  CARD_INSERTED: () => m.wallet_error_inserted(),
  RETURNED: () => m.wallet_error_returned(),
};

/** Why a payment failed, by the code that it carries; money that arrived goes back. */
function errorWords(error: string | null): string {
  return (ERRORS[error ?? ""] ?? m.wallet_error_other)();
}
