import { randomBytes, randomUUID } from "node:crypto";
import { pino } from "pino";
import { METRIC_HELP } from "../../src/platform/metric-help.ts";
import { hooks } from "../../src/app/hooks.server.ts";
import { parseConfig } from "../../src/platform/settings/config.server.ts";
import type { Database } from "../../src/platform/database/database.server.ts";
import type { Log } from "../../src/platform/log.server.ts";
import { openMetrics } from "../../src/platform/metrics.server.ts";
import type { Gateways } from "../../src/platform/gateways.ts";
import type { World } from "../../src/platform/world.ts";
import { standingClock, type StandingClock } from "./clock.ts";
import { heldJobs, type HeldJobs } from "./jobs.ts";
import { argon2 } from "./quick-argon2.ts";
import { recordedGateways, type RecordedGateways } from "./gateways.ts";

/** The evening on which most tests take place: a Saturday in November, 20:30 in Paris. */
export const SATURDAY_EVENING = "2026-11-21T19:30:00Z";
export const TEST_IMPORT_KEY = "0".repeat(64);

export type TestWorld = World & { gateways: RecordedGateways; jobs: HeldJobs };

/**
 * A world for tests: a standing clock, silent logs unless one is given, the given database, and outside services in
 * memory, some of which `gateways` may replace.
 */
export function testWorld(
  database: Database,
  variables: Record<string, string> = {},
  clock: StandingClock = standingClock(SATURDAY_EVENING),
  gateways: Partial<Gateways> = {},
  log: Log = pino({ level: "silent" }),
): TestWorld {
  const parsed = parseConfig({ DATA_DIR: "/nowhere", ...variables });
  if ("problems" in parsed) throw new Error(parsed.problems.join("\n"));
  return {
    config: parsed.config,
    secrets: {
      importKey: TEST_IMPORT_KEY,
      captchaKey: "1".repeat(64),
      tokenKey: "2".repeat(64),
      sealKey: "3".repeat(64),
      lastingKey: "4".repeat(64),
    },
    log,
    metrics: openMetrics(METRIC_HELP),
    database,
    hooks,
    argon2,
    jobs: heldJobs(log),
    isNetworkRefused: () => false,
    now: clock.now,
    gateways: { ...recordedGateways(clock.now, randomBytes), ...gateways } as RecordedGateways,
    random: (size) => randomBytes(size),
    uuid: () => randomUUID(),
  };
}
