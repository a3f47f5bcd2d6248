import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHmac,
  createPrivateKey,
  createSecretKey,
  hash,
  timingSafeEqual,
  type KeyObject,
} from "node:crypto";
import type { World } from "./world.ts";

/** The purpose of an encryption or a keyed hash. Each purpose has its own key, so a value made for one is useless for another. */
export type Purpose =
  | "mail"
  | "answer"
  | "request"
  | "provider-token"
  | "social-identity"
  | "recovery"
  | "limit"
  | "password-salt"
  | "otp"
  | "social-visit"
  | "phone-visit"
  | "person"
  | "identity-document"
  | "identity-link"
  | "gifts-ticket"
  | "pass-token"
  | "pass-link"
  | "snapshot-owner"
  | "snapshot-key"
  | "pin"
  | "pin-key"
  | "operator-ticket"
  | "desk-person"
  | "browser";

/**
 * The purposes whose key is never rotated. Some hashes stay in the database for good while what was hashed is not kept: names and
 * documents of persons, PINs. For the other purposes listed here a new key would protect nobody, and would only invalidate what was made
 * with the old one: the salts of passwords, limits, what a device shows offline.
 */
const LASTING: readonly Purpose[] = [
  "password-salt",
  "pin",
  "person",
  "identity-document",
  "limit",
  "snapshot-owner",
  "snapshot-key",
];

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The hash under which a token of 256 random bits is stored. It needs no key, because such a token cannot be guessed. */
export function tokenHash(token: string): Uint8Array {
  return hash("sha256", token, "buffer");
}

/** True for equal texts. How long it takes does not depend on how much of a secret was guessed. */
export function isSameSecret(given: string, wanted: string): boolean {
  return timingSafeEqual(hash("sha256", given, "buffer"), hash("sha256", wanted, "buffer"));
}

/** What is stored instead of a body, to recognise the same body later. */
export function bodyHash(body: Uint8Array): Uint8Array {
  return hash("sha256", body, "buffer");
}

/** A new token for addresses and headers: 256 random bits as 43 characters. */
export function newToken(world: Pick<World, "random">): string {
  return Buffer.from(world.random(32)).toString("base64url");
}

/** A hash (32 bytes) that only this installation can compute: for guessable values, such as phone numbers and addresses. */
export function keyedHash(world: Pick<World, "secrets">, purpose: Purpose, ...parts: string[]): Uint8Array {
  const { lastingKey, tokenKey } = world.secrets;
  return hashWith(LASTING.includes(purpose) ? lastingKey : tokenKey, purpose, parts);
}

/** The hash that `keyedHash` makes, and the one that it made before the last rotation of the secrets. */
export function keyedHashes(world: Pick<World, "secrets">, purpose: Purpose, ...parts: string[]): Uint8Array[] {
  const { previous } = world.secrets;
  const isRotated = previous !== undefined && !LASTING.includes(purpose);
  return [keyedHash(world, purpose, ...parts), ...(isRotated ? [hashWith(previous.tokenKey, purpose, parts)] : [])];
}

/** True for one of these hashes. Compares in constant time. */
export function isKeyedHash(
  world: Pick<World, "secrets">,
  given: Uint8Array,
  purpose: Purpose,
  ...parts: string[]
): boolean {
  const made = keyedHashes(world, purpose, ...parts);
  return made.filter((one) => one.length === given.length && timingSafeEqual(one, given)).length > 0;
}

function hashWith(secret: string, purpose: Purpose, parts: string[]): Uint8Array {
  return createHmac("sha256", keyFor(secret, purpose)).update(JSON.stringify(parts)).digest();
}

/** Encrypts a text so that only this installation can read it (AES-256-GCM). The result is IV, tag and ciphertext. */
export function encrypt(world: Pick<World, "secrets" | "random">, purpose: Purpose, text: string): Uint8Array {
  const iv = world.random(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyFor(world.secrets.sealKey, purpose), iv);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** Decrypts a text. Null if it was not encrypted by this installation for this purpose, before or after the last rotation. */
export function decrypt(world: Pick<World, "secrets">, purpose: Purpose, encrypted: Uint8Array): string | null {
  const { sealKey, previous } = world.secrets;
  const text = decryptWith(sealKey, purpose, encrypted);
  return text === null && previous !== undefined ? decryptWith(previous.sealKey, purpose, encrypted) : text;
}

/** The same text encrypted with the present keys. Null if it is already, or was never encrypted for this purpose. */
export function reencrypted(
  world: Pick<World, "secrets" | "random">,
  purpose: Purpose,
  encrypted: Uint8Array,
): Uint8Array | null {
  if (decryptWith(world.secrets.sealKey, purpose, encrypted) !== null) return null;
  const text = decrypt(world, purpose, encrypted);
  return text === null ? null : encrypt(world, purpose, text);
}

function decryptWith(secret: string, purpose: Purpose, encrypted: Uint8Array): string | null {
  if (encrypted.byteLength < IV_BYTES + TAG_BYTES) return null;
  const key = keyFor(secret, purpose);
  const decipher = createDecipheriv("aes-256-gcm", key, encrypted.subarray(0, IV_BYTES));
  decipher.setAuthTag(encrypted.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(encrypted.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
      "utf8",
    );
  } catch {
    return null;
  }
}

/** The key with which this installation signs tokens that it issues and later checks. */
export function signingKey(world: Pick<World, "secrets">, purpose: Purpose): Uint8Array {
  return keyFor(world.secrets.tokenKey, purpose).export();
}

/** The keys with which it checks them: the present one, and that before the last rotation. */
export function checkingKeys({ secrets }: Pick<World, "secrets">, purpose: Purpose): Uint8Array[] {
  const generations = [secrets, ...(secrets.previous === undefined ? [] : [secrets.previous])];
  return generations.map(({ tokenKey }) => keyFor(tokenKey, purpose).export());
}

/** Cached per secret and purpose, because every log-in needs several of them. */
const keys = new Map<string, KeyObject>();

function keyFor(secret: string, purpose: Purpose): KeyObject {
  const name = `${secret} ${purpose}`;
  let key = keys.get(name);
  if (key === undefined) {
    key = createSecretKey(createHmac("sha256", Buffer.from(secret, "hex")).update(purpose).digest());
    keys.set(name, key);
  }
  return key;
}

/** Derives a P-256 private key from 32 bytes, so that all processes that know the bytes have the same key. */
export function p256Key(secret: Buffer): KeyObject {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(secret);
  const point = pair.getPublicKey();
  const part = (bytes: Buffer) => bytes.toString("base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    d: part(secret),
    x: part(point.subarray(1, 33)),
    y: part(point.subarray(33, 65)),
  };
  return createPrivateKey({ key: jwk, format: "jwk" });
}
