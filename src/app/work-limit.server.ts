import type { IncomingMessage } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { m } from "../messages/messages.js";
import { apiError } from "../platform/api/errors.server.ts";
import { clientAddress } from "../platform/http/client-address.server.ts";
import { errorPageResponse } from "../platform/http/error-pages.server.ts";
import { openNetworkLimit } from "../platform/http/network-limit.server.ts";
import { securityHeaders } from "../platform/http/security-headers.server.ts";
import type { World } from "../platform/world.ts";
import type { AppEnv } from "./server-app.server.ts";

/** The calls that hash a password or a PIN, or decode a picture. */
const DEAR_CALLS =
  /^(POST \/api\/(auth\/(login|link|fresh)|users\/web|password\/reset|transaction\/init)|PUT \/api\/users|(GET|POST) \/api\/users\/account\/cashless\/.+)$/;

/** Limits what one network may have this node render and hash: 429 with Retry-After beyond (network-limit.server.ts). */
export function openWorkLimit(world: World) {
  const secure = securityHeaders(world.config.publicScheme === "https");
  const limit = openNetworkLimit(world.now);

  function waitOf(c: Context<AppEnv>, work: number): number {
    const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
    const address = clientAddress(world.config, incoming?.socket.remoteAddress, c.req.header("x-forwarded-for"));
    const wait = limit.take(address, work);
    if (wait > 0) world.metrics.count("network_refusals_total");
    return wait;
  }

  /** The refusal of a page that would have to be rendered; null where there is room. */
  function refusedPage(c: Context<AppEnv>, work = 1): Response | null {
    const wait = waitOf(c, work);
    return wait === 0 ? null : errorPageResponse("too-many", c.var.locale, secure, { retryAfterSeconds: wait });
  }

  const calls: MiddlewareHandler<AppEnv> = async (c, next) => {
    const wait = DEAR_CALLS.test(`${c.req.method} ${c.req.path}`) ? waitOf(c, 1) : 0;
    if (wait === 0) return next();
    c.header("Retry-After", String(wait));
    c.header("Cache-Control", "no-store");
    return apiError(c, 429, m.members_too_many);
  };

  return { refusedPage, calls };
}
