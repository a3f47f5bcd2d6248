import * as paths from "../../venues/paths.ts";
import type { ReactNode } from "react";
import { withRedirect } from "../../accounts/paths.ts";
import { m } from "../../messages/messages.js";
import { getLocale } from "../../messages/runtime.js";
import { CloseLink } from "../../ui/sheets/close-link.tsx";
import { Balance } from "../../ui/figures/figure.tsx";
import { useAddress } from "../../ui/hooks/use-address.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { Ornament } from "../../ui/ornament/ornament.tsx";
import { popupAddress } from "../../ui/sheets/popup-link.tsx";
import { money } from "../../venues/language/numbers.ts";
import type { DepositView, OpenView } from "../open-view.server.ts";
import { DepositForm } from "../payments/pages/deposit-form.tsx";
import { useMovingAmount } from "../payments/pages/use-moving-amount.ts";
import type { Order } from "../payments/pages/use-order.ts";
import type { Wallet } from "./use-wallet.ts";
import { LabelledValue } from "./labelled-value.tsx";
import { WalletStatement } from "./wallet-statement.tsx";

type OpenProps = {
  wallet: Wallet & { open: OpenView };
  order: Order;
  /** Shown in place of the top-up form. */
  payment: ReactNode;
};

/** An unlocked wallet: the balance, a payment's status or the top-up form, the wallet's limits, the statement. */
export function OpenWallet({ wallet, order, payment }: OpenProps) {
  const { open, view, refresh } = wallet;
  const address = useAddress();
  const shown = useMovingAmount(open.balanceMinor);
  return (
    <>
      <Balance
        heading={m.wallet_balance()}
        text={shown === open.balanceMinor ? open.balance : money(BigInt(shown), "EUR", getLocale())}
        name={m.wallet_balance_name({ amount: open.balance })}
      >
        <p className="small quiet">{view.title}</p>
      </Balance>
      {payment || <Deposit deposit={open.deposit} siteId={open.siteId} order={order} />}
      <dl className="wallet-values">
        <LabelledValue label={m.wallet_limit()} value={open.limit} />
        {open.reserved !== null && <LabelledValue label={m.wallet_reserved()} value={open.reserved} />}
        <LabelledValue label={m.wallet_paid_in_today()} value={open.paidInToday} />
      </dl>
      <WalletStatement statement={open.statement} turnTo={(before) => refresh({ before })} />
      <p className="wallet-leave">
        <CloseLink className="button button-quiet" href={popupAddress(address, "Menu", { reverse: "true" })}>
          <Icon name="sign-out" />
          {m.wallet_log_out()}
        </CloseLink>
        <span className="small quiet">{m.wallet_log_out_text()}</span>
      </p>
    </>
  );
}

function Deposit({ deposit, siteId, order }: { deposit: DepositView; siteId: number; order: Order }) {
  const address = useAddress();
  if (deposit.state === "open") return <DepositForm deposit={deposit} order={order} />;
  const words = {
    full: [m.wallet_full(), m.wallet_full_text()],
    phone: [m.wallet_deposit(), m.wallet_phone_needed()],
    refused: [m.wallet_deposit(), m.wallet_not_allowed()],
    off: [m.wallet_deposit(), m.wallet_deposit_off()],
  }[deposit.state];
  const back = popupAddress(address, "Cashless", { site: String(siteId) });
  return (
    <section className="wallet-none">
      <Ornament shape="fan" />
      <h3 className="title-3">{words[0]}</h3>
      <p className="quiet">{words[1]}</p>
      {deposit.state === "phone" && (
        <a className="button button-line" href={withRedirect(paths.phone, back)}>
          {m.wallet_phone_verify()}
        </a>
      )}
    </section>
  );
}
