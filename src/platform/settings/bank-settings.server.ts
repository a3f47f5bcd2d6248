import { z } from "zod";
import { isLongRsaKey } from "./pem.server.ts";
import { sandboxBankSettings } from "./sandbox-bank.server.ts";
import { listOf, pemOf, secureAddress } from "./values.server.ts";

/**
 * One payment application at Fintecture, the provider of bank transfers. `privateKeys` are the application's own keys in PEM. The first one signs our
 * requests; each of them may decrypt webhooks, so a key can be replaced while messages encrypted for the old one are still on their
 * way. `linkHosts` are the only hosts (with their port, if any) that a member may be sent to for paying.
 */
export type BankSettings = {
  url: string;
  appId: string;
  appSecret: string;
  privateKeys: [string, ...string[]];
  linkHosts: string[];
};

/**
 * The payment applications of the operating companies, by company. `playedAt` is the address of the sandbox, which plays
 * an application for each of the others; null without it.
 */
export type BankApplications = { own: ReadonlyMap<string, BankSettings>; playedAt: string | null };

const needed = z.string({ error: "is required when other settings of this application are set" }).min(1);
const key = pemOf(needed).refine(isLongRsaKey, { error: "must be an RSA key in PEM (PKCS 8) of at least 2048 bits" });

const shared = z.object({
  FINTECTURE_API_URL: secureAddress.default("https://api.fintecture.com"),
  FINTECTURE_LINK_HOSTS: listOf(
    (host) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(host),
    "must be hosts separated by commas",
  )
    .transform((hosts) => hosts.map((host) => host.toLowerCase()))
    .default(["connect.fintecture.com", "connect-v2.fintecture.com"]),
});
const application = z.object({
  APP_ID: needed,
  APP_SECRET: needed,
  PRIVATE_KEY: key,
  PREVIOUS_PRIVATE_KEY: key.optional(),
});
/** For instance FINTECTURE_APP_ID_PORT_SERAC, for the company port-serac. */
const VARIABLE = /^FINTECTURE_(APP_ID|APP_SECRET|PRIVATE_KEY|PREVIOUS_PRIVATE_KEY)(?:_([A-Z0-9]+(?:_[A-Z0-9]+)*))?$/;
type Given = Record<string, string | undefined>;

/**
 * Reads the payment applications: each company's variables end with its key in capitals. Several companies cannot share
 * an application, because its webhooks and its list would mix their money.
 */
export function readBankApplications(given: Given): { own: Map<string, BankSettings> } | { problems: string[] } {
  const common = shared.safeParse(given);
  const problems = (common.error?.issues ?? []).map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  const own = new Map<string, BankSettings>();
  for (const [suffix, fields] of byCompany(given)) {
    if (suffix === "") {
      for (const name of Object.keys(fields))
        problems.push(`FINTECTURE_${name}: must name its company, such as FINTECTURE_${name}_PORT_SERAC`);
      continue;
    }
    const parsed = application.safeParse(fields);
    for (const issue of parsed.error?.issues ?? [])
      problems.push(`FINTECTURE_${issue.path.join(".")}_${suffix}: ${issue.message}`);
    if (!parsed.success || !common.success) continue;
    const { APP_ID: appId, APP_SECRET: appSecret, PRIVATE_KEY: first, PREVIOUS_PRIVATE_KEY: previous } = parsed.data;
    if ([...own.values()].some((other) => other.appId === appId))
      problems.push(`FINTECTURE_APP_ID_${suffix}: is the application of another company`);
    const { FINTECTURE_API_URL: url, FINTECTURE_LINK_HOSTS: linkHosts } = common.data;
    const privateKeys: BankSettings["privateKeys"] = [first, ...(previous === undefined ? [] : [previous])];
    own.set(suffix.toLowerCase().replaceAll("_", "-"), { url, appId, appSecret, privateKeys, linkHosts });
  }
  return problems.length === 0 ? { own } : { problems };
}

function byCompany(given: Given): Map<string, Given> {
  const companies = new Map<string, Given>();
  for (const [variable, value] of Object.entries(given)) {
    const [, name, suffix = ""] = VARIABLE.exec(variable) ?? [];
    if (name !== undefined) companies.set(suffix, { ...companies.get(suffix), [name]: value });
  }
  return companies;
}

/** The settings of a company's application: its own, or the sandbox's; null if there is neither. */
export function bankSettingsOf({ own, playedAt }: BankApplications, company: string): BankSettings | null {
  return own.get(company) ?? (playedAt === null ? null : sandboxBankSettings(playedAt, company));
}

type TopUpVenue = { name: string; company: { key: string; application: string | null } };

/**
 * Why venues with top-ups cannot take money, in lines for the start: a company without settings, or with those of
 * another application than its venue names. The sandbox plays every company's application.
 */
export function bankProblems(applications: BankApplications, venues: readonly TopUpVenue[]): string[] {
  if (applications.playedAt !== null) return [];
  return venues.flatMap(({ name, company: { key: company, application: named } }) => {
    const variable = `FINTECTURE_APP_ID_${company.toUpperCase().replaceAll("-", "_")}`;
    const settings = bankSettingsOf(applications, company);
    if (settings === null) return [`${variable}: is required, because ${name} has top-ups (company ${company})`];
    if (named === null || named === settings.appId) return [];
    return [`${variable}: is ${settings.appId}, but ${name} names the payment application ${named}`];
  });
}
