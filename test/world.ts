import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { parseConfig } from "../src/platform/config.server.ts";
import type { Database } from "../src/platform/database.server.ts";
import { openMetrics } from "../src/platform/metrics.server.ts";
import type { World } from "../src/platform/world.ts";
import { standingClock, type StandingClock } from "./clock.ts";

/** The evening on which most tests play: a Saturday in November, half past eight in Paris. */
export const SATURDAY_EVENING = "2026-11-21T19:30:00Z";
export const TEST_IMPORT_KEY = "0".repeat(64);

/** A world for tests: a standing clock, silent logs, the given database. */
export function testWorld(
  database: Database,
  variables: Record<string, string> = {},
  clock: StandingClock = standingClock(SATURDAY_EVENING),
): World {
  const parsed = parseConfig({ DATA_DIR: "/nowhere", ...variables });
  if ("problems" in parsed) throw new Error(parsed.problems.join("\n"));
  return {
    config: parsed.config,
    secrets: { importKey: TEST_IMPORT_KEY },
    log: pino({ level: "silent" }),
    metrics: openMetrics(),
    database,
    now: clock.now,
    random: (size) => new Uint8Array(size),
    uuid: () => randomUUID(),
  };
}
