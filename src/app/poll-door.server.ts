import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { EnrollmentPolls } from "../loyalty/enrollment/polls.server.ts";
import { tokenOfBearer, tokenOfCookie } from "../accounts/sessions/sessions.server.ts";
import { securityHeaders } from "../platform/http/security-headers.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import type { PaymentPolls, PollAnswer } from "../wallet/payments/polls.server.ts";

const ENROLLMENT = "/api/users/enrollment";
const TRANSACTION = "/api/transaction/";
const VARY = { enrollment: "Authorization, Cookie, Origin", payment: "Origin" };

const COUNTED = { known: 'http_requests_total{status="304"}', whole: 'http_requests_total{status="200"}' };

type Polls = { payments: Pick<PaymentPolls, "kept">; enrollments: Pick<EnrollmentPolls, "kept"> };

/**
 * Answers polls without news directly, from what the last poll found: pages poll every one or two seconds, and the router would take many
 * times as long. Returns false for everything else, and for requests with an Origin header: the app answers those.
 */
export function openPollDoor(world: World, table: VenueTable, { payments, enrollments }: Polls) {
  const secure = securityHeaders(world.config.publicScheme === "https").flat();

  function keptFor(url: string, headers: IncomingHttpHeaders, venue: Venue | null): PollAnswer | null {
    // The app answers the refusal of a site without a member area.
    if (venue?.config.account_hidden === true) return null;
    if (url === ENROLLMENT) {
      const token = tokenOf(headers, headers.authorization);
      return token === null ? null : enrollments.kept(token);
    }
    const access = headers["x-access-token"];
    const token = tokenOf(headers, typeof access === "string" ? access : headers.authorization);
    return token === null ? null : payments.kept(token, url.slice(TRANSACTION.length));
  }
  /** The headers in Node's form, made once per answer, because the same answer is sent many times. */
  const written = new WeakMap<PollAnswer, { known: string[]; whole: string[] }>();

  function writtenFor(kept: PollAnswer, vary: string): { known: string[]; whole: string[] } {
    const found = written.get(kept);
    if (found !== undefined) return found;
    const own = ["ETag", kept.etag, "Cache-Control", "private, no-cache", "Vary", vary];
    const body = ["Content-Type", "application/json", "Content-Length", String(Buffer.byteLength(kept.body))];
    const made = { known: [...own, ...secure], whole: [...own, ...body, ...secure] };
    written.set(kept, made);
    return made;
  }

  return function fast({ method, url = "", headers }: IncomingMessage, response: ServerResponse): boolean {
    const isEnrollment = url === ENROLLMENT;
    if (method !== "GET" || headers.origin !== undefined || !(isEnrollment || url.startsWith(TRANSACTION)))
      return false;
    const venue = table.find(headers.host);
    const kept = venue === undefined ? null : keptFor(url, headers, venue);
    if (kept === null) return false;
    const isKnown = headers["if-none-match"] === kept.etag;
    world.metrics.count(isKnown ? COUNTED.known : COUNTED.whole);
    const made = writtenFor(kept, isEnrollment ? VARY.enrollment : VARY.payment);
    if (isKnown) response.writeHead(304, made.known).end();
    else response.writeHead(200, made.whole).end(kept.body);
    return true;
  };
}

/** Reads the token as the API calls do. A header that is present but holds no token does not fall back to the cookie. */
function tokenOf({ cookie }: IncomingHttpHeaders, header: string | undefined): string | null {
  return header === undefined ? tokenOfCookie(cookie ?? "") : tokenOfBearer(header);
}
