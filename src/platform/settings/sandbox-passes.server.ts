import { generateKeyPairSync, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import forge from "node-forge";
import { z } from "zod";
import { hasCode } from "../error-code.ts";
import type { Config } from "./config.server.ts";
import type { ApplePassSettings, GoogleWalletSettings } from "./gateway-settings.server.ts";

const PASS_TYPE = "pass.example.belrive.card";
const TEAM = "SANDBOX001";
const YEARS = 10;

const file = z.object({
  authority: z.string(),
  certificate: z.string(),
  privateKey: z.string(),
  googlePrivateKey: z.string(),
  googlePublicKey: z.string(),
});
/** Certificates and keys of the sandbox's phone wallets, in PEM. `authority` stands for Apple's own certificate. */
export type SandboxPassKeys = z.output<typeof file>;

/**
 * The keys of this installation's sandbox, stored beside its secrets. The site or the sandbox, whichever starts first, generates them once.
 * They never change, because phones would reject the next edition of a pass signed by other keys.
 */
export function openSandboxPassKeys(config: Pick<Config, "secretsFile">): SandboxPassKeys {
  const path = join(dirname(config.secretsFile), "sandbox-wallets.json");
  return read(path) ?? make(path);
}

/** The settings of the phone wallets as the sandbox plays them. */
export function sandboxPassSettings(
  { url, pushPort }: { url: string; pushPort: number },
  keys: SandboxPassKeys,
): { applePass: ApplePassSettings; googleWallet: GoogleWalletSettings } {
  return {
    applePass: {
      passTypeId: PASS_TYPE,
      teamId: TEAM,
      certificate: keys.certificate,
      privateKey: keys.privateKey,
      intermediate: keys.authority,
      pushUrl: `http://${new URL(url).hostname}:${pushPort}`,
    },
    googleWallet: {
      issuerId: "3388000000000000001",
      serviceAccount: "wallet@sandbox.iam.gserviceaccount.com",
      privateKey: keys.googlePrivateKey,
      tokenUrl: `${url}/google-wallet/token`,
      apiUrl: `${url}/google-wallet/walletobjects/v1`,
      saveUrl: `${url}/google-wallet/gp/v/save/`,
    },
  };
}

/** Generates all keys and certificates, without storing them. */
export function makeSandboxPassKeys(): SandboxPassKeys {
  const authority = rsaPair();
  const signer = rsaPair();
  const google = rsaPair();
  const authorityName = [{ name: "commonName", value: "Sandbox pass authority" }];
  const signerName = [
    { name: "commonName", value: `Pass Type ID: ${PASS_TYPE}` },
    { name: "organizationalUnitName", value: TEAM },
  ];
  return {
    authority: certificate({ subject: authorityName, issuer: authorityName, isAuthority: true }, authority, authority),
    certificate: certificate({ subject: signerName, issuer: authorityName, isAuthority: false }, signer, authority),
    privateKey: signer.privateKey,
    googlePrivateKey: google.privateKey,
    googlePublicKey: google.publicKey,
  };
}

function read(path: string): SandboxPassKeys | null {
  try {
    return file.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

/** Writes the whole file before it gets its name. If two processes generate keys at once, the first one's are used. */
function make(path: string): SandboxPassKeys {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(makeSandboxPassKeys(), null, 2), { mode: 0o600 });
  try {
    linkSync(unfinished, path);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
  return file.parse(JSON.parse(readFileSync(path, "utf8")));
}

type Pair = { publicKey: string; privateKey: string };
type Subject = { name: string; value: string }[];

function rsaPair(): Pair {
  return generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
}

function certificate(
  { subject, issuer, isAuthority }: { subject: Subject; issuer: Subject; isAuthority: boolean },
  holder: Pair,
  authority: Pair,
): string {
  const made = forge.pki.createCertificate();
  made.publicKey = forge.pki.publicKeyFromPem(holder.publicKey);
  made.serialNumber = `01${randomBytes(15).toString("hex")}`;
  made.validity.notBefore = new Date("2026-01-01T00:00:00Z");
  made.validity.notAfter = new Date(`${2026 + YEARS}-01-01T00:00:00Z`);
  made.setSubject(subject);
  made.setIssuer(issuer);
  made.setExtensions([
    { name: "basicConstraints", cA: isAuthority, critical: true },
    { name: "keyUsage", critical: true, ...(isAuthority ? { keyCertSign: true } : { digitalSignature: true }) },
  ]);
  made.sign(forge.pki.privateKeyFromPem(authority.privateKey), forge.md.sha256.create());
  return forge.pki.certificateToPem(made);
}
