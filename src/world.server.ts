import { randomBytes, randomUUID } from "node:crypto";
import type { Config } from "./platform/config.server.ts";
import type { Database } from "./platform/database.server.ts";
import { openLog, type Log } from "./platform/log.server.ts";
import { openMetrics } from "./platform/metrics.server.ts";
import { openSecrets } from "./platform/secrets.server.ts";
import type { World } from "./platform/world.ts";

/** The real world: the machine's clock and chance, the opened database, the installation's secrets. */
export function realWorld(config: Config, database: Database, log: Log = openLog()): World {
  return {
    config,
    secrets: openSecrets(config.secretsFile),
    log,
    metrics: openMetrics(),
    database,
    now: () => new Date(),
    random: (size) => randomBytes(size),
    uuid: () => randomUUID(),
  };
}
