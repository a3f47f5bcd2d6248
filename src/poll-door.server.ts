import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { EnrollmentPolls } from "./loyalty/enrollment-polls.server.ts";
import { tokenOfBearer, tokenOfCookie } from "./members/sessions.server.ts";
import { securityHeaders } from "./platform/security-headers.server.ts";
import type { World } from "./platform/world.ts";
import type { VenueTable } from "./venues/venue-table.server.ts";
import type { Venue } from "./venues/venue.ts";
import type { PaymentPolls, PollAnswer } from "./wallet/payment-polls.server.ts";

const ENROLLMENT = "/api/users/enrollment";
const TRANSACTION = "/api/transaction/";
const VARY = { enrollment: "Authorization, Cookie, Origin", payment: "Origin" };

type Polls = { payments: Pick<PaymentPolls, "kept">; enrollments: Pick<EnrollmentPolls, "kept"> };

/**
 * Polls that find what the last one found, written straight to the socket: pages ask every one or two seconds, and the router's way is
 * many times what is left to do. Gives false for whatever is not remembered, and for other sites' scripts: the app answers those.
 */
export function openPollDoor(world: World, table: VenueTable, { payments, enrollments }: Polls) {
  const secure = securityHeaders(world.config.publicScheme === "https").flat();

  function keptFor(url: string, headers: IncomingHttpHeaders, venue: Venue | null): PollAnswer | null {
    if (url === ENROLLMENT) {
      const token = venue?.config.account_hidden === true ? null : tokenOf(headers, headers.authorization);
      return token === null ? null : enrollments.kept(token);
    }
    const access = headers["x-access-token"];
    const token = tokenOf(headers, typeof access === "string" ? access : headers.authorization);
    return token === null ? null : payments.kept(token, url.slice(TRANSACTION.length));
  }
  return function fast({ method, url = "", headers }: IncomingMessage, response: ServerResponse): boolean {
    const isEnrollment = url === ENROLLMENT;
    if (method !== "GET" || headers.origin !== undefined || !(isEnrollment || url.startsWith(TRANSACTION)))
      return false;
    const venue = table.find(headers.host);
    const kept = venue === undefined ? null : keptFor(url, headers, venue);
    if (kept === null) return false;
    const isKnown = headers["if-none-match"] === kept.etag;
    const status = isKnown ? 304 : 200;
    world.metrics.count(`http_requests_total{status="${status}"}`);
    const vary = isEnrollment ? VARY.enrollment : VARY.payment;
    const own = ["ETag", kept.etag, "Cache-Control", "private, no-cache", "Vary", vary];
    const length = isKnown
      ? []
      : ["Content-Type", "application/json", "Content-Length", String(Buffer.byteLength(kept.body))];
    response.writeHead(status, [...own, ...length, ...secure]);
    response.end(isKnown ? undefined : kept.body);
    return true;
  };
}

/** As the calls themselves read it: a header that is there and no token is nobody's. */
function tokenOf({ cookie }: IncomingHttpHeaders, header: string | undefined): string | null {
  return header === undefined ? tokenOfCookie(cookie ?? "") : tokenOfBearer(header);
}
