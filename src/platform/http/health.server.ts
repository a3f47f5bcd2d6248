import { Hono, type Context } from "hono";
import { sql } from "kysely";
import type { IncomingMessage } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { pendingMigrations } from "../database/migrations.server.ts";
import { isSameSecret } from "../cryptography.server.ts";
import { hasPresentSecrets } from "../secrets/installation.server.ts";
import type { Config } from "../settings/config.server.ts";
import type { World } from "../world.ts";

const PROBES = new Set(["/healthz", "/readyz"]);
/** What proxies add: a request with one of these comes from elsewhere, whatever its socket says. */
const FORWARDING = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];
const LOOPBACK = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);
const SKEW_MAX_MS = 60_000;
const LAG_RESOLUTION_MS = 10;
/** A process whose event loop stood still for this long is not ready once, so that a load balancer skips it (see watchTurns). */
const STILL_MS = 2_000;
const TURN_MS = 250;

/**
 * /healthz: the process runs. /readyz: the database is reachable and migrated, it names our secrets, its clock agrees with ours, the event
 * loop has not stood still since the last call, and the log can be written. /metrics: see mayReadMetrics.
 */
export function healthRoutes(
  { world, isDraining }: { world: World; isDraining: () => boolean },
  gauges: () => Promise<Record<string, number>>,
) {
  const lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  lag.enable();
  const longestStill = watchTurns();
  let asking: Promise<string | null> | null = null;
  /** Probes that come together share one question, on a connection that no visitor uses. */
  function databaseProblem(): Promise<string | null> {
    asking ??= world.database
      .forHealth(() => readinessProblem(world))
      .catch(() => "database unreachable")
      .finally(() => (asking = null));
    return asking;
  }
  const routes = new Hono<{ Bindings: { incoming?: IncomingMessage } }>();
  routes.get("/healthz", (c) => c.text("ok"));
  routes.get("/readyz", async (c) => {
    const problem = isDraining() ? "draining" : (ownProblem(world, longestStill()) ?? (await databaseProblem()));
    return problem === null ? c.text("ready") : c.text(problem, 503, { "Retry-After": "5" });
  });
  routes.get("/metrics", async (c) => {
    if (!mayReadMetrics(world.config, c)) return c.text("Forbidden", 403);
    const own = {
      process_resident_memory_bytes: process.memoryUsage.rss(),
      event_loop_lag_p99_seconds: lagSince(lag),
    };
    return c.text(world.metrics.text({ ...(await gauges()), ...own }), 200, {
      "Content-Type": "text/plain; version=0.0.4; charset=utf-8",
      "Cache-Control": "no-store",
    });
  });
  return routes;
}

/** True for what answers whatever name the caller uses: the probes, and the metrics where a token protects them. */
export function isForAnyHost({ metricsToken }: Pick<Config, "metricsToken">, path: string): boolean {
  return PROBES.has(path) || (path === "/metrics" && metricsToken !== undefined);
}

/** With METRICS_TOKEN its bearers only. Without it, in a trial (the sandbox is on), requests that come directly from this machine. */
function mayReadMetrics(config: Config, c: Context<{ Bindings: { incoming?: IncomingMessage } }>): boolean {
  if (config.metricsToken !== undefined)
    return isSameSecret(c.req.header("authorization") ?? "", `Bearer ${config.metricsToken}`);
  const isDirect = FORWARDING.every((header) => c.req.header(header) === undefined);
  return !config.isProduction && isDirect && LOOPBACK.has(c.env?.incoming?.socket.remoteAddress ?? "");
}

/** A problem of this process, independent of the database. */
function ownProblem({ log }: World, stoodMs: number): string | null {
  if (stoodMs >= STILL_MS) return "stood still";
  return log.isWritten?.() === false ? "log not written" : null;
}

/**
 * Returns a function that gives the longest time in milliseconds without a turn of the event loop since its last call. The present turn
 * counts too, because after a standstill the call may run before this function's own timer.
 */
function watchTurns(): () => number {
  let last = performance.now();
  let longest = 0;
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  setInterval(turn, TURN_MS).unref();
  return () => {
    turn();
    const stoodMs = longest;
    longest = 0;
    return stoodMs;
  };
}

async function readinessProblem(world: World): Promise<string | null> {
  if ((await pendingMigrations(world.database)).length > 0) return "migrations pending";
  if (!(await hasPresentSecrets(world))) return "secrets of another generation";
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(world.database.db);
  const skew = Math.abs((rows[0]?.now.getTime() ?? 0) - world.now().getTime());
  return skew > SKEW_MAX_MS ? "clock skew" : null;
}

/** The 99th percentile of the event loop's delay in seconds since the last call. Resets the measurement. */
function lagSince(lag: ReturnType<typeof monitorEventLoopDelay>): number {
  const lateMs = lag.percentile(99) / 1e6 - LAG_RESOLUTION_MS;
  lag.reset();
  return Math.max(0, lateMs / 1000);
}
