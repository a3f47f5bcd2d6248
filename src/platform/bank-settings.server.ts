import { createPrivateKey, hkdfSync } from "node:crypto";
import { z } from "zod";

/**
 * Settings of Fintecture, the provider of bank transfers. `privateKeys` are the application's own keys in PEM. The first one signs our
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

const needed = z.string({ error: "is required when other settings of this service are set" }).min(1);
const key = needed
  .transform((pem) => pem.replaceAll("\\n", "\n"))
  .refine(isRsaKey, { error: "must be an RSA key in PEM (PKCS 8) of at least 2048 bits" });

export const bankVariables = z
  .object({
    FINTECTURE_API_URL: z
      .string()
      .refine((value) => URL.canParse(value) && new URL(value).protocol === "https:", {
        error: "must be an https address",
      })
      .transform((value) => value.replace(/\/+$/, ""))
      .default("https://api.fintecture.com"),
    FINTECTURE_APP_ID: needed,
    FINTECTURE_APP_SECRET: needed,
    FINTECTURE_PRIVATE_KEY: key,
    FINTECTURE_PREVIOUS_PRIVATE_KEY: key.optional(),
    FINTECTURE_LINK_HOSTS: z
      .string()
      .transform((value) => value.split(",").map((host) => host.trim().toLowerCase()))
      .refine((hosts) => hosts.every((host) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host)), {
        error: "must be hosts separated by commas",
      })
      .default(["connect.fintecture.com", "connect-v2.fintecture.com"]),
  })
  .transform((given): BankSettings => ({
    url: given.FINTECTURE_API_URL,
    appId: given.FINTECTURE_APP_ID,
    appSecret: given.FINTECTURE_APP_SECRET,
    privateKeys: [
      given.FINTECTURE_PRIVATE_KEY,
      ...(given.FINTECTURE_PREVIOUS_PRIVATE_KEY === undefined ? [] : [given.FINTECTURE_PREVIOUS_PRIVATE_KEY]),
    ],
    linkHosts: given.FINTECTURE_LINK_HOSTS,
  }));

/** The bank as the sandbox plays it. Its credentials are public. */
export function sandboxBankSettings(url: string): BankSettings {
  return {
    url: `${url}/fintecture`,
    appId: "sandbox-bank-app",
    appSecret: "sandbox-bank-secret",
    privateKeys: [sandboxBankKey()],
    linkHosts: [new URL(url).host],
  };
}

const PHRASE = "The sandbox bank's application key";
/** The primes are the first odd numbers of the right kind after those derived from the phrase: this many odd numbers further. */
const STEPS = { p: 1032, q: 79 };
const EXPONENT = 65_537n;
let madeKey: string | undefined;

/** Derived from a phrase, so that the site and the sandbox, which are two processes, hold the same key pair. */
function sandboxBankKey(): string {
  madeKey ??= makeSandboxKey();
  return madeKey;
}

function makeSandboxKey(): string {
  const [p, q] = [primeOf("p"), primeOf("q")];
  const d = inverse(EXPONENT, (p - 1n) * (q - 1n));
  const jwk = {
    kty: "RSA",
    n: numberPart(p * q),
    e: numberPart(EXPONENT),
    d: numberPart(d),
    p: numberPart(p),
    q: numberPart(q),
    dp: numberPart(d % (p - 1n)),
    dq: numberPart(d % (q - 1n)),
    qi: numberPart(inverse(q, p)),
  };
  return createPrivateKey({ key: jwk, format: "jwk" }).export({ type: "pkcs8", format: "pem" }).toString();
}

function primeOf(name: "p" | "q"): bigint {
  const bytes = Buffer.from(hkdfSync("sha256", PHRASE, "", name, 128));
  bytes[0] = (bytes[0] ?? 0) | 0xc0;
  bytes[127] = (bytes[127] ?? 0) | 1;
  return BigInt(`0x${bytes.toString("hex")}`) + BigInt(2 * STEPS[name]);
}

/** The modular inverse of `value`, by the extended Euclidean algorithm. */
function inverse(value: bigint, modulus: bigint): bigint {
  let [rest, next] = [modulus, value % modulus];
  let [factor, nextFactor] = [0n, 1n];
  while (next !== 0n) {
    const times = rest / next;
    [rest, next] = [next, rest - times * next];
    [factor, nextFactor] = [nextFactor, factor - times * nextFactor];
  }
  return ((factor % modulus) + modulus) % modulus;
}

function numberPart(value: bigint): string {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex").toString("base64url");
}

function isRsaKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
    return asymmetricKeyType === "rsa" && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2_048;
  } catch {
    return false;
  }
}
