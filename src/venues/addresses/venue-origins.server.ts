import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { publicOrigin } from "../../platform/settings/config.server.ts";
import type { World } from "../../platform/world.ts";
import type { VenueTable } from "../venue-table.server.ts";
import type { Venue } from "../venue.ts";

const HEADERS = ["Authorization", "Content-Type", "Idempotency-Key", "locale", "recaptcha", "x-access-token"];
const PREFLIGHT_SECONDS = 600;

/**
 * CORS for the API: only the venues' own origins may read it from a browser, compared exactly (scheme, host and port), and never
 * with cookies. On the group's hosts the Origin header also selects the venue that a call is about.
 */
export function venueOrigins(
  config: World["config"],
  table: VenueTable,
): MiddlewareHandler<{ Variables: { venue: Venue | null } }> {
  function venueOf(origin: string): Venue | undefined {
    if (!URL.canParse(origin)) return undefined;
    const { hostname } = new URL(origin);
    const venue = table.find(hostname) ?? undefined;
    return origin === publicOrigin(config, hostname) ? venue : undefined;
  }
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
