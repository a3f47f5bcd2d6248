import { Alert } from "../../members/pages/account-page.tsx";
import { m } from "../../paraglide/messages.js";
import { Icon } from "../../ui/icon.tsx";
import type { OpenView } from "../open-view.server.ts";
import type { CashlessView } from "../wallet-view.server.ts";
import { Keypad } from "./keypad.tsx";
import { OpenWallet } from "./open-wallet.tsx";
import { PaymentBlock } from "./payment-block.tsx";

type BodyProps = {
  view: CashlessView;
  /** What the PIN has opened; null while it has not. */
  open: OpenView | null;
  /** Why it closed again. */
  alert: string | null;
};

/** All of popup=Cashless that changes: locked, or open; with the status of a payment before everything but the balance. */
export function CashlessBody({ view, open, alert }: BodyProps) {
  const { payment, elsewhere } = view;
  return (
    <div className="sheet-body wallet" data-wallet={open === null ? view.lock : "open"} data-site={view.siteId}>
      {open === null ? (
        <>
          {payment !== null && !(view.lock === "inserted" && payment.isDecided) && <PaymentBlock payment={payment} />}
          <Locked view={view} alert={alert} />
        </>
      ) : (
        <OpenWallet open={open} title={view.title} menuHref={view.menuHref} payment={payment} />
      )}
      {elsewhere.length > 0 && (
        <nav className="wallet-elsewhere" aria-label={m.wallet_elsewhere()}>
          {elsewhere.map(({ payment: other, title, href }) => (
            <a
              key={other.uuid}
              href={href}
              data-popup="cashless"
              data-payment={other.uuid}
              data-told={other.told}
              data-polled={other.isPolled || undefined}
            >
              <Icon name="bank" />
              <span>{m.wallet_elsewhere_one({ amount: other.amount, house: title })}</span>
              <Icon name="caret-right" small />
            </a>
          ))}
        </nav>
      )}
    </div>
  );
}

function Locked({ view, alert }: { view: CashlessView; alert: string | null }) {
  if (view.lock === "inserted") return <Inserted pageHref={view.pageHref} text={m.wallet_card_inserted()} />;
  return (
    <>
      {view.lock === "blocked" ? (
        <div className="wallet-blocked">
          <Icon name="lock-simple" />
          <p className="title-3">{view.title}</p>
          <Alert>{m.wallet_pin_blocked()}</Alert>
        </div>
      ) : (
        <Keypad view={view} alert={alert} />
      )}
      <p className="wallet-address">
        <Icon name="shield-check" />
        <span>
          {m.wallet_address_warning()}
          <b>{view.origin}</b>
        </span>
      </p>
    </>
  );
}

/** 'Unable to display your account.' with its 'Continue', which closes the view (section 8). */
function Inserted({ pageHref, text }: { pageHref: string; text: string }) {
  return (
    <div className="wallet-inserted" role="alert">
      <Icon name="lock-simple" />
      <p className="title-3">{text}</p>
      <a className="button button-ink" href={pageHref} data-close>
        {m.wallet_continue()}
      </a>
    </div>
  );
}
