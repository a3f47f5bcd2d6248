import { hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";

const secret = z.string().regex(/^[0-9a-f]{64}$/);
const file = z.object({ importKey: secret, captchaKey: secret, tokenKey: secret, sealKey: secret });
/** The first version of the file held `importKey` only; the others are added to it. */
const oldFile = file.partial().required({ importKey: true });

/**
 * Secrets shared by the nodes of one installation: 32 bytes each, in hexadecimal. `importKey` lets the import command call the running
 * site, `captchaKey` signs challenges, `tokenKey` keys the hashes of tokens and codes, `sealKey` encrypts what must be read again.
 */
export type Secrets = z.infer<typeof file>;

/**
 * Reads the secrets; the first start creates them. Nodes that start together agree: the first one writes the file, and secrets that an
 * older file lacks are derived from its `importKey`, so that every node computes the same.
 */
export function openSecrets(path: string): Secrets {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  createIfAbsent(path);
  const found = oldFile.parse(JSON.parse(readFileSync(path, "utf8")));
  const secrets = complete(found);
  if (Object.keys(file.shape).some((name) => !(name in found))) replace(path, secrets);
  return secrets;
}

function createIfAbsent(path: string): void {
  const random = () => randomBytes(32).toString("hex");
  const secrets: Secrets = { importKey: random(), captchaKey: random(), tokenKey: random(), sealKey: random() };
  try {
    writeFileSync(path, written(secrets), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  }
}

function complete(found: z.output<typeof oldFile>): Secrets {
  const derived = (name: string) =>
    Buffer.from(hkdfSync("sha256", Buffer.from(found.importKey, "hex"), "", `baize ${name}`, 32)).toString("hex");
  return {
    importKey: found.importKey,
    captchaKey: found.captchaKey ?? derived("captchaKey"),
    tokenKey: found.tokenKey ?? derived("tokenKey"),
    sealKey: found.sealKey ?? derived("sealKey"),
  };
}

/** Replaces the file atomically. On a read-only mount it stays as it is: the next start derives the same secrets again. */
function replace(path: string, secrets: Secrets): void {
  const unfinished = `${path}.${process.pid}`;
  try {
    writeFileSync(unfinished, written(secrets), { mode: 0o600 });
    renameSync(unfinished, path);
  } catch (error) {
    if (!hasCode(error, "EROFS") && !hasCode(error, "EACCES")) throw error;
  }
}

function written(secrets: Secrets): string {
  return JSON.stringify(secrets, null, 2);
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
