import type { IncomingMessage, ServerResponse } from "node:http";
import { hashingRefusal } from "../accounts/login/password-hash.server.ts";
import { messageOf } from "../accounts/refusals.ts";
import { securityHeaders } from "../platform/http/security-headers.server.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import { languageOf } from "../venues/language.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";

const LOG_IN = "/api/auth/login";
const COUNTED = 'http_requests_total{status="503"}';

/**
 * Refuses log-ins while the queue of password hashes is full, before their bodies are read, so that a flood of log-ins does not delay
 * page requests. Returns false for every other request, and for requests with an Origin header: the app answers those.
 */
export function openLoginHandler(world: World, table: VenueTable) {
  const secure = securityHeaders(world.config.publicScheme === "https").flat();
  const written = new Map<string, { headers: string[]; body: string }>();

  function writtenFor(
    locale: Locale,
    { error, retryAfterSeconds = 1 }: NonNullable<ReturnType<typeof hashingRefusal>>,
  ) {
    const found = written.get(locale);
    if (found !== undefined) return found;
    const body = JSON.stringify({ error: messageOf(error, locale) });
    const own = ["Cache-Control", "no-store", "Content-Type", "application/json", "Vary", "Origin"];
    const length = String(Buffer.byteLength(body));
    const headers = [...own, "Retry-After", String(retryAfterSeconds), "Content-Length", length, ...secure];
    const made = { headers, body };
    written.set(locale, made);
    return made;
  }

  return function fast({ method, url, headers }: IncomingMessage, response: ServerResponse): boolean {
    if (method !== "POST" || url !== LOG_IN || headers.origin !== undefined) return false;
    const refusal = hashingRefusal();
    const venue = refusal === null ? undefined : table.find(headers.host);
    if (refusal === null || venue === undefined || venue?.config.account_hidden === true) return false;
    const wished = headers["locale"];
    const { locale } = languageOf(venue, {
      query: typeof wished === "string" ? wished : undefined,
      cookie: /(?:^|;\s*)locale=([a-z]{2})/.exec(headers.cookie ?? "")?.[1],
      acceptLanguage: headers["accept-language"],
    });
    const { headers: made, body } = writtenFor(locale, refusal);
    world.metrics.count(COUNTED);
    response.writeHead(503, made).end(body);
    return true;
  };
}
