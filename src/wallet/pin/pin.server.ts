import { timingSafeEqual } from "node:crypto";
import type { Transaction } from "../../platform/database/database.server.ts";
import { keyedHash } from "../../platform/cryptography.server.ts";
import type { World } from "../../platform/world.ts";
import { PIN_ATTEMPTS_MAX } from "./rules.ts";
import {
  attemptsOf,
  clearAttempts,
  countAttempt,
  resetAttemptsIfRight,
  endUnlocksOf,
  lockAttempts,
  putPin,
} from "./queries.server.ts";

const SALT_BYTES = 16;
/**
 * Argon2id costs. All 10,000 PINs can be tried quickly at any cost, so the real protection is the secret key outside
 * the database. Argon2id only makes guessing dearer for somebody who has both.
 */
const COST = { memoryCost: 8_192, timeCost: 1, parallelism: 1 } as const;
const NOBODY = { salt: new Uint8Array(SALT_BYTES), pin_hash: new Uint8Array(32) };

export type PreparedPin = { salt: Uint8Array; pinHash: Uint8Array };

/** Computes what is stored of a PIN. Call it before the transaction that stores it, because hashing is slow. */
export async function preparePin(world: World, membershipId: string, pin: string): Promise<PreparedPin> {
  const salt = world.random(SALT_BYTES);
  return { salt, pinHash: await hashPin(world, membershipId, pin, salt) };
}

/** Sets or resets a member's PIN, at reception only. Ends a block, and locks what the old PIN had unlocked. */
export async function setPin(
  world: World,
  tx: Transaction,
  membershipId: string,
  { salt, pinHash }: PreparedPin,
): Promise<void> {
  await putPin(tx, { membership_id: membershipId, salt, pin_hash: pinHash, attempts: 0, set_at: world.now() });
  await endUnlocksOf(tx, membershipId);
}

/**
 * Compares a PIN. At most three comparisons happen between two resets, across all nodes: one statement allows and
 * counts the attempt before the comparison, and a right PIN resets the count. "blocked" means that nothing was
 * compared, because no attempt is left or there is no PIN. All outcomes do the same work, so that their duration says
 * nothing. Call it outside a transaction: a rollback would undo the count.
 */
export async function verifyPin(
  world: World,
  membershipId: string,
  pin: string,
): Promise<"right" | "wrong" | "blocked"> {
  const { db } = world.database;
  const counted = await countAttempt(db, membershipId);
  const known = counted ?? NOBODY;
  const made = await hashPin(world, membershipId, pin, known.salt);
  const isRight = timingSafeEqual(made, known.pin_hash) && counted !== undefined;
  if (counted !== undefined) world.metrics.count("pin_comparisons_total");
  await resetAttemptsIfRight(db, membershipId, isRight ? made : NOBODY.pin_hash);
  if (counted === undefined) return "blocked";
  return isRight ? "right" : "wrong";
}

/** How many attempts are left before reception must reset the PIN; 0 if there is no PIN. */
export async function attemptsLeft(world: World, membershipId: string): Promise<number> {
  const made = await attemptsOf(world.database.db, membershipId);
  return made === undefined ? 0 : Math.max(0, PIN_ATTEMPTS_MAX - made);
}

/**
 * Gives a PIN its three attempts back, without reading it; staff only. Returns how many were used, or null if there is
 * no PIN.
 */
export async function resetAttempts(tx: Transaction, membershipId: string): Promise<number | null> {
  const before = await lockAttempts(tx, membershipId);
  if (before !== null && before > 0) await clearAttempts(tx, membershipId);
  return before;
}

async function hashPin(world: World, membershipId: string, pin: string, salt: Uint8Array): Promise<Uint8Array> {
  return world.argon2(keyedHash(world, "pin", membershipId, pin), { ...COST, salt });
}
