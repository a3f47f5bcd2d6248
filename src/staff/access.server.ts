import { isSameOrigin } from "../platform/http/same-origin.server.ts";
import type { World } from "../platform/world.ts";
import type { Operator } from "./operator.ts";
import { operatorOfToken } from "./sessions.server.ts";

/** Lives as long as the browser's session, eight hours at most (G153). */
export const OPERATOR_COOKIE = "operator_token";

/**
 * The operator of a call: by `Authorization`, with or without 'Bearer' (the image API is given the raw token, G162), or by
 * the cookie: for what changes nothing, and for a write that this site's own page sent (G42, G167).
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

/** The cookie's token, whoever sent it. */
export function operatorCookie(cookie: string | null | undefined): string | null {
  return /(?:^|;\s*)operator_token=([\w-]{20,200})(?:;|$)/.exec(cookie ?? "")?.[1] ?? null;
}

/** Without an age: a browser that is closed forgets it. */
export function operatorSessionCookie(token: string): string {
  return `${OPERATOR_COOKIE}=${token}; Path=/; Secure; HttpOnly; SameSite=Lax`;
}

export function endedOperatorCookie(): string {
  return `${OPERATOR_COOKIE}=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax`;
}
