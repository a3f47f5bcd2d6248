import { randomBytes, randomUUID } from "node:crypto";
import { openApplePass } from "../gateways/apple-pass.server.ts";
import { openApple } from "../gateways/apple.server.ts";
import { openCaptcha, type CaptchaSettings } from "../gateways/captcha.server.ts";
import { openExclusions } from "../gateways/exclusions.server.ts";
import { openFacebook } from "../gateways/facebook.server.ts";
import { openBanks } from "../gateways/fintecture-applications.server.ts";
import { openGoogle } from "../gateways/google.server.ts";
import { openGoogleWallet } from "../gateways/google-wallet.server.ts";
import { openMail } from "../gateways/mail.server.ts";
import { openSms } from "../gateways/sms.server.ts";
import { openUbble } from "../gateways/ubble.server.ts";
import { argon2 } from "../platform/argon2.ts";
import type { Config } from "../platform/settings/config.server.ts";
import type { Database } from "../platform/database/database.server.ts";
import type { GatewaySettings } from "../platform/settings/gateway-settings.server.ts";
import type { Gateways } from "../platform/gateways.ts";
import type { Jobs } from "../platform/jobs.server.ts";
import type { Log } from "../platform/log.server.ts";
import { openMetrics } from "../platform/metrics.server.ts";
import { networkPolicy } from "../platform/http/network-policy.server.ts";
import { openSandboxPassKeys, sandboxPassSettings } from "../platform/settings/sandbox-passes.server.ts";
import { openSecrets } from "../platform/secrets/secrets.server.ts";
import { METRIC_HELP } from "../platform/metric-help.ts";
import { hooks } from "./hooks.server.ts";
import type { World } from "../platform/world.ts";

/** For commands, which have no job queue. */
const NO_JOBS: World["jobs"] = {
  send: () => Promise.reject(new Error("This program has no job queue")),
};

/** The real world: the machine's clock and random source, the given database, the installation's secrets. */
export function realWorld(config: Config, database: Database, log: Log, jobs: Pick<Jobs, "send"> = NO_JOBS): World {
  const secrets = openSecrets(config.secretsFile);
  const now = () => new Date();
  const random = (size: number) => randomBytes(size);
  for (const service of ["mail", "sms"] as const)
    if (config.gateways[service] === null) log.warn({ service }, "a service has no settings: its messages stay queued");
  for (const service of ["identity", "exclusions"] as const)
    if (config.gateways[service] === null) log.warn({ service }, "a service has no settings: nobody can enroll");
  return {
    config,
    secrets,
    log,
    metrics: openMetrics(METRIC_HELP),
    database,
    gateways: openGateways(withSandboxPasses(config), {
      keys: () => [secrets.captchaKey, ...(secrets.previous === undefined ? [] : [secrets.previous.captchaKey])],
      now,
      random,
    }),
    hooks,
    argon2,
    jobs,
    isNetworkRefused: networkPolicy(config.deniedNetworks),
    now,
    random,
    uuid: () => randomUUID(),
  };
}

/** The sandbox's passes are signed with keys made for this installation. */
function withSandboxPasses({ gateways, sandbox, secretsFile }: Config): GatewaySettings {
  if (sandbox === null || (gateways.applePass !== null && gateways.googleWallet !== null)) return gateways;
  const played = sandboxPassSettings(sandbox, openSandboxPassKeys({ secretsFile }));
  return {
    ...gateways,
    applePass: gateways.applePass ?? played.applePass,
    googleWallet: gateways.googleWallet ?? played.googleWallet,
  };
}

/** Opens an adapter for each configured service. Without settings, sending mail and SMS fails, so that messages stay queued. */
function openGateways(settings: GatewaySettings, captcha: CaptchaSettings): Gateways {
  const { now } = captcha;
  const missing = (what: string) => ({
    send: () => Promise.reject(new Error(`This installation has no ${what} settings`)),
  });
  return {
    mail: settings.mail === null ? missing("SMTP") : openMail(settings.mail),
    sms:
      settings.sms === null
        ? { ...missing("OVH"), readReceipt: () => "unwanted" as const }
        : openSms(settings.sms, { now }),
    social: {
      google: settings.google && openGoogle(settings.google, { now }),
      apple: settings.apple && openApple(settings.apple, { now }),
      facebook: settings.facebook && openFacebook(settings.facebook, { now }),
    },
    captcha: openCaptcha(captcha),
    bank: openBanks(settings.bank, captcha),
    identity: settings.identity && openUbble(settings.identity, { now }),
    exclusions: settings.exclusions && openExclusions(settings.exclusions, { now }),
    passes: {
      apple: settings.applePass && openApplePass(settings.applePass),
      google: settings.googleWallet && openGoogleWallet(settings.googleWallet, { now }),
    },
  };
}
