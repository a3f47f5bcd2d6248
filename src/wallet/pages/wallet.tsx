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

/** The content of popup=Cashless: one wallet. The key gives another wallet a fresh state. */
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
  // Followed here, because the payment's block is unmounted when the wallet is locked or unlocked.
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

/**
 * True for a payment that was open while this sheet was shown, or whose payer has just come back: its result is news.
 */
function useFresh(payment: PaymentView | null): boolean {
  const [fresh, setFresh] = useState<string | null>(null);
  const isNew = payment !== null && (!payment.isDecided || payment.hasReturned);
  if (isNew && fresh !== payment.uuid) setFresh(payment.uuid);
  return payment !== null && fresh === payment.uuid;
}

/** When a payment has a result, tells the native app to close its popup and removes the return from the address. */
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

/** Moves the focus to the dialog if the focused element was removed. */
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

/** Shown while the server decides whether a return from the bank unlocks the wallet. */
function Opening(): ReactNode {
  return (
    <div className="sheet-skeleton" role="status" aria-label={m.loading()}>
      <i />
      <i />
    </div>
  );
}

/** The PIN is blocked: says where and when reception can reset it. */
function Blocked({ view: { title, reception } }: { view: CashlessView }) {
  return (
    <div className="wallet-blocked">
      <AccountIcon name="lock-simple" />
      <h3 className="title-3">{m.wallet_pin_blocked()}</h3>
      <p className="quiet">{m.wallet_desk_bring()}</p>
      {reception !== null && (
        <address className="wallet-desk">
          <b>{title}</b>
          <span>{reception.address}</span>
          <span>{reception.hours}</span>
          <a className="text-link" href={reception.phone.href}>
            {reception.phone.label}
          </a>
        </address>
      )}
    </div>
  );
}

/** 'Unable to display your account.' with its 'Continue', which closes the view. */
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

/** A link to an open payment of another wallet. */
function Elsewhere({ payment, siteId, title, onNews }: ElsewhereProps) {
  usePayment(payment, onNews);
  return (
    <PopupLink popup="Cashless" query={{ site: String(siteId) }}>
      <Icon name="bank" />
      <span>{m.wallet_elsewhere_one({ amount: payment.amount, venue: title })}</span>
      <Icon name="caret-right" small />
    </PopupLink>
  );
}
