import { timingSafeEqual } from "node:crypto";
import type { Transaction } from "../../platform/database/database.server.ts";
import { keyedHash } from "../../platform/sealing.server.ts";
import type { World } from "../../platform/world.ts";
import { PIN_ATTEMPTS_MAX } from "./rules.ts";
import { clearAttempts, lockAttempts } from "../desk-queries.server.ts";
import { attemptsOf, countAttempt, endAttempts, endUnlocksOf, putPin } from "../queries.server.ts";

const SALT_BYTES = 16;
/**
 * Ten thousand PINs are tried in no time whatever one costs, so the key outside the database is what protects them; Argon2id makes
 * each guess of whoever holds both a little dearer.
 */
const COST = { memoryCost: 8_192, timeCost: 1, parallelism: 1 } as const;
const NOBODY = { salt: new Uint8Array(SALT_BYTES), pin_hash: new Uint8Array(32) };

export type PreparedPin = { salt: Uint8Array; pinHash: Uint8Array };

/** Makes what is stored of a PIN; before the transaction that stores it. */
export async function preparePin(world: World, membershipId: string, pin: string): Promise<PreparedPin> {
  const salt = world.random(SALT_BYTES);
  return { salt, pinHash: await hashOf(world, membershipId, pin, salt) };
}

/** Sets or resets a member's PIN at the desk (G129): a block ends, and what the old PIN had opened closes. */
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
 * Compares a PIN, at most three times between two resets, whatever runs in parallel on whichever node (T8, N1): the attempt is counted
 * by the statement that allows it, before the comparison, and a right PIN resets the count. "blocked": nothing was compared with the
 * member's PIN, be it right or wrong, or there is none. All outcomes cost the same work (T9). Call it outside a transaction: a count
 * that could be rolled back would be none (N4).
 */
export async function takePin(world: World, membershipId: string, pin: string): Promise<"right" | "wrong" | "blocked"> {
  const { db } = world.database;
  const counted = await countAttempt(db, membershipId);
  const known = counted ?? NOBODY;
  const made = await hashOf(world, membershipId, pin, known.salt);
  const isRight = timingSafeEqual(made, known.pin_hash) && counted !== undefined;
  if (counted !== undefined) world.metrics.count("pin_comparisons_total");
  await endAttempts(db, membershipId, isRight ? made : NOBODY.pin_hash);
  if (counted === undefined) return "blocked";
  return isRight ? "right" : "wrong";
}

/** How many comparisons are left before the desk has to reset the PIN; none where there is no PIN. */
export async function attemptsLeft(world: World, membershipId: string): Promise<number> {
  const made = await attemptsOf(world.database.db, membershipId);
  return made === undefined ? 0 : Math.max(0, PIN_ATTEMPTS_MAX - made);
}

/** Gives a member's PIN its three attempts back at the desk, unread (G130); how many were used, null where there is no PIN. */
export async function resetAttempts(tx: Transaction, membershipId: string): Promise<number | null> {
  const before = await lockAttempts(tx, membershipId);
  if (before !== null && before > 0) await clearAttempts(tx, membershipId);
  return before;
}

async function hashOf(world: World, membershipId: string, pin: string, salt: Uint8Array): Promise<Uint8Array> {
  return world.argon2(keyedHash(world, "pin", membershipId, pin), { ...COST, salt });
}
