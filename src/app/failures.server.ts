import type { ErrorHandler } from "hono";
import { apiError } from "../platform/api/errors.server.ts";
import { isTransient } from "../platform/database/errors.server.ts";
import { ClientGone } from "../platform/http/json-body.server.ts";
import { errorPageResponse } from "../platform/http/error-pages.server.ts";
import { m } from "../messages/messages.js";
import type { AppEnv } from "./app-env.ts";
import type { World } from "../platform/world.ts";

/** The Retry-After while the database cannot be reached or written. */
export const BUSY_SECONDS = 5;

/** Answers what no handler foresaw: 503 while the database is away, else 500. */
export function answerFailures(world: World, secure: [string, string][]): ErrorHandler<AppEnv> {
  return (error, c) => {
    if (error instanceof ClientGone) {
      world.log.debug({ route: c.req.routePath }, "a client disconnected");
      return c.body(null, 400);
    }
    const status = isTransient(error) ? 503 : 500;
    if (status === 503) c.header("Retry-After", String(BUSY_SECONDS));
    world.log.error({ err: error, route: c.req.routePath }, "a request failed");
    world.metrics.count(`failures_total{status="${status}"}`);
    if (c.req.path.startsWith("/api/")) return apiError(c, status, status === 503 ? m.api_busy : m.api_failed);
    return errorPageResponse(status === 503 ? "unavailable" : "error", c.var.locale ?? "fr", secure);
  };
}
