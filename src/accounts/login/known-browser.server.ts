import { timingSafeEqual } from "node:crypto";
import { keyedHash, keyedHashes } from "../../platform/cryptography.server.ts";
import type { World } from "../../platform/world.ts";

const WHOSE_BYTES = 12;
const RANDOM_BYTES = 8;
const SIGNATURE_BYTES = 12;

/**
 * A new value of the cookie that marks a browser as known to the accounts that logged in with it: a keyed hash of the id of the confirmed
 * account it was made for, random bytes, and our signature of both. So a flood can be told from browsers of people without asking the
 * database.
 */
export function newBrowser(world: Pick<World, "secrets" | "random">, accountId: string): string {
  const hashed = keyedHash(world, "browser", "whose", accountId).subarray(0, WHOSE_BYTES);
  const said = Buffer.concat([hashed, world.random(RANDOM_BYTES)]);
  const signature = keyedHash(world, "browser", "signed", said.toString("base64url")).subarray(0, SIGNATURE_BYTES);
  return Buffer.concat([said, signature]).toString("base64url");
}

/**
 * Identifies the account that the cookie was made for, so that log-ins can queue by account. All browsers of an account give the same
 * value: logging in again and again gains no second place. Null for a cookie without our signature, which pending accounts and earlier
 * versions got.
 */
export function browserOwner(world: Pick<World, "secrets">, browser: string | null): string | null {
  const bytes = Buffer.from(browser ?? "", "base64url");
  if (bytes.length !== WHOSE_BYTES + RANDOM_BYTES + SIGNATURE_BYTES) return null;
  const said = bytes.subarray(0, WHOSE_BYTES + RANDOM_BYTES);
  const signature = bytes.subarray(WHOSE_BYTES + RANDOM_BYTES);
  const isOurs = keyedHashes(world, "browser", "signed", said.toString("base64url")).some((made) =>
    timingSafeEqual(made.subarray(0, SIGNATURE_BYTES), signature),
  );
  return isOurs ? said.subarray(0, WHOSE_BYTES).toString("base64url") : null;
}
