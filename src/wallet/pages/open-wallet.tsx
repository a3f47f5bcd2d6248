import { memberPaths, withRedirect } from "../../members/paths.ts";
import { m } from "../../paraglide/messages.js";
import { Balance } from "../../ui/figure.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Ornament } from "../../ui/ornament.tsx";
import type { DepositView, OpenView } from "../open-view.server.ts";
import type { PaymentView } from "../wallet-view.server.ts";
import { DepositForm } from "./deposit-form.tsx";
import { PaymentBlock } from "./payment-block.tsx";
import { WalletStatement } from "./wallet-statement.tsx";

type OpenProps = { open: OpenView; title: string; menuHref: string; payment: PaymentView | null };

/** Once unlocked (section 2.7): the balance, then the status of a payment or the deposit form, what the wallet holds at most, its movements. */
export function OpenWallet({ open, title, menuHref, payment }: OpenProps) {
  return (
    <>
      <Balance
        heading={m.wallet_balance()}
        text={open.balance}
        name={m.wallet_balance_name({ amount: open.balance })}
        minor={BigInt(open.balanceMinor)}
      >
        <p className="small quiet">{title}</p>
      </Balance>
      {payment === null ? <Deposit deposit={open.deposit} siteId={open.siteId} /> : <PaymentBlock payment={payment} />}
      <dl className="wallet-facts">
        <Fact label={m.wallet_limit()} value={open.limit} />
        {open.reserved !== null && <Fact label={m.wallet_reserved()} value={open.reserved} />}
        <Fact label={m.wallet_paid_in_today()} value={open.paidInToday} />
      </dl>
      <WalletStatement statement={open.statement} />
      <p className="wallet-leave">
        <a className="button button-quiet" href={menuHref} data-close data-then-menu data-wallet-forget>
          <Icon name="sign-out" />
          {m.wallet_log_out()}
        </a>
        <span className="small quiet">{m.wallet_log_out_text()}</span>
      </p>
    </>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="figures">{value}</dd>
    </div>
  );
}

function Deposit({ deposit, siteId }: { deposit: DepositView; siteId: number }) {
  if (deposit.state === "open") return <DepositForm deposit={deposit} siteId={siteId} />;
  const words = {
    full: [m.wallet_full(), m.wallet_full_text()],
    phone: [m.wallet_deposit(), m.wallet_phone_needed()],
    refused: [m.wallet_deposit(), m.wallet_not_allowed()],
    off: [m.wallet_deposit(), m.wallet_deposit_off()],
  }[deposit.state];
  return (
    <section className="wallet-none">
      <Ornament shape="fan" />
      <h3 className="title-3">{words[0]}</h3>
      <p className="quiet">{words[1]}</p>
      {deposit.state === "phone" && (
        <a className="button button-line" href={withRedirect(memberPaths.phone, `/?popup=Cashless&site=${siteId}`)}>
          {m.wallet_phone_verify()}
        </a>
      )}
    </section>
  );
}
