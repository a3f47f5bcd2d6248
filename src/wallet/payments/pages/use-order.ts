import { useEffect, useEffectEvent, useRef, useState } from "react";
import { isNative, openPopup } from "../../../ui/native/bridge.ts";
import { m } from "../../../messages/messages.js";
import { bankPath } from "../bank-path.ts";
import { askBank } from "./ask-bank.ts";
import { handleOf } from "../../pages/handles.ts";
import { leaveForLogIn, type Wallet } from "../../pages/use-wallet.ts";
import { refusalWords } from "../../pages/wallet-calls.ts";

/** Section 9, "Delay before payment redirect". */
const REDIRECT_MS = 200;
/** By then the member reads that the bank has not answered yet. */
const SILENT_MS = 12_000;

type Started = { data?: { transaction_uuid?: string; link?: string }; error?: unknown };

/** `silent`: asked for so long that the member has read that there is no answer yet. `leaving`: the bank's page is on its way. */
export type OrderStatus = "idle" | "asking" | "silent" | "leaving";

export type Order = {
  status: OrderStatus;
  /** What went wrong with the last one. */
  problem: string | null;
  start: (minor: bigint) => Promise<void>;
  /** Gives up an order that the bank has not answered. */
  withdraw: (paymentUuid: string) => Promise<boolean>;
};

/**
 * The deposit that the member orders: sent once, asked for again with the same key while nobody knows its outcome, then on to the bank's page.
 * An order that an earlier page left without an answer is taken up again.
 */
export function useOrder(wallet: Wallet): Order {
  const { view, open, refresh } = wallet;
  const { siteId, payment } = view;
  const [status, setStatus] = useState<OrderStatus>("idle");
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  /** The name of an order, kept while its outcome is not known. */
  const named = useRef<{ minor: bigint; key: string } | null>(null);

  async function start(minor: bigint): Promise<void> {
    if (running.current !== null) return;
    const handle = handleOf(siteId);
    if (handle === null || open === null) return void (await refresh({ hasEnded: true }));
    const stop = new AbortController();
    running.current = stop;
    setStatus("asking");
    setProblem(null);
    const silence = setTimeout(() => {
      setStatus("silent");
      void refresh();
    }, SILENT_MS);
    if (named.current?.minor !== minor) named.current = { minor, key: crypto.randomUUID() };
    const { key } = named.current;
    let next: OrderStatus = "idle";
    try {
      next = await follow(await askBank({ minor, siteId, returnUrl: open.returnUrl, handle, key }, stop.signal));
    } catch {
      if (!stop.signal.aborted) setProblem(navigator.onLine ? m.wallet_order_unreadable() : m.wallet_offline());
    } finally {
      clearTimeout(silence);
      if (running.current === stop) {
        running.current = null;
        setStatus(next);
      }
    }
  }

  async function follow(answer: Response): Promise<OrderStatus> {
    if (answer.status === 401) leaveForLogIn();
    const body = (await answer.json()) as Started;
    const { transaction_uuid: uuid, link } = body.data ?? {};
    named.current = null;
    if (!answer.ok || uuid === undefined || link === undefined) {
      await refused(answer.status, body.error);
      return "idle";
    }
    void refresh();
    setTimeout(() => {
      goToBank(uuid, link);
      // In the app this page stays, and its form is used again.
      if (isNative(window)) setStatus("idle");
    }, REDIRECT_MS);
    return "leaving";
  }

  /** Where another payment is open it is shown with its link; the wallet says what else has changed, and the rest is told in words. */
  async function refused(refusedWith: number, error: unknown): Promise<void> {
    if (refusedWith === 403) return void (await refresh({ hasEnded: true }));
    if (refusedWith === 422) return setProblem(refusalWords(error) ?? m.wallet_order_unreadable());
    await refresh();
    setProblem(error === "INIT_TRANSACTION_ERROR" ? m.wallet_init_error() : m.wallet_order_unreadable());
  }

  async function withdraw(paymentUuid: string): Promise<boolean> {
    running.current?.abort();
    running.current = null;
    named.current = null;
    setStatus("idle");
    return refresh({ act: "withdraw", payment: paymentUuid });
  }

  const takeUp = useEffectEvent(() => {
    if (payment !== null) void start(BigInt(payment.amountMinor));
  });
  const isLeft = open !== null && payment?.isUnanswered === true;
  useEffect(() => {
    if (!isLeft) return;
    const timer = setTimeout(() => takeUp());
    return () => clearTimeout(timer);
  }, [isLeft]);
  useEffect(() => {
    // Back from the bank by the browser's own button, the form may be used again.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setStatus("idle");
    addEventListener("pageshow", comeBack);
    return () => {
      removeEventListener("pageshow", comeBack);
      running.current?.abort();
    };
  }, []);
  return { status, problem, start, withdraw };
}

/** In the app the bank's page opens in a popup of its own (section 6), elsewhere in the place of this page. */
export function goToBank(uuid: string, link: string): void {
  if (isNative(window)) openPopup(window, bankPath(uuid));
  else if (/^https?:/.test(link)) location.assign(link);
}
