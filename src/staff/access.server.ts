import { cookieIn } from "../platform/cookies.ts";
import { isSameOrigin } from "../platform/http/same-origin.server.ts";
import type { World } from "../platform/world.ts";
import type { Operator } from "./operator.ts";
import { operatorOfToken } from "./sessions.server.ts";

/** A cookie without Max-Age, which ends with the browser's session. The session itself lasts eight hours at most. */
export const OPERATOR_COOKIE = "operator_token";

/**
 * The operator of a request. The token comes from `Authorization`, with or without 'Bearer' (some clients of the
 * picture upload send the raw token), or from the cookie. The cookie counts for requests that change nothing, and for
 * writes from a page of this site.
 */
export async function currentOperator(world: World, request: Request): Promise<Operator | null> {
  const authorization = request.headers.get("authorization");
  if (authorization !== null) {
    const token = /^(?:Bearer +)?([\w-]{20,200})$/i.exec(authorization)?.[1];
    return token === undefined ? null : operatorOfToken(world, token);
  }
  const token = operatorCookie(request.headers.get("cookie"));
  if (token === null) return null;
  const changesNothing = request.method === "GET" || request.method === "HEAD";
  const isOwnWrite = request.headers.get("origin") !== null && isSameOrigin(request);
  return changesNothing || isOwnWrite ? operatorOfToken(world, token) : null;
}

/** The token in the cookie header; null where there is none. */
export function operatorCookie(cookie: string | null | undefined): string | null {
  return cookieIn(cookie, OPERATOR_COOKIE, "[\\w-]{20,200}") ?? null;
}

/** No Max-Age, so a closed browser forgets it. */
export function operatorSessionCookie(token: string): string {
  return `${OPERATOR_COOKIE}=${token}; Path=/; Secure; HttpOnly; SameSite=Lax`;
}

export function endedOperatorCookie(): string {
  return `${OPERATOR_COOKIE}=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax`;
}
