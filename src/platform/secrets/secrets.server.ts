import { hash, hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { hasCode } from "../error-code.ts";

const secret = z.string().regex(/^[0-9a-f]{64}$/);
const generation = z.object({ importKey: secret, captchaKey: secret, tokenKey: secret, sealKey: secret });
const file = generation.extend({ lastingKey: secret, previous: generation.optional() });
/** The first version of the file held `importKey` only; the others are added to it. */
const oldFile = file.partial().required({ importKey: true });

/** Keys that are replaced together. */
export type Generation = z.infer<typeof generation>;

/**
 * Secrets shared by the nodes of one installation: 32 bytes each, in hexadecimal. `importKey` lets commands call the running site,
 * `captchaKey` signs challenges, `tokenKey` keys the hashes of tokens and codes, `sealKey` encrypts what must be read again. A rotation
 * replaces these four, and `previous` holds those before it, which still open everything. `lastingKey` keys hashes that cannot be made
 * again, such as those of PINs, and stays.
 */
export type Secrets = z.infer<typeof file>;

/**
 * Reads the secrets; the first start creates them. Nodes that start together agree: the first one writes the file, and secrets that an
 * older file lacks are derived from its `importKey`, so that every node computes the same. Throws what a person can read if the file is
 * malformed or cannot be read.
 */
export function openSecrets(path: string): Secrets {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  createIfAbsent(path);
  const { secrets, isComplete } = readSecrets(path);
  if (!isComplete) tryToWrite(path, secrets);
  return secrets;
}

function readSecrets(path: string): { secrets: Secrets; isComplete: boolean } {
  const found = oldFile.parse(jsonOf(readFileSync(path, "utf8"), path));
  const secrets = complete(found);
  const isComplete = Object.keys(secrets).every((name) => name in found);
  return { secrets, isComplete };
}

/** Secrets that have been rotated: new keys in front, the present ones behind, and none older. */
export function rotated(secrets: Secrets): Secrets {
  return { ...newGeneration(), lastingKey: secrets.lastingKey, previous: generation.parse(secrets) };
}

/** Replaces the file atomically. */
export function writeSecrets(path: string, secrets: Secrets): void {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, written(secrets), { mode: 0o600 });
  renameSync(unfinished, path);
}

/** Makes a running program use the secrets that its file holds now. */
export function adoptSecrets(used: Secrets, path: string): void {
  const { secrets } = readSecrets(path);
  delete used.previous;
  Object.assign(used, secrets);
}

/** Identifies the installation that these secrets belong to: sixteen hexadecimal digits, from which no key can be computed. */
export function identityOf({ lastingKey }: Pick<Secrets, "lastingKey">): string {
  return fingerprint(lastingKey);
}

/** Identifies a generation of keys, in the same form. */
export function generationOf({ importKey, captchaKey, tokenKey, sealKey }: Generation): string {
  return fingerprint([importKey, captchaKey, tokenKey, sealKey].join());
}

function fingerprint(text: string): string {
  return hash("sha256", `baize fingerprint ${text}`, "hex").slice(0, 16);
}

function newGeneration(): Generation {
  const random = () => randomBytes(32).toString("hex");
  return { importKey: random(), captchaKey: random(), tokenKey: random(), sealKey: random() };
}

function createIfAbsent(path: string): void {
  const secrets: Secrets = { ...newGeneration(), lastingKey: randomBytes(32).toString("hex") };
  try {
    writeFileSync(path, written(secrets), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  }
}

function complete(found: z.output<typeof oldFile>): Secrets {
  const derived = (name: string) =>
    Buffer.from(hkdfSync("sha256", Buffer.from(found.importKey, "hex"), "", `baize ${name}`, 32)).toString("hex");
  const tokenKey = found.tokenKey ?? derived("tokenKey");
  return {
    importKey: found.importKey,
    captchaKey: found.captchaKey ?? derived("captchaKey"),
    tokenKey,
    sealKey: found.sealKey ?? derived("sealKey"),
    // Before the first rotation all hashes were made with the one key.
    lastingKey: found.lastingKey ?? tokenKey,
    ...(found.previous === undefined ? {} : { previous: found.previous }),
  };
}

/** On a read-only mount the file stays as it is: the next start derives the same secrets again. */
function tryToWrite(path: string, secrets: Secrets): void {
  try {
    writeSecrets(path, secrets);
  } catch (error) {
    if (!hasCode(error, "EROFS") && !hasCode(error, "EACCES")) throw error;
  }
}

function written(secrets: Secrets): string {
  return JSON.stringify(secrets, null, 2);
}

function jsonOf(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is not JSON`, { cause: error });
  }
}
