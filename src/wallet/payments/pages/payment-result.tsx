import * as paths from "../../../venues/paths.ts";
import { type FormEvent, useState } from "react";
import { m } from "../../../messages/messages.js";
import { Figure } from "../../../ui/figures/figure.tsx";
import { Icon } from "../../../ui/icons/icon.tsx";
import { Ornament } from "../../../ui/ornament/ornament.tsx";
import type { PaymentView } from "../../view.server.ts";
import { paymentText, paymentTitle } from "./payment-words.ts";

type PaymentResultProps = {
  payment: PaymentView;
  /** Dismisses the payment; false on failure. */
  onRead: () => Promise<boolean>;
};

/** The result of a payment with its amount; 'Continue' leads to the wallet. */
export function PaymentResult({ payment, onRead }: PaymentResultProps) {
  const isDone = payment.message === "done";
  return (
    <section className="payment payment-result" aria-label={m.wallet_payment_status()} data-message={payment.message}>
      <div className="payment-words">
        {isDone ? <Ornament shape="fan" /> : <Icon name={payment.message === "failed" ? "warning-circle" : "x"} />}
        <h3 className="title-3">{paymentTitle(payment)}</h3>
        <p className="balance-figure" role="img" aria-label={payment.amount}>
          <Figure text={payment.amount} />
        </p>
        <p className="quiet">{paymentText(payment)}</p>
      </div>
      <ContinueForm uuid={payment.uuid} onRead={onRead} />
    </section>
  );
}

/** An earlier cancelled payment, as one line that can be dismissed. */
export function PaymentLine({ payment, onRead }: PaymentResultProps) {
  const [isWorking, setWorking] = useState(false);
  return (
    <p className="payment-line small" role="status">
      <span>{m.wallet_payment_cancelled_line({ amount: payment.amount })}</span>
      <button
        className="round"
        type="button"
        aria-label={m.close()}
        aria-disabled={isWorking}
        onClick={() => {
          setWorking(true);
          void onRead().finally(() => setWorking(false));
        }}
      >
        <Icon name="x" small />
      </button>
    </p>
  );
}

function ContinueForm({ uuid, onRead }: { uuid: string; onRead: () => Promise<boolean> }) {
  const [isWorking, setWorking] = useState(false);
  const read = (event: FormEvent) => {
    event.preventDefault();
    if (isWorking) return;
    setWorking(true);
    void onRead().finally(() => setWorking(false));
  };
  return (
    <form method="post" action={paths.wallet} aria-busy={isWorking} onSubmit={read}>
      <input type="hidden" name="do" value="continue" />
      <input type="hidden" name="payment" value={uuid} />
      <button className="button button-venue" type="submit" aria-disabled={isWorking}>
        {m.wallet_continue()}
      </button>
    </form>
  );
}
