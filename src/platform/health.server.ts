import { Hono } from "hono";
import { sql } from "kysely";
import type { IncomingMessage } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { pendingMigrations } from "./migrations.server.ts";
import type { World } from "./world.ts";

const LOOPBACK = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);
const SKEW_MAX_MS = 60_000;
const LAG_RESOLUTION_MS = 10;

/** /healthz (alive), /readyz (database reachable, migrated, clocks agree: F17), /metrics (loopback or token only). */
export function healthRoutes(
  { world, isDraining }: { world: World; isDraining: () => boolean },
  gauges: () => Record<string, number>,
) {
  const lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  lag.enable();
  const routes = new Hono<{ Bindings: { incoming?: IncomingMessage } }>();
  routes.get("/healthz", (c) => c.text("ok"));
  routes.get("/readyz", async (c) => {
    const problem = isDraining() ? "draining" : await readinessProblem(world).catch(() => "database unreachable");
    return problem === null ? c.text("ready") : c.text(problem, 503, { "Retry-After": "5" });
  });
  routes.get("/metrics", (c) => {
    const address = c.env.incoming?.socket.remoteAddress ?? "";
    const token = world.config.metricsToken;
    const mayRead = token === undefined ? LOOPBACK.has(address) : c.req.header("authorization") === `Bearer ${token}`;
    if (!mayRead) return c.text("Forbidden", 403);
    const own = {
      process_resident_memory_bytes: process.memoryUsage.rss(),
      event_loop_lag_p99_seconds: lagSince(lag),
    };
    return c.text(world.metrics.text({ ...gauges(), ...own }));
  });
  return routes;
}

async function readinessProblem(world: World): Promise<string | null> {
  if ((await pendingMigrations(world.database)).length > 0) return "migrations pending";
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(world.database.db);
  const skew = Math.abs((rows[0]?.now.getTime() ?? 0) - world.now().getTime());
  return skew > SKEW_MAX_MS ? "clock skew" : null;
}

/** How late one turn of the event loop in a hundred was since this was last asked, and begins anew. */
function lagSince(lag: ReturnType<typeof monitorEventLoopDelay>): number {
  const lateMs = lag.percentile(99) / 1e6 - LAG_RESOLUTION_MS;
  lag.reset();
  return Math.max(0, lateMs / 1000);
}
