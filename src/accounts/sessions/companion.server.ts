import { cookieIn } from "../../platform/cookies.ts";
import { SESSION_COOKIE, SESSION_SECONDS } from "./sessions.server.ts";

const ATTRIBUTES = "Path=/; Secure; SameSite=Lax";

/**
 * The Set-Cookie of `has_session`, which scripts can read. It only says that the browser holds a session. It is set and removed with
 * the session's cookie, and set where an older session lacks it; null where nothing changes.
 */
export function companionCookie(cookie: string | undefined, setCookies: readonly string[]): string | null {
  const set = setCookies.findLast((one) => one.startsWith(`${SESSION_COOKIE}=`));
  if (set !== undefined) {
    const isEnded = set.startsWith(`${SESSION_COOKIE}=;`);
    return isEnded
      ? `has_session=; Max-Age=0; ${ATTRIBUTES}`
      : `has_session=1; Max-Age=${SESSION_SECONDS}; ${ATTRIBUTES}`;
  }
  const isHeld = cookieIn(cookie, SESSION_COOKIE) !== undefined;
  const isMarked = cookieIn(cookie, "has_session") === "1";
  return isHeld && !isMarked ? `has_session=1; Max-Age=${SESSION_SECONDS}; ${ATTRIBUTES}` : null;
}
