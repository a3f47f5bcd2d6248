import { createContext, type ReactNode, use, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useFetcher } from "react-router";
import { useSnapshot } from "../loyalty/offline-card/use-snapshot.ts";
import { askedNow, forgetAsking, wasAskedLately } from "./account/asked-lately.ts";
import { SESSION_ENDED } from "./session-channel.ts";
import { hasSessionCookie } from "./session-mark.ts";
import type { SessionAnswer, SessionView } from "./session-view.ts";

/** Who is logged in: not known yet, nobody, or a member. */
export type SessionState = { status: "unknown" | "guest" } | { status: "member"; session: SessionView };

type SessionValue = SessionState & {
  /** Asks anew, at most once in 30 seconds; `force` asks at once. */
  ask: (force?: boolean) => void;
};

const SessionContext = createContext<SessionValue>({ status: "unknown", ask: () => undefined });

/**
 * Keeps who is logged in for the frame of the page. `initial` is what the document was rendered with; a page that is the same
 * bytes for everybody asks `/session`. A page that comes back from the browser's memory shows nothing of a member before it
 * has asked anew, and log-out in another tab reloads the page.
 */
export function SessionProvider({ initial, children }: { initial: SessionView | null; children: ReactNode }) {
  const fetcher = useFetcher<SessionAnswer | null>({ key: "session" });
  const [answer, setAnswer] = useState<SessionAnswer | null>(null);
  const [isHidden, setHidden] = useState(false);
  // Where no answer comes the last one stays.
  if (fetcher.data && fetcher.data !== answer) setAnswer(fetcher.data);
  const known = answer === null ? initial : answer.session;
  const load = useEffectEvent(() => void fetcher.load("/session"));
  const ask = (force = false) => {
    if (!hasSessionCookie(document) || (!force && wasAskedLately())) return;
    askedNow();
    load();
  };
  const isShown = useEffectEvent(() => known !== null || document.documentElement.hasAttribute("data-session"));
  const before = useRef<string | null>(null);
  const onReturn = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted || !isShown()) return;
    flushSync(() => setHidden(true));
    // What a popup or a page of their own shows comes with the document.
    if (!hasSessionCookie(document) || initial !== null || location.search.includes("popup=")) return reloadEmpty();
    before.current = known?.owner ?? null;
    forgetAsking();
    ask(true);
  });
  const onLoaded = useEffectEvent(() => {
    const isAnother = before.current !== null && before.current !== fetcher.data?.session?.owner;
    if (isAnother) reloadEmpty();
    else setHidden(false);
    before.current = null;
  });
  useEffect(() => {
    if (initial === null && hasSessionCookie(document)) load();
    addEventListener("pageshow", onReturn);
    return () => removeEventListener("pageshow", onReturn);
  }, [initial]);
  useEffect(() => {
    if (answer !== null) onLoaded();
  }, [answer]);
  useEndedElsewhere(isShown);
  const state: SessionState =
    isHidden || (known === null && answer === null)
      ? { status: "unknown" }
      : known === null
        ? { status: "guest" }
        : { status: "member", session: known };
  useMark(state.status);
  useSnapshot(state.status === "member" ? state.session.owner : null);
  return <SessionContext value={{ ...state, ask }}>{children}</SessionContext>;
}

export function useSession(): SessionValue {
  return use(SessionContext);
}

/** Once it is known that nobody is logged in, the ways to log in are shown. */
function useMark(status: SessionState["status"]): void {
  useEffect(() => {
    if (status === "guest") document.documentElement.removeAttribute("data-session");
  }, [status]);
}

/** Loads the page anew with nothing of it in sight. */
function reloadEmpty(): void {
  document.body.hidden = true;
  location.reload();
}

/** Nothing of a member stays on a page after log-out in another tab. */
function useEndedElsewhere(isShown: () => boolean): void {
  const end = useEffectEvent(() => {
    if (!isShown()) return;
    forgetAsking();
    location.reload();
  });
  useEffect(() => {
    if (!("BroadcastChannel" in window)) return;
    const channel = new BroadcastChannel(SESSION_ENDED);
    channel.addEventListener("message", end);
    return () => channel.close();
  }, []);
}
