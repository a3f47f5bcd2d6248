import type { Argon2 } from "./hashing/argon2.ts";
import type { Config } from "./config.server.ts";
import type { Database } from "./database/database.server.ts";
import type { Gateways } from "./gateways.ts";
import type { Hooks } from "./hooks.ts";
import type { Jobs } from "./jobs.server.ts";
import type { Log } from "./log.server.ts";
import type { Metrics } from "./metrics.server.ts";
import type { Secrets } from "./secrets.server.ts";

/**
 * All that comes from outside, handed to every verb: time, chance, the database, the outside services and the
 * installation's settings. Tests give their own; nothing reads a global clock or a global random.
 */
export type World = {
  config: Config;
  secrets: Secrets;
  log: Log;
  metrics: Metrics;
  database: Database;
  gateways: Gateways;
  hooks: Hooks;
  /** Hashes of passwords and PINs. */
  argon2: Argon2;
  /** Work for later, which exists when and if the transaction that asks for it commits. */
  jobs: Pick<Jobs, "send">;
  /** The network policy: addresses from which nobody logs in or registers (G52). Empty unless configured. */
  isNetworkRefused: (ip: string) => boolean;
  now: () => Date;
  /** That many unpredictable bytes. */
  random: (size: number) => Uint8Array;
  /** A random identifier (UUID version 4). */
  uuid: () => string;
};
