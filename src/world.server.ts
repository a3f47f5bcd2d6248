import { randomBytes, randomUUID } from "node:crypto";
import { openCaptcha } from "./gateways/captcha.server.ts";
import type { Config } from "./platform/config.server.ts";
import type { Database } from "./platform/database.server.ts";
import { openLog, type Log } from "./platform/log.server.ts";
import { openMetrics } from "./platform/metrics.server.ts";
import { openSecrets } from "./platform/secrets.server.ts";
import type { World } from "./platform/world.ts";

/** The real world: the machine's clock and chance, the opened database, the installation's secrets. */
export function realWorld(config: Config, database: Database, log: Log = openLog()): World {
  const secrets = openSecrets(config.secretsFile);
  const now = () => new Date();
  const random = (size: number) => randomBytes(size);
  const unreachable = () => Promise.reject(new Error("This service has no adapter yet."));
  return {
    config,
    secrets,
    log,
    metrics: openMetrics(),
    database,
    gateways: {
      mail: { send: unreachable },
      sms: { send: unreachable },
      social: { google: null, apple: null, facebook: null },
      captcha: openCaptcha({ secret: secrets.captchaKey, now, random }),
    },
    now,
    random,
    uuid: () => randomUUID(),
  };
}
