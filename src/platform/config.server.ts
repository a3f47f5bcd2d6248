import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";
import { isNetwork } from "./network-policy.server.ts";

/** The environment, parsed once at start; see "Fixed points" in the README for what each variable means. */
export type Config = {
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  sandbox: { port: number; url: string; starts: boolean } | null;
  secretsFile: string;
  mediaUrl: string;
  publicScheme: "http" | "https";
  publicPort: number | undefined;
  trustedProxies: string[];
  /** Networks such as 203.0.113.0/24 from which nobody logs in or registers (G52). */
  deniedNetworks: string[];
  metricsToken: string | undefined;
  isProduction: boolean;
};

const port = z.coerce.number().int().min(1).max(65535);
const origin = z
  .string()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: "must be an http or https address",
  })
  .transform((value) => value.replace(/\/+$/, ""));

const environment = z.object({
  PORT: port.default(3000),
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: "must start with postgres://" })
    .optional(),
  SANDBOX: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  SANDBOX_PORT: port.default(3100),
  SANDBOX_URL: origin.optional(),
  SECRETS_FILE: z.string().min(1).optional(),
  MEDIA_URL: origin.default(""),
  PUBLIC_SCHEME: z.enum(["http", "https"], { error: "must be http or https" }).default("http"),
  PUBLIC_PORT: port.optional(),
  TRUSTED_PROXIES: z
    .string()
    .transform((value) =>
      value
        .split(",")
        .map((item) => item.trim())
        .filter((item) => item !== ""),
    )
    .refine((items) => items.every((item) => isIP(item) !== 0), { error: "must be IP addresses separated by commas" })
    .optional(),
  DENIED_NETWORKS: z
    .string()
    .transform((value) => value.split(",").map((item) => item.trim()))
    .refine((items) => items.every(isNetwork), { error: "must be networks such as 203.0.113.0/24 separated by commas" })
    .optional(),
  METRICS_TOKEN: z.string().min(16, { error: "must have at least 16 characters" }).optional(),
});

/**
 * Reads the environment. All problems come together, each with its variable's name.
 * A variable that is set to nothing counts as absent.
 */
export function parseConfig(
  variables: Record<string, string | undefined>,
): { config: Config } | { problems: string[] } {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    return { problems: parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`) };
  }
  return { config: fromEnvironment(parsed.data) };
}

function fromEnvironment(given: z.output<typeof environment>): Config {
  const dataDir = resolve(given.DATA_DIR);
  const hasSandbox = given.SANDBOX === "on";
  return {
    port: given.PORT,
    dataDir,
    databaseUrl: given.DATABASE_URL,
    sandbox: hasSandbox
      ? {
          port: given.SANDBOX_PORT,
          url: given.SANDBOX_URL ?? `http://localhost:${given.SANDBOX_PORT}`,
          starts: given.SANDBOX_URL === undefined,
        }
      : null,
    secretsFile: resolve(given.SECRETS_FILE ?? `${dataDir}/secrets.json`),
    mediaUrl: given.MEDIA_URL,
    publicScheme: given.PUBLIC_SCHEME,
    publicPort: given.PUBLIC_PORT ?? (given.PUBLIC_SCHEME === "https" ? undefined : given.PORT),
    trustedProxies: given.TRUSTED_PROXIES ?? (hasSandbox ? ["127.0.0.1", "::1"] : []),
    deniedNetworks: given.DENIED_NETWORKS ?? [],
    metricsToken: given.METRICS_TOKEN,
    isProduction: !hasSandbox,
  };
}

/** The public origin of a host, such as http://port-serac.localhost:3000. Absolute addresses never come from a request (T37). */
export function publicOrigin(config: Pick<Config, "publicScheme" | "publicPort">, host: string): string {
  const usual = config.publicScheme === "https" ? 443 : 80;
  const suffix = config.publicPort === undefined || config.publicPort === usual ? "" : `:${config.publicPort}`;
  return `${config.publicScheme}://${host}${suffix}`;
}
