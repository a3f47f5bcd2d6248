import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { isNetwork } from "../http/network-policy.server.ts";
import { readGatewaySettings, type GatewaySettings } from "./gateway-settings.server.ts";
import { sandboxGatewaySettings } from "./sandbox-gateways.server.ts";
import { listOf } from "./values.server.ts";

/** The environment, parsed once at start. docs/operating.md says what each variable means. */
export type Config = {
  port: number;
  /** The address to listen on; undefined for all of the machine's. */
  host: string | undefined;
  logLevel: LogLevel;
  dataDir: string;
  databaseUrl: string | undefined;
  databaseListenUrl: string | undefined;
  sandbox: { port: number; smtpPort: number; pushPort: number; url: string; starts: boolean } | null;
  gateways: GatewaySettings;
  secretsFile: string;
  mediaUrl: string;
  /** Which pictures this node encodes before anybody asks: all of them, or only the covers of the venues. */
  picturesAhead: PicturesAhead;
  publicScheme: "http" | "https";
  publicPort: number | undefined;
  trustedProxies: string[];
  /** Networks such as 203.0.113.0/24 from which nobody may log in or register. */
  deniedNetworks: string[];
  /** Countries (ISO 3166) whose mobile numbers may be verified. No text message is sent to any other number, because it would cost money. */
  phoneCountries: string[];
  /** What the group lets its floors do beyond their own venue. */
  floor: FloorSettings;
  metricsToken: string | undefined;
  /** The URL scheme of the group's native app, without the colon. */
  nativeScheme: string;
  isProduction: boolean;
};

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

const PICTURES_AHEAD = ["all", "covers"] as const;
export type PicturesAhead = (typeof PICTURES_AHEAD)[number];

type FloorSettings = {
  /** The most that the live amount of the MEGAPOT may be set to, in minor units, and the sites that may set it; null for all. */
  megapotMaxMinor: bigint;
  megapotSites: number[] | null;
  /** Pairs such as BE>FR: receptions in the first country also serve members whose home is in the second. */
  receptionPairs: string[];
};

const port = z.coerce.number().int().min(1).max(65535);
const origin = z
  .string()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: "must be an http or https address",
  })
  .transform((value) => value.replace(/\/+$/, ""));

const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, { error: "must start with postgres://" });

const environment = z.object({
  HOST: z
    .string()
    .refine((value) => isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(value), {
      error: "must be an IP address or a name of this machine",
    })
    .optional(),
  PORT: port.default(3000),
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_LISTEN_URL: postgresUrl.optional(),
  SANDBOX: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  SANDBOX_PORT: port.default(3100),
  SANDBOX_SMTP_PORT: port.optional(),
  SANDBOX_URL: origin.optional(),
  SECRETS_FILE: z.string().min(1).optional(),
  MEDIA_URL: origin.default(""),
  PICTURES_AHEAD: z.enum(PICTURES_AHEAD, { error: "must be all or covers" }).default("all"),
  PUBLIC_SCHEME: z.enum(["http", "https"], { error: "must be http or https" }).default("http"),
  PUBLIC_PORT: port.optional(),
  TRUSTED_PROXIES: listOf((item) => item === "" || isIP(item) !== 0, "must be IP addresses separated by commas")
    .transform((items) => items.filter((item) => item !== ""))
    .optional(),
  DENIED_NETWORKS: listOf(isNetwork, "must be networks such as 203.0.113.0/24 separated by commas").default([]),
  PHONE_COUNTRIES: listOf((item) => /^[A-Z]{2}$/i.test(item), "must be countries such as FR,CH separated by commas")
    .transform((items) => items.map((item) => item.toUpperCase()))
    .default(["FR", "CH", "BE", "DE"]),
  NATIVE_SCHEME: z
    .string()
    .regex(
      /^(?!(https?|ftp|file|data|javascript|blob|about|mailto|tel|sms|intent|view-source|wss?)$)[a-z][a-z0-9.+-]{2,40}$/,
      {
        error: "must be a scheme of the app's own such as belrive",
      },
    )
    .default("belrive"),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(", ")}` }).default("info"),
  MEGAPOT_MAX: z.coerce.number().int().min(1).max(9_999_999_999).default(1_000_000),
  MEGAPOT_SITES: listOf(
    (item) => /^[0-9]{1,9}$/.test(item),
    "must be numbers of sites such as 151,152 separated by commas",
  )
    .transform((items) => items.map(Number))
    .optional(),
  RECEPTION_PAIRS: listOf(
    (item) => /^(FR|CH|BE)>(FR|CH|BE)$/i.test(item),
    "must be pairs of countries such as BE>FR separated by commas",
  )
    .transform((items) => items.map((item) => item.toUpperCase()))
    .default([]),
  METRICS_TOKEN: z.string().min(16, { error: "must have at least 16 characters" }).optional(),
});

/**
 * Reads the environment. All problems are reported together, each with its variable's name.
 * A variable set to an empty text counts as absent.
 */
export function parseConfig(
  variables: Record<string, string | undefined>,
): { config: Config } | { problems: string[] } {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = environment.safeParse(given);
  const outside = readGatewaySettings(given);
  const problems = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join(".")}: ${issue.message}`),
    ...("problems" in outside ? outside.problems : []),
  ];
  if (!parsed.success || "problems" in outside) return { problems };
  return { config: fromEnvironment(parsed.data, outside.settings) };
}

function fromEnvironment(given: z.output<typeof environment>, outside: GatewaySettings): Config {
  const dataDir = resolve(given.DATA_DIR);
  const hasSandbox = given.SANDBOX === "on";
  const sandbox = hasSandbox ? sandboxOf(given) : null;
  return {
    port: given.PORT,
    host: given.HOST,
    logLevel: given.LOG_LEVEL,
    dataDir,
    databaseUrl: given.DATABASE_URL,
    databaseListenUrl: given.DATABASE_LISTEN_URL,
    sandbox,
    gateways: sandbox === null ? outside : withSandbox(outside, sandbox),
    secretsFile: resolve(given.SECRETS_FILE ?? `${dataDir}/secrets.json`),
    mediaUrl: given.MEDIA_URL,
    picturesAhead: given.PICTURES_AHEAD,
    publicScheme: given.PUBLIC_SCHEME,
    publicPort: given.PUBLIC_PORT ?? (given.PUBLIC_SCHEME === "https" ? undefined : given.PORT),
    trustedProxies: given.TRUSTED_PROXIES ?? (hasSandbox ? ["127.0.0.1", "::1"] : []),
    deniedNetworks: given.DENIED_NETWORKS,
    phoneCountries: given.PHONE_COUNTRIES,
    floor: {
      megapotMaxMinor: BigInt(given.MEGAPOT_MAX) * 100n,
      megapotSites: given.MEGAPOT_SITES ?? null,
      receptionPairs: given.RECEPTION_PAIRS,
    },
    metricsToken: given.METRICS_TOKEN,
    nativeScheme: given.NATIVE_SCHEME,
    isProduction: !hasSandbox,
  };
}

/** The mail port is 25 above the sandbox's own, where neither neighbouring services nor a second node of the site listen. */
function sandboxOf(given: z.output<typeof environment>): NonNullable<Config["sandbox"]> {
  const url = given.SANDBOX_URL ?? `http://localhost:${given.SANDBOX_PORT}`;
  const port = given.SANDBOX_URL === undefined ? given.SANDBOX_PORT : Number(new URL(url).port || 80);
  const smtpPort = given.SANDBOX_SMTP_PORT ?? (port > 65_500 ? port - 25 : port + 25);
  return {
    port: given.SANDBOX_PORT,
    smtpPort,
    // Apple's push service speaks HTTP/2 only, so it has a port of its own.
    pushPort: smtpPort === 65_535 ? smtpPort - 1 : smtpPort + 1,
    url,
    starts: given.SANDBOX_URL === undefined,
  };
}

/** The sandbox plays every service without settings. */
function withSandbox(outside: GatewaySettings, { url, smtpPort }: NonNullable<Config["sandbox"]>): GatewaySettings {
  const played = sandboxGatewaySettings(url, smtpPort);
  return {
    mail: outside.mail ?? played.mail,
    sms: outside.sms ?? played.sms,
    google: outside.google ?? played.google,
    facebook: outside.facebook ?? played.facebook,
    apple: outside.apple ?? played.apple,
    identity: outside.identity ?? played.identity,
    exclusions: outside.exclusions ?? played.exclusions,
    bank: { ...outside.bank, playedAt: url },
    // The sandbox's certificates are generated per installation (sandbox-passes.server.ts).
    applePass: outside.applePass,
    googleWallet: outside.googleWallet,
  };
}

/**
 * The public origin of a host, such as http://port-serac.localhost:3000. Absolute addresses are always built from the configuration,
 * never from a request, so a forged Host header cannot get into a page or a mail.
 */
export function publicOrigin(config: Pick<Config, "publicScheme" | "publicPort">, host: string): string {
  const usual = config.publicScheme === "https" ? 443 : 80;
  const suffix = config.publicPort === undefined || config.publicPort === usual ? "" : `:${config.publicPort}`;
  return `${config.publicScheme}://${host}${suffix}`;
}
