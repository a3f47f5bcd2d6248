import { checkPrimeSync, createPrivateKey, hkdfSync } from "node:crypto";
import type { BankSettings } from "./bank-settings.server.ts";

const SANDBOX_APP = /^sandbox-bank-([a-z0-9]+(?:-[a-z0-9]+)*)$/;

/** The application of a company as the sandbox plays it. Its credentials are public. */
export function sandboxBankSettings(url: string, company: string): BankSettings {
  return {
    url: `${url}/fintecture`,
    appId: `sandbox-bank-${company}`,
    appSecret: `sandbox-bank-secret-${company}`,
    privateKeys: [sandboxBankKey(company)],
    linkHosts: [new URL(url).host],
  };
}

/** The company of an application that the sandbox plays; null for another id. */
export function companyOfSandboxApp(appId: string): string | null {
  return SANDBOX_APP.exec(appId)?.[1] ?? null;
}

const EXPONENT = 65_537n;
const madeKeys = new Map<string, string>();

/** Derived from a phrase, so that the site and the sandbox, which are two processes, have the same key pair. */
function sandboxBankKey(company: string): string {
  const made = madeKeys.get(company) ?? makeSandboxKey(`The sandbox bank's key for ${company}`);
  madeKeys.set(company, made);
  return made;
}

function makeSandboxKey(phrase: string): string {
  const [p, q] = [primeOf(phrase, "p"), primeOf(phrase, "q")];
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

/** The first prime from the one that the phrase gives. Takes about a tenth of a second. */
function primeOf(phrase: string, name: "p" | "q"): bigint {
  const bytes = Buffer.from(hkdfSync("sha256", phrase, "", name, 128));
  bytes[0] = (bytes[0] ?? 0) | 0xc0;
  bytes[127] = (bytes[127] ?? 0) | 1;
  let candidate = BigInt(`0x${bytes.toString("hex")}`);
  while ((candidate - 1n) % EXPONENT === 0n || hasSmallFactor(candidate) || !checkPrimeSync(candidate)) candidate += 2n;
  return candidate;
}

/** Most numbers have one, and finding it is cheaper than the test of a prime. */
function hasSmallFactor(value: bigint): boolean {
  return [3n, 5n, 7n, 11n, 13n].some((factor) => value % factor === 0n);
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
