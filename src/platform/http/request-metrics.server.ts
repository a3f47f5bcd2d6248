import type { Context, MiddlewareHandler } from "hono";
import { escaped, labelled } from "../metrics.server.ts";
import type { World } from "../world.ts";

/** A request's venue: null for the group, undefined for a host that is not ours. */
type AtVenue = { Variables: { venue: { slug: string } | null | undefined } };

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** The beginning of the counter of a page's requests, made once a page, so that counting a cached answer costs little. */
export type CounterStart = string;

export function counterStart(venue: AtVenue["Variables"]["venue"], route: string): CounterStart {
  const name = venue === undefined ? "unknown" : (venue?.slug ?? "group");
  return `http_requests_total{venue="${escaped(name)}",route="${escaped(route)}",status="`;
}

/** The counter of one answer. */
export function requestCounter(start: CounterStart, status: number, method: string): string {
  return `${start}${status}",method="${METHODS.has(method) ? method : "other"}"}`;
}

/**
 * Counts and times every request that the app answers, and writes it into the log. `pageRoute` names the route of a request that no
 * call answers.
 */
export function observeRequests(
  { metrics, log }: Pick<World, "metrics" | "log">,
  pageRoute: (c: Context<AtVenue>) => string,
): MiddlewareHandler<AtVenue> {
  return async (c, next) => {
    const started = performance.now();
    await next();
    const seconds = (performance.now() - started) / 1000;
    const { status } = c.res;
    const { method } = c.req;
    const pattern = c.req.routePath;
    const route = /^\/?\*$/.test(pattern) ? pageRoute(c) : pattern;
    metrics.count(requestCounter(counterStart(c.var.venue, route), status, method));
    metrics.observe(labelled("http_request_seconds", { route }), seconds);
    log.debug({ method, route, venue: c.var.venue?.slug, status, ms: Math.round(seconds * 1000) }, "request");
  };
}
