import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Context, MiddlewareHandler } from "hono";
import { m } from "../../messages/messages.js";
import { apiError } from "../api/errors.server.ts";
import type { CallEnv } from "../api/router.server.ts";
import { clientAddress } from "./client-address.server.ts";
import { errorPageResponse } from "./error-pages.server.ts";
import { openNetworkLimit } from "./network-limit.server.ts";
import { securityHeaders } from "./security-headers.server.ts";
import type { World } from "../world.ts";

/** A network that asks again without waiting gets its refusals this late, so that it can ask less often. */
const HELD_MS = 1_000;

/** What is read of a request. */
type Asked = Pick<Context<CallEnv>, "env" | "req" | "var">;

/** Limits what the requests of one network may cost this node (network-limit.server.ts): beyond that it answers 429 with Retry-After. */
export function openRequestLimit(world: World) {
  const secure = securityHeaders(world.config);
  const limit = openNetworkLimit(world.now);

  async function waitOf(c: Asked, cost: number): Promise<number> {
    const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
    const address = clientAddress(world.config, incoming?.socket.remoteAddress, c.req.header("x-forwarded-for"));
    const wait = limit.take(address, cost);
    if (wait === 0) return 0;
    world.metrics.count("network_refusals_total");
    if (limit.keepsRetrying(address)) await delay(HELD_MS);
    return wait;
  }

  /** The refusal of a page that would have to be rendered; null where there is room. */
  async function refusedPage(c: Asked, cost: number): Promise<Response | null> {
    const wait = await waitOf(c, cost);
    return wait === 0 ? null : errorPageResponse("too-many", c.var.locale, secure, { retryAfterSeconds: wait });
  }

  /** Admits a call of this cost, or refuses it. */
  const takes =
    (cost: number): MiddlewareHandler<CallEnv> =>
    async (c, next) => {
      if (!c.req.path.startsWith("/api/")) return (await refusedPage(c, cost)) ?? next();
      const wait = await waitOf(c, cost);
      if (wait === 0) return next();
      c.header("Retry-After", String(wait));
      c.header("Cache-Control", "no-store");
      return apiError(c, 429, m.members_too_many);
    };

  return { refusedPage, takes };
}
