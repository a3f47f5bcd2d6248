import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { publicOrigin } from "../platform/config.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "./venue-table.server.ts";
import type { Venue } from "./venue.ts";

const HEADERS = ["Authorization", "Content-Type", "Idempotency-Key", "locale", "recaptcha", "x-access-token"];
const PREFLIGHT_SECONDS = 600;

/**
 * Which sites may read the API from a browser: the venues' own origins to the letter, scheme and port included, nobody else's
 * (G167), and never with cookies. On the group's hosts the origin also says which project a call is about (G181).
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
