import { SNAPSHOT_STORE } from "../loyalty/offline-card/store.ts";
import { forgetInTab, recallInTab, rememberInTab } from "../ui/tab-storage.ts";
import { SESSION_ENDED } from "./session-channel.ts";

const HAD_SESSION = "had-session";

/**
 * Marks the document of a browser that holds a session, before the first paint, so that CSS shows placeholders instead of "Log in". In
 * a tab that held a session before, tells the other tabs that it has ended and deletes the member's data from the device.
 */
export function markSession(page: Document): boolean {
  const isHeld = hasSessionCookie(page);
  if (isHeld) {
    page.documentElement.dataset["session"] = "";
    rememberInTab(HAD_SESSION, "1");
  } else if (recallInTab(HAD_SESSION) !== null) {
    forgetInTab(HAD_SESSION);
    tellEnded();
  }
  return isHeld;
}

/**
 * True where the browser holds a session. Reads `has_session`, because the session's own cookie is out of reach of scripts. A pattern of
 * its own keeps the inline script short.
 */
export function hasSessionCookie(page: Document): boolean {
  return /(?:^|; )has_session=1/.test(page.cookie);
}

/** Tells the other tabs that the session has ended, and deletes the card and gifts stored on this device. */
function tellEnded(): void {
  if ("BroadcastChannel" in window) {
    const channel = new BroadcastChannel(SESSION_ENDED);
    channel.postMessage("");
    channel.close();
  }
  // A browser without storage keeps nothing.
  if ("caches" in window) void caches.delete(SNAPSHOT_STORE).catch(() => undefined);
}
