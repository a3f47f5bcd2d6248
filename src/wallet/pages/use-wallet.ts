import { useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useFeedback } from "../../ui/feedback/feedback.tsx";
import type { CashlessView } from "../view.server.ts";
import { forgetHandle, handleOf, holdHandle } from "./handles.ts";
import { askWallet, sendForget, SessionEnded, type WalletAnswer } from "./wallet-calls.ts";

type Shown = Omit<WalletAnswer, "unlock">;

type Wish = {
  /** What to do first: dismiss a payment, or cancel one. */
  act?: "continue" | "withdraw";
  payment?: string;
  /** The place in the statement to show; the newest movements without one. */
  before?: string;
  /** True if the handle has expired, so that the member is told. */
  hasEnded?: boolean;
};

export type Wallet = Shown & {
  /** True while the server decides whether a return from the bank unlocks the wallet without the PIN. */
  isOpening: boolean;
  /** Reloads the wallet. Of overlapping calls the latest counts. Shows an error and returns false on failure. */
  refresh: (wish?: Wish) => Promise<boolean>;
  /** Shows the wallet that a new handle unlocks. */
  unlock: (handle: string) => Promise<boolean>;
};

/** Reloads the page, which leads to the log-in and back to the popup. */
export function leaveForLogIn(): void {
  location.reload();
}

/**
 * The state of one site's wallet: locked as the page was rendered, or unlocked by its handle. The handle is forgotten
 * when the wallet is closed, which ends it on the server too, and when the page is left.
 */
export function useWallet(initial: CashlessView, session: string | null): Wallet {
  const { siteId } = initial;
  const { fail, clear } = useFeedback();
  const [shown, setShown] = useState<Shown>({ view: initial, open: null, alert: null });
  const [isOpening, setOpening] = useState(initial.payment !== null);
  const rounds = useRef(0);
  const isGone = useRef(false);
  /** A return from the bank is exchanged for a handle once; other calls wait for it. */
  const exchange = useRef<Promise<boolean>>(undefined);

  const hold = (handle: string) => holdHandle(siteId, handle, () => void refresh({ hasEnded: true }));
  const take = (answer: WalletAnswer) => {
    const { unlock, ...rest } = answer;
    if (isGone.current) {
      if (unlock !== null) sendForget(unlock);
      return;
    }
    const handle = unlock ?? handleOf(siteId);
    if (rest.open === null || handle === null) forgetHandle();
    else hold(handle);
    setShown(rest);
    clear();
  };

  async function refresh(wish?: Wish): Promise<boolean> {
    await exchange.current;
    return ask(wish);
  }

  async function ask(wish?: Wish): Promise<boolean> {
    const round = (rounds.current += 1);
    try {
      const answer = await askWallet(fieldsOf(siteId, session, wish));
      if (round === rounds.current) take(answer);
      return true;
    } catch (error) {
      if (error instanceof SessionEnded) leaveForLogIn();
      else if (!isGone.current) fail();
      return false;
    } finally {
      if (round === rounds.current) setOpening(false);
    }
  }

  useVisit({
    start() {
      isGone.current = false;
      if (initial.payment !== null) exchange.current = ask();
    },
    comeBack() {
      flushSync(() => {
        setShown({ view: initial, open: null, alert: null });
        setOpening(true);
      });
      exchange.current = ask();
    },
    leave() {
      isGone.current = true;
      const handle = forgetHandle();
      if (handle !== null) sendForget(handle);
    },
  });

  return {
    ...shown,
    isOpening,
    refresh,
    unlock: (handle) => {
      hold(handle);
      return refresh();
    },
  };
}

function fieldsOf(siteId: number, session: string | null, { act, payment, before, hasEnded = false }: Wish = {}) {
  const handle = handleOf(siteId);
  return {
    do: act ?? "open",
    answer: "wallet",
    site: String(siteId),
    ...(session === null ? {} : { session_id: session }),
    ...(handle === null ? {} : { unlock: handle }),
    ...(payment === undefined ? {} : { payment }),
    ...(before === undefined ? {} : { before }),
    ...(hasEnded ? { ended: "true" } : {}),
  };
}

/** A page restored from the back/forward cache may be outdated, or belong to another session: `comeBack` is called then. */
function useVisit({ start, comeBack, leave }: Record<"start" | "comeBack" | "leave", () => void>): void {
  const onStart = useEffectEvent(start);
  const onShow = useEffectEvent(({ persisted }: PageTransitionEvent) => persisted && comeBack());
  const onLeave = useEffectEvent(leave);
  useEffect(() => {
    onStart();
    const forget = () => void forgetHandle();
    const show = (event: PageTransitionEvent) => onShow(event);
    addEventListener("pagehide", forget);
    addEventListener("pageshow", show);
    return () => {
      removeEventListener("pagehide", forget);
      removeEventListener("pageshow", show);
      onLeave();
    };
  }, []);
}
