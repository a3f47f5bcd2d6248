import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { closePopup } from "../../ui/native/bridge.ts";
import { m } from "../../messages/messages.js";
import { CloseLink } from "../../ui/sheets/close-link.tsx";
import { useAddress } from "../../ui/hooks/use-address.ts";
import { AccountIcon } from "../../ui/icons/account-icon.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { PopupLink, popupAddress } from "../../ui/sheets/popup-link.tsx";
import type { CashlessView, PaymentView } from "../view.server.ts";
import { Keypad } from "../pin/keypad.tsx";
import { OpenWallet } from "./open-wallet.tsx";
import { PaymentBlock } from "../payments/pages/payment-block.tsx";
import { PaymentLine, PaymentResult } from "../payments/pages/payment-result.tsx";
import { paymentText, paymentTitle } from "../payments/pages/payment-words.ts";
import { useOrder } from "../payments/pages/use-order.ts";
import { usePayment } from "../payments/pages/use-payment.ts";
import { useWallet, type Wallet } from "./use-wallet.ts";

/** What popup=Cashless shows (section 2.7), below the sheet's head: one wallet, which another one replaces whole. */
export default function WalletSheet({ wallet }: { wallet: CashlessView }) {
  return <OneWallet key={wallet.siteId} initial={wallet} />;
}

function OneWallet({ initial }: { initial: CashlessView }) {
  const { search } = useLocation();
  const session = new URLSearchParams(search).get("session_id");
  const wallet = useWallet(initial, session);
  const order = useOrder(wallet);
  const { view, open, isOpening, refresh } = wallet;
  const { payment, elsewhere } = view;
  const isFresh = useFresh(payment);
  useReturnOver(view.siteId, isFresh ? payment : null);
  const place = useRef<HTMLDivElement>(null);
  const said = payment === null ? "" : `${paymentTitle(payment)} ${paymentText(payment)}`;
  const isResult = payment !== null && payment.isDecided && (isFresh || payment.message !== "cancelled");
  useSteadyFocus(place, `${open === null ? view.lock : "open"} ${payment?.message ?? ""} ${isOpening}`);
  const read = () => refresh({ act: "continue", payment: payment?.uuid ?? "" });
  // Followed here and not in its block, which moves as the wallet opens and closes.
  const followed = usePayment(payment, () => void refresh());
  const block = payment !== null && !payment.isDecided && (
    <PaymentBlock payment={payment} followed={followed} order={order} />
  );
  const line = payment !== null && payment.isDecided && <PaymentLine payment={payment} onRead={read} />;
  return (
    <div className="wallet" translate="no" ref={place} data-wallet={open === null ? view.lock : "open"}>
      <p className="heard" role="status">
        {said}
      </p>
      {isResult ? (
        <PaymentResult payment={payment} onRead={read} />
      ) : open === null ? (
        <>
          {block || line}
          <Locked wallet={wallet} />
        </>
      ) : (
        <>
          {line}
          <OpenWallet wallet={{ ...wallet, open }} order={order} payment={block} />
        </>
      )}
      {elsewhere.length > 0 && (
        <nav className="wallet-elsewhere" aria-label={m.wallet_elsewhere()}>
          {elsewhere.map((other) => (
            <Elsewhere key={other.payment.uuid} {...other} onNews={() => void refresh()} />
          ))}
        </nav>
      )}
    </div>
  );
}

/** True for a payment that was under way in this sheet, or from which its payer has just come back: how it went is news. */
function useFresh(payment: PaymentView | null): boolean {
  const [fresh, setFresh] = useState<string | null>(null);
  const isNew = payment !== null && (!payment.isDecided || payment.hasReturned);
  if (isNew && fresh !== payment.uuid) setFresh(payment.uuid);
  return payment !== null && fresh === payment.uuid;
}

/** Once a payment is over its return is over too: the app closes its popup, and the address is the wallet's own. */
function useReturnOver(siteId: number, payment: PaymentView | null): void {
  const { search, state } = useLocation();
  const address = useAddress();
  const navigate = useNavigate();
  const isOver = payment?.isDecided === true;
  const end = useEffectEvent(() => {
    closePopup(window);
    const own = popupAddress(address, "Cashless", { site: String(siteId) });
    if (search.includes("session_id="))
      void navigate(own, { replace: true, preventScrollReset: true, state: state as unknown });
  });
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
}

/** Where what had the focus is gone, it goes to what has come in its place. */
function useSteadyFocus(place: React.RefObject<HTMLElement | null>, shown: string): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) place.current?.closest("dialog")?.focus({ preventScroll: true });
    place.current?.closest("dialog")?.scrollTo({ top: 0 });
  }, [place, shown]);
}

function Locked({ wallet }: { wallet: Wallet }) {
  const { view, isOpening } = wallet;
  if (view.lock === "inserted") return <Inserted />;
  return (
    <>
      {isOpening ? <Opening /> : view.lock === "blocked" ? <Blocked view={view} /> : <Keypad wallet={wallet} />}
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

/** Whether who comes back from the bank needs the PIN is on its way. */
function Opening(): ReactNode {
  return (
    <div className="sheet-skeleton" role="status" aria-label={m.loading()}>
      <i />
      <i />
    </div>
  );
}

/** The keypad rests: where and when the PIN is put right. */
function Blocked({ view: { title, desk } }: { view: CashlessView }) {
  return (
    <div className="wallet-blocked">
      <AccountIcon name="lock-simple" />
      <h3 className="title-3">{m.wallet_pin_blocked()}</h3>
      <p className="quiet">{m.wallet_desk_bring()}</p>
      {desk !== null && (
        <address className="wallet-desk">
          <b>{title}</b>
          <span>{desk.address}</span>
          <span>{desk.hours}</span>
          <a className="text-link" href={desk.phone.href}>
            {desk.phone.label}
          </a>
        </address>
      )}
    </div>
  );
}

/** 'Unable to display your account.' with its 'Continue', which closes the view (section 8). */
function Inserted() {
  const address = useAddress();
  return (
    <div className="wallet-inserted" role="alert">
      <AccountIcon name="lock-simple" />
      <p className="title-3">{m.wallet_card_inserted()}</p>
      <CloseLink className="button button-venue" href={popupAddress(address, "Menu", { reverse: "true" })}>
        {m.wallet_continue()}
      </CloseLink>
    </div>
  );
}

type ElsewhereProps = CashlessView["elsewhere"][number] & { onNews: () => void };

/** A payment of another wallet that is under way. */
function Elsewhere({ payment, siteId, title, onNews }: ElsewhereProps) {
  usePayment(payment, onNews);
  return (
    <PopupLink popup="Cashless" query={{ site: String(siteId) }}>
      <Icon name="bank" />
      <span>{m.wallet_elsewhere_one({ amount: payment.amount, house: title })}</span>
      <Icon name="caret-right" small />
    </PopupLink>
  );
}
