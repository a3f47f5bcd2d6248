import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { VenueTable } from "./venue-table.server.ts";
import type { Venue } from "./venue.ts";

const HEADERS = ["Authorization", "Content-Type", "Idempotency-Key", "locale", "recaptcha", "x-access-token"];
const PREFLIGHT_SECONDS = 600;

/**
 * Which sites may read the API from a browser: the venues' own origins, nobody else's (G167), and never with cookies. On the
 * group's hosts the origin also says which project a call is about (G181).
 */
export function venueOrigins(table: VenueTable): MiddlewareHandler<{ Variables: { venue: Venue | null } }> {
  const venueOf = (origin: string): Venue | undefined =>
    (URL.canParse(origin) ? table.find(new URL(origin).host) : undefined) ?? undefined;
  const allow = cors({
    origin: (origin) => (venueOf(origin) === undefined ? null : origin),
    allowHeaders: HEADERS,
    maxAge: PREFLIGHT_SECONDS,
  });
  return (c, next) => {
    const origin = c.req.header("origin");
    if (c.var.venue === null && origin !== undefined) c.set("venue", venueOf(origin) ?? null);
    return allow(c, next);
  };
}
