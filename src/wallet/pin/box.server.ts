import { DAY_MS } from "../../platform/durations.ts";
import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  privateDecrypt,
  type KeyObject,
} from "node:crypto";
import { promisify } from "node:util";
import type { Member } from "../../accounts/member.ts";
import { newToken, tokenHash, decrypt, encrypt } from "../../platform/cryptography.server.ts";
import type { World } from "../../platform/world.ts";
import { boxContent } from "../contract.ts";
import { insertPinKey, newestPinKeys, spendChallenge } from "./queries.server.ts";

const CHALLENGE_SECONDS = 60;
const KEY_DAYS = 30;
const KEY_BITS = 2_048;

/** The public key of this installation for RSA-OAEP with SHA-256, as a browser's WebCrypto imports it. */
export type PinKeyOffer = {
  jwk: { kty: string; n: string; e: string; alg: "RSA-OAEP-256"; ext: true };
  challenge: string;
};

/**
 * Answers GET /api/pin-key: the public key that encrypts the PIN, and a challenge of this session, valid once within 60
 * seconds.
 */
export async function offerPinKey(world: World, member: Member): Promise<PinKeyOffer> {
  const [key] = await pinKeys(world);
  if (key === undefined) throw new Error("No PIN key was found or made");
  const challenge = newToken(world);
  const expiresAt = new Date(world.now().getTime() + CHALLENGE_SECONDS * 1000);
  await world.database.db
    .insertInto("pin_challenges")
    .values({ challenge_hash: tokenHash(challenge), session_id: member.sessionId, expires_at: expiresAt })
    .execute();
  const { n = "", e = "" } = createPublicKey(key).export({ format: "jwk" });
  return { jwk: { kty: "RSA", n, e, alg: "RSA-OAEP-256", ext: true }, challenge };
}

/**
 * Opens an encrypted PIN. Returns the PIN if it was encrypted for this site with an unused challenge of this session, and uses
 * up the challenge. Returns null otherwise; no attempt is counted then.
 */
export async function openPinBox(world: World, member: Member, siteId: number, box: string): Promise<string | null> {
  const encrypted = Buffer.from(box, "base64url");
  if (encrypted.byteLength !== KEY_BITS / 8) return null;
  const content = (await pinKeys(world)).map((key) => contentOf(key, encrypted)).find((one) => one !== null);
  if (content === undefined || content === null || content.site_id !== siteId) return null;
  const isUsed = await spendChallenge(world.database.db, tokenHash(content.challenge), member.sessionId, world.now());
  return isUsed ? content.pin : null;
}

function contentOf(key: KeyObject, encrypted: Buffer) {
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    const opened = privateDecrypt({ key, padding, oaepHash: "sha256" }, encrypted).toString("utf8");
    return boxContent.safeParse(JSON.parse(opened)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * The current key and the previous one. A new key is made after 30 days; when several nodes make one at once, the first
 * insert wins.
 */
async function pinKeys(world: World): Promise<KeyObject[]> {
  const { db } = world.database;
  const rows = await newestPinKeys(db);
  const [newest] = rows;
  if (newest !== undefined && world.now().getTime() - newest.created_at.getTime() < KEY_DAYS * DAY_MS)
    return rows.map((row) => openKey(world, row.sealed_key));
  const made = await promisify(generateKeyPair)("rsa", { modulusLength: KEY_BITS });
  const pem = made.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const generation = (newest?.generation ?? 0) + 1;
  await insertPinKey(db, { generation, sealed_key: encrypt(world, "pin-key", pem), created_at: world.now() });
  return (await newestPinKeys(db)).map((row) => openKey(world, row.sealed_key));
}

function openKey(world: World, encrypted: Uint8Array): KeyObject {
  const pem = decrypt(world, "pin-key", encrypted);
  if (pem === null) throw new Error("The PIN key cannot be decrypted");
  return createPrivateKey(pem);
}
