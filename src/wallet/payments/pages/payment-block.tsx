import { type MouseEvent, useState } from "react";
import { m } from "../../../messages/messages.js";
import { LoadingRays } from "../../../ui/document/loading-rays.tsx";
import { Icon } from "../../../ui/icons/icon.tsx";
import type { PaymentView } from "../../view.server.ts";
import { paymentText, paymentTitle } from "./payment-words.ts";
import { goToBank, type Order } from "./use-order.ts";
import type { PaymentPoll } from "./use-payment.ts";

type PaymentBlockProps = { payment: PaymentView; followed: PaymentPoll; order: Order };

/** An open payment in place of the top-up form, with the link to the bank. */
export function PaymentBlock({ payment, followed: { hasGivenUp, isLost }, order }: PaymentBlockProps) {
  return (
    <section className="payment" aria-label={m.wallet_payment_status()}>
      <div className="payment-words">
        <LoadingRays />
        <h3 className="title-3">{paymentTitle(payment)}</h3>
        <p className="quiet">{paymentText(payment)}</p>
        {hasGivenUp && <p className="small payment-later">{m.wallet_payment_later()}</p>}
        {isLost && (
          <p className="small quiet payment-lost">
            <Icon name="wifi-slash" small />
            {m.wallet_payment_lost()}
          </p>
        )}
      </div>
      {payment.link !== null && <BankLink payment={payment} link={payment.link} />}
      {payment.isUnanswered && <Withdraw uuid={payment.uuid} order={order} />}
    </section>
  );
}

/** The link to the bank's page, with another text if the payer has been there. */
function BankLink({ payment: { uuid, message }, link }: { payment: PaymentView; link: string }) {
  const go = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goToBank(uuid, link);
  };
  const isFirst = message === "redirecting";
  return (
    <a className={isFirst ? "button button-venue" : "button button-line"} href={link} rel="noreferrer" onClick={go}>
      {isFirst ? m.wallet_payment_page() : m.wallet_payment_back()}
      <Icon name="arrow-up-right" small />
    </a>
  );
}

/** Cancels an order that the bank has not answered. */
function Withdraw({ uuid, order }: { uuid: string; order: Order }) {
  const [isWorking, setWorking] = useState(false);
  const withdraw = async () => {
    if (isWorking) return;
    setWorking(true);
    await order.withdraw(uuid);
    setWorking(false);
  };
  return (
    <button className="button button-line" type="button" aria-disabled={isWorking} onClick={() => void withdraw()}>
      {m.wallet_withdraw()}
    </button>
  );
}
