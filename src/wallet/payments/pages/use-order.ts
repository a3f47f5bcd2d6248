import { useEffect, useEffectEvent, useRef, useState } from "react";
import { isNative, openPopup } from "../../../ui/native/bridge.ts";
import { m } from "../../../messages/messages.js";
import * as paths from "../../../venues/paths.ts";
import { orderAtBank } from "./order-at-bank.ts";
import { handleOf } from "../../pages/handles.ts";
import { leaveForLogIn, type Wallet } from "../../pages/use-wallet.ts";
import { refusalWords } from "../../pages/wallet-calls.ts";

/** A short delay before the redirect, so that the redirect message can be seen. */
const REDIRECT_MS = 200;
/** After this time the member is told that the bank has not answered yet: within twelve seconds, slow phones included. */
const SILENT_MS = 10_000;

type Started = { data?: { transaction_uuid?: string; link?: string }; error?: unknown };

/** `silent`: the member has been told that there is no answer yet. `leaving`: the bank's page is being opened. */
type OrderStatus = "idle" | "asking" | "silent" | "leaving";

export type Order = {
  status: OrderStatus;
  /** What went wrong with the last order. */
  problem: string | null;
  start: (minor: bigint) => Promise<void>;
  /** Cancels an order that the bank has not answered. */
  withdraw: (paymentUuid: string) => Promise<boolean>;
};

/**
 * Orders a top-up: sends it once, repeats it with the same key while its outcome is unknown, then opens the bank's
 * page. Resumes an order that an earlier page left without an answer.
 */
export function useOrder(wallet: Wallet): Order {
  const { view, open, refresh } = wallet;
  const { siteId, payment } = view;
  const [status, setStatus] = useState<OrderStatus>("idle");
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  /** The idempotency key of the current order, kept while its outcome is unknown. */
  const attempt = useRef<{ minor: bigint; key: string } | null>(null);

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
    if (attempt.current?.minor !== minor) attempt.current = { minor, key: crypto.randomUUID() };
    const { key } = attempt.current;
    let next: OrderStatus = "idle";
    try {
      next = await follow(await orderAtBank({ minor, siteId, returnUrl: open.returnUrl, handle, key }, stop.signal));
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
    attempt.current = null;
    if (!answer.ok || uuid === undefined || link === undefined) {
      setProblem(await refusal(answer.status, body.error, refresh));
      return "idle";
    }
    void refresh();
    setTimeout(() => {
      goToBank(uuid, link);
      // In the native app this page stays, so the form must become usable again.
      if (isNative(window)) setStatus("idle");
    }, REDIRECT_MS);
    return "leaving";
  }

  async function withdraw(paymentUuid: string): Promise<boolean> {
    running.current?.abort();
    running.current = null;
    attempt.current = null;
    setStatus("idle");
    return refresh({ act: "withdraw", payment: paymentUuid });
  }

  useResumption({
    unfinished: open !== null && payment?.isUnanswered === true ? BigInt(payment.amountMinor) : null,
    resume: start,
    comeBack: () => setStatus("idle"),
    leave: () => running.current?.abort(),
  });
  return { status, problem, start, withdraw };
}

type Resumption = {
  /** The amount of an order without an answer. */
  unfinished: bigint | null;
  resume: (minor: bigint) => Promise<void>;
  /** After the browser's back button from the bank the form must be usable again. */
  comeBack: () => void;
  leave: () => void;
};

function useResumption({ unfinished, resume, comeBack, leave }: Resumption): void {
  const onUnfinished = useEffectEvent(() => {
    if (unfinished !== null) void resume(unfinished);
  });
  const onShow = useEffectEvent(({ persisted }: PageTransitionEvent) => persisted && comeBack());
  const onLeave = useEffectEvent(leave);
  const isUnfinished = unfinished !== null;
  useEffect(() => {
    if (!isUnfinished) return;
    const timer = setTimeout(() => onUnfinished());
    return () => clearTimeout(timer);
  }, [isUnfinished]);
  useEffect(() => {
    const show = (event: PageTransitionEvent) => onShow(event);
    addEventListener("pageshow", show);
    return () => {
      removeEventListener("pageshow", show);
      onLeave();
    };
  }, []);
}

/** The words for a refusal. The wallet is shown again, so that another open payment appears with its link. */
async function refusal(status: number, error: unknown, refresh: Wallet["refresh"]): Promise<string | null> {
  if (status === 422) return refusalWords(error) ?? m.wallet_order_unreadable();
  await refresh({ hasEnded: status === 403 });
  if (status === 403) return null;
  return error === "INIT_TRANSACTION_ERROR" ? m.wallet_init_error() : m.wallet_order_unreadable();
}

/** Opens the bank's page: in a popup of the native app, or in place of this page. */
export function goToBank(uuid: string, link: string): void {
  if (isNative(window)) openPopup(window, bankPath(uuid));
  else if (/^https?:/.test(link)) location.assign(link);
}

/**
 * Our own address that redirects to the bank's page of a payment. The native app opens only addresses of the site.
 */
function bankPath(uuid: string): string {
  return `${paths.wallet}?payment=${encodeURIComponent(uuid)}`;
}
