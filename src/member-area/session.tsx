import * as paths from "../venues/paths.ts";
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useFetcher } from "react-router";
import { useSnapshot } from "../loyalty/offline-card/use-snapshot.ts";
import { noteAsking, forgetAsking, wasAskedRecently } from "./account/session-throttle.ts";
import { SESSION_ENDED } from "./session-channel.ts";
import { hasSessionCookie } from "./session-mark.ts";
import type { SessionAnswer, SessionView } from "./session-view.ts";

/** Whether the visitor is unknown yet, a guest, or a member. */
type SessionState = { status: "unknown" | "guest" } | { status: "member"; session: SessionView };

type SessionValue = SessionState & {
  /** Asks again, at most once in 30 seconds; `force` asks at once. */
  ask: (force?: boolean) => void;
};

const SessionContext = createContext<SessionValue>({ status: "unknown", ask: () => undefined });

/**
 * Provides the session to the frame of the page. `initial` is the session that the document was rendered with; a cached page asks
 * `/session`. A page restored from the browser's back-forward cache is checked before it shows the member's data, and a log-out in
 * another tab reloads the page.
 */
export function SessionProvider({ initial, children }: { initial: SessionView | null; children: ReactNode }) {
  const fetcher = useFetcher<SessionAnswer | null>({ key: "session" });
  const [answer, setAnswer] = useState<SessionAnswer | null>(null);
  const [isHidden, setHidden] = useState(false);
  // Keep the last answer where none arrives.
  if (fetcher.data && fetcher.data !== answer) setAnswer(fetcher.data);
  const known = answer === null ? initial : answer.session;
  const load = useEffectEvent(() => void fetcher.load(paths.session));
  const ask = (force = false) => {
    if (!hasSessionCookie(document) || (!force && wasAskedRecently())) return;
    noteAsking();
    load();
  };
  const isShown = useEffectEvent(() => known !== null || document.documentElement.hasAttribute("data-session"));
  const before = useRef<string | null>(null);
  const onReturn = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted || !isShown()) return;
    flushSync(() => setHidden(true));
    // The data of an open popup or a member page came with the document, so load the document again.
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

/** Once the visitor is known to be a guest, shows the log-in links. */
function useMark(status: SessionState["status"]): void {
  useEffect(() => {
    if (status === "guest") document.documentElement.removeAttribute("data-session");
  }, [status]);
}

/** Reloads the page, and hides its content meanwhile. */
function reloadEmpty(): void {
  document.body.hidden = true;
  location.reload();
}

/** Reloads a page that shows a member after log-out in another tab. */
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
