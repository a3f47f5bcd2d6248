import { z } from "zod";
import { readBankApplications, type BankApplications } from "./bank-settings.server.ts";
import { isSigningKey, isPublicKey, isRsaKey, isCertificate } from "./pem.server.ts";
import { listOf, pemOf, secureAddress } from "./values.server.ts";

/** The address of each outside service and our credentials there. Adapters call these addresses and no others. */
export type GatewaySettings = {
  mail: MailSettings | null;
  sms: SmsSettings | null;
  google: GoogleSettings | null;
  facebook: FacebookSettings | null;
  apple: AppleSettings | null;
  identity: IdentitySettings | null;
  exclusions: ExclusionSettings | null;
  bank: BankApplications;
  applePass: ApplePassSettings | null;
  googleWallet: GoogleWalletSettings | null;
};
/** `security` is TLS from the first byte, mandatory STARTTLS, or none (on the same machine only). */
export type MailSettings = {
  host: string;
  port: number;
  security: "tls" | "starttls" | "none";
  login: { user: string; password: string } | null;
};
const needed = z.string({ error: "is required when other settings of this service are set" }).min(1);
const pem = pemOf(needed);
const ids = listOf((id) => /^[\w.-]{1,200}$/.test(id), "must be ids separated by commas", needed).transform(
  (list) => list as [string, ...string[]],
);

const smtp = needed.transform((value, context) => {
  const settings = readSmtpUrl(value);
  if (settings !== null) return settings;
  context.addIssue({ code: "custom", message: "must look like smtps://user:password@host:465, and nothing after it" });
  return z.NEVER;
});

const mail = z.object({ SMTP_URL: smtp }).transform((given): MailSettings => given.SMTP_URL);

const sms = z
  .object({
    OVH_API_URL: secureAddress.default("https://eu.api.ovh.com/1.0"),
    OVH_SMS_SERVICE: needed.regex(/^[\w-]{1,60}$/, { error: "must be a service name such as sms-ab12345-1" }),
    OVH_SMS_SENDER: needed,
    OVH_APPLICATION_KEY: needed,
    OVH_APPLICATION_SECRET: needed,
    OVH_CONSUMER_KEY: needed,
    OVH_CALLBACK_KEY: z
      .string()
      .regex(/^[\w-]{24,200}$/, { error: "must be at least 24 letters, digits, _ or -" })
      .optional(),
  })
  .transform((given) => ({
    url: given.OVH_API_URL,
    serviceName: given.OVH_SMS_SERVICE,
    sender: given.OVH_SMS_SENDER,
    applicationKey: given.OVH_APPLICATION_KEY,
    applicationSecret: given.OVH_APPLICATION_SECRET,
    consumerKey: given.OVH_CONSUMER_KEY,
    callbackKey: given.OVH_CALLBACK_KEY ?? null,
  }));
/** `callbackKey` is the secret in the address of its delivery receipts; null if no receipts are wanted. */
export type SmsSettings = z.output<typeof sms>;

const google = z.object({ GOOGLE_CLIENT_IDS: ids, GOOGLE_CLIENT_SECRET: needed }).transform((given) => ({
  clientIds: given.GOOGLE_CLIENT_IDS,
  clientSecret: given.GOOGLE_CLIENT_SECRET,
  authorizeUrl: "https://accounts.google.com/o/oauth2/v2/auth",
  tokenUrl: "https://oauth2.googleapis.com/token",
  tokeninfoUrl: "https://oauth2.googleapis.com/tokeninfo",
  userinfoUrl: "https://openidconnect.googleapis.com/v1/userinfo",
  peopleUrl: "https://people.googleapis.com/v1/people/me",
  keysUrl: "https://www.googleapis.com/oauth2/v3/certs",
}));
/** The first client id is the websites'; the others belong to the native apps. */
export type GoogleSettings = z.output<typeof google>;

const facebook = z
  .object({
    FACEBOOK_APP_ID: needed.regex(/^\d{1,30}$/, { error: "must be digits" }),
    FACEBOOK_APP_SECRET: needed,
    FACEBOOK_API_VERSION: z
      .string()
      .regex(/^v\d{1,3}\.\d$/, { error: "must look like v23.0" })
      .default("v23.0"),
  })
  .transform((given) => ({
    appId: given.FACEBOOK_APP_ID,
    appSecret: given.FACEBOOK_APP_SECRET,
    dialogUrl: `https://www.facebook.com/${given.FACEBOOK_API_VERSION}/dialog/oauth`,
    graphUrl: `https://graph.facebook.com/${given.FACEBOOK_API_VERSION}`,
  }));
export type FacebookSettings = z.output<typeof facebook>;

const apple = z
  .object({
    APPLE_CLIENT_IDS: ids,
    APPLE_TEAM_ID: needed,
    APPLE_KEY_ID: needed,
    APPLE_PRIVATE_KEY: pem.refine(isSigningKey, { error: "must be the P-256 key in PEM (PKCS 8) that Apple gave" }),
  })
  .transform((given) => ({
    clientIds: given.APPLE_CLIENT_IDS,
    teamId: given.APPLE_TEAM_ID,
    keyId: given.APPLE_KEY_ID,
    privateKey: given.APPLE_PRIVATE_KEY,
    url: "https://appleid.apple.com",
  }));
/** The first client id is the Services ID of the websites; the others are bundle ids. `privateKey` is PKCS 8 in PEM. */
export type AppleSettings = z.output<typeof apple>;

const identity = z
  .object({
    UBBLE_API_URL: secureAddress.default("https://api.ubble.ai"),
    UBBLE_CLIENT_ID: needed,
    UBBLE_CLIENT_SECRET: needed,
    UBBLE_CERTIFICATE: pem.optional(),
    UBBLE_CERTIFICATE_KEY: pem.optional(),
    UBBLE_WEBHOOK_KEY: pem.refine(isPublicKey, { error: "must be the provider's public key in PEM" }),
    UBBLE_LINK_ORIGINS: listOf(
      (origin) => URL.canParse(origin) && origin === new URL(origin).origin,
      "must be origins such as https://id.ubble.ai separated by commas",
      needed,
    ),
  })
  .refine((given) => (given.UBBLE_CERTIFICATE === undefined) === (given.UBBLE_CERTIFICATE_KEY === undefined), {
    path: ["UBBLE_CERTIFICATE_KEY"],
    error: "must be set together with UBBLE_CERTIFICATE",
  })
  .transform((given) => ({
    url: given.UBBLE_API_URL,
    clientId: given.UBBLE_CLIENT_ID,
    clientSecret: given.UBBLE_CLIENT_SECRET,
    certificate: given.UBBLE_CERTIFICATE ?? null,
    key: given.UBBLE_CERTIFICATE_KEY ?? null,
    webhookKey: given.UBBLE_WEBHOOK_KEY,
    linkOrigins: given.UBBLE_LINK_ORIGINS,
  }));
/**
 * Ubble, the provider of identity checks. `webhookKey` is its public key in PEM, `linkOrigins` are the origins of its pages.
 * `certificate` and `key` are our client certificate, if the provider requires one.
 */
export type IdentitySettings = z.output<typeof identity>;

const exclusions = z
  .object({ EXCLUSIONS_URL: secureAddress, EXCLUSIONS_TOKEN: needed })
  .transform((given) => ({ url: given.EXCLUSIONS_URL, token: given.EXCLUSIONS_TOKEN }));
/** The group's connection to the exclusion registers of the three countries. */
export type ExclusionSettings = z.output<typeof exclusions>;

const certificate = pem.refine(isCertificate, { error: "must be a certificate in PEM" });

const applePass = z
  .object({
    APPLE_PASS_TYPE_ID: needed.regex(/^pass\.[\w.-]{1,150}$/, { error: "must look like pass.example.card" }),
    APPLE_PASS_TEAM_ID: needed.regex(/^[A-Z0-9]{10}$/, { error: "must be the ten characters of the team" }),
    APPLE_PASS_CERTIFICATE: certificate,
    APPLE_PASS_KEY: pem.refine(isRsaKey, { error: "must be the certificate's RSA key in PEM (PKCS 8)" }),
    APPLE_WWDR_CERTIFICATE: certificate,
  })
  .transform((given) => ({
    passTypeId: given.APPLE_PASS_TYPE_ID,
    teamId: given.APPLE_PASS_TEAM_ID,
    certificate: given.APPLE_PASS_CERTIFICATE,
    privateKey: given.APPLE_PASS_KEY,
    intermediate: given.APPLE_WWDR_CERTIFICATE,
    pushUrl: "https://api.push.apple.com",
  }));
/** Certificates and key are in PEM; `intermediate` is Apple's WWDR certificate. The push service takes the same certificate. */
export type ApplePassSettings = z.output<typeof applePass>;

const googleWallet = z
  .object({
    GOOGLE_WALLET_ISSUER_ID: needed.regex(/^\d{1,30}$/, { error: "must be digits" }),
    GOOGLE_WALLET_ACCOUNT: needed.regex(/^[^@\s]{1,100}@[^@\s]{1,150}$/, {
      error: "must be the service account's address",
    }),
    GOOGLE_WALLET_KEY: pem.refine(isRsaKey, { error: "must be the service account's RSA key in PEM (PKCS 8)" }),
  })
  .transform((given) => ({
    issuerId: given.GOOGLE_WALLET_ISSUER_ID,
    serviceAccount: given.GOOGLE_WALLET_ACCOUNT,
    privateKey: given.GOOGLE_WALLET_KEY,
    tokenUrl: "https://oauth2.googleapis.com/token",
    apiUrl: "https://walletobjects.googleapis.com/walletobjects/v1",
    saveUrl: "https://pay.google.com/gp/v/save/",
  }));
/** `privateKey` is the service account's, PKCS 8 in PEM. `saveUrl` is followed directly by the token. */
export type GoogleWalletSettings = z.output<typeof googleWallet>;

/**
 * Reads the services' settings from the environment. A service without any setting is not used (null). A service with some settings
 * must have all of them. All problems are reported together.
 */
export function readGatewaySettings(
  given: Record<string, string | undefined>,
): { settings: GatewaySettings } | { problems: string[] } {
  const problems: string[] = [];
  function read<Settings>(schema: z.ZodType<Settings> & { in: z.ZodObject }): Settings | null {
    if (!Object.keys(schema.in.shape).some((name) => given[name] !== undefined)) return null;
    const parsed = schema.safeParse(given);
    if (parsed.success) return parsed.data;
    problems.push(...parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
    return null;
  }
  const bank = readBankApplications(given);
  if ("problems" in bank) problems.push(...bank.problems);
  const settings: GatewaySettings = {
    mail: read(mail),
    sms: read(sms),
    google: read(google),
    facebook: read(facebook),
    apple: read(apple),
    identity: read(identity),
    exclusions: read(exclusions),
    bank: { own: "own" in bank ? bank.own : new Map(), playedAt: null },
    applePass: read(applePass),
    googleWallet: read(googleWallet),
  };
  return problems.length === 0 ? { settings } : { problems };
}

/** Refuses addresses with options, because an option could disable the check of certificates. */
function readSmtpUrl(value: string): MailSettings | null {
  if (!URL.canParse(value)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(value);
  if (!/^smtps?:$/.test(protocol) || hostname === "" || !/^\/?$/.test(pathname) || search !== "" || hash !== "")
    return null;
  const isOwnMachine = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  const security = protocol === "smtps:" ? "tls" : isOwnMachine ? "none" : "starttls";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (security === "tls" ? 465 : 587) : Number(port),
    security,
    login: username === "" ? null : { user: decodeURIComponent(username), password: decodeURIComponent(password) },
  };
}
