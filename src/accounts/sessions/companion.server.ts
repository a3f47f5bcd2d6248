import { SESSION_COOKIE, SESSION_SECONDS } from "./sessions.server.ts";

const ATTRIBUTES = "Path=/; Secure; SameSite=Lax";

/**
 * The Set-Cookie of `has_session`, which scripts can read: it says that the browser holds a session, and nothing else. It is set
 * and ended with the session's own cookie, and set for a browser that holds an older session; null where nothing is to change.
 */
export function companionCookie(cookie: string | undefined, setCookies: readonly string[]): string | null {
  const set = setCookies.findLast((one) => one.startsWith(`${SESSION_COOKIE}=`));
  if (set !== undefined) {
    const isEnded = set.startsWith(`${SESSION_COOKIE}=;`);
    return isEnded
      ? `has_session=; Max-Age=0; ${ATTRIBUTES}`
      : `has_session=1; Max-Age=${SESSION_SECONDS}; ${ATTRIBUTES}`;
  }
  const isHeld = cookie !== undefined && new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=`).test(cookie);
  const isMarked = cookie !== undefined && /(?:^|;\s*)has_session=1/.test(cookie);
  return isHeld && !isMarked ? `has_session=1; Max-Age=${SESSION_SECONDS}; ${ATTRIBUTES}` : null;
}
