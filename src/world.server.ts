import { randomBytes, randomUUID } from "node:crypto";
import { openCaptcha } from "./gateways/captcha.server.ts";
import type { Config } from "./platform/config.server.ts";
import type { Database } from "./platform/database.server.ts";
import type { Jobs } from "./platform/jobs.server.ts";
import { openLog, type Log } from "./platform/log.server.ts";
import { openMetrics } from "./platform/metrics.server.ts";
import { networkPolicy } from "./platform/network-policy.server.ts";
import { openSecrets } from "./platform/secrets.server.ts";
import type { World } from "./platform/world.ts";

/** For commands that leave no work behind. */
const NO_JOBS: World["jobs"] = {
  send: () => Promise.reject(new Error("This program has no job queue.")),
};

/** The real world: the machine's clock and chance, the opened database, the installation's secrets. */
export function realWorld(
  config: Config,
  database: Database,
  log: Log = openLog(),
  jobs: Pick<Jobs, "send"> = NO_JOBS,
): World {
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
    jobs,
    isNetworkRefused: networkPolicy(config.deniedNetworks),
    now,
    random,
    uuid: () => randomUUID(),
  };
}
