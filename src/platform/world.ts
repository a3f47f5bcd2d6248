import type { Argon2 } from "./argon2.ts";
import type { Config } from "./settings/config.server.ts";
import type { Database } from "./database/database.server.ts";
import type { Gateways } from "./gateways.ts";
import type { Hooks } from "./hooks.ts";
import type { Jobs } from "./jobs.server.ts";
import type { Log } from "./log.server.ts";
import type { Metrics } from "./metrics.server.ts";
import type { Secrets } from "./secrets/secrets.server.ts";

/**
 * The environment of every verb: clock, randomness, database, outside services and settings. Tests provide their own, so no verb may use
 * a global clock or random source.
 */
export type World = {
  config: Config;
  secrets: Secrets;
  log: Log;
  metrics: Metrics;
  database: Database;
  gateways: Gateways;
  hooks: Hooks;
  /** Makes the hashes of passwords and PINs. */
  argon2: Argon2;
  /** Queues jobs, which exist only if the transaction that sends them commits. */
  jobs: Pick<Jobs, "send">;
  /** True for addresses from which nobody may log in or register (DENIED_NETWORKS); always false if none are configured. */
  isNetworkRefused: (ip: string) => boolean;
  now: () => Date;
  /** `size` unpredictable bytes. */
  random: (size: number) => Uint8Array;
  /** A random identifier (UUID version 4). */
  uuid: () => string;
};
