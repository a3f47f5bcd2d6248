import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "../../platform/sealing.server.ts";
import type { World } from "../../platform/world.ts";
import type { Refusal } from "../contract.ts";

/** Argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
export const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const RUNNING_MAX = 2;
const WAITING_MAX = 50;
const RETRY_AFTER_SECONDS = 2;
const SALT_BYTES = 16;

const waiting: (() => void)[] = [];
let running = 0;

/**
 * Hashes the password of an address. Two hashes run at once and fifty may wait; beyond that the answer is 503, so that a flood of
 * log-ins does not take the machine down.
 *
 * The salt is derived from the address, not stored with the account: it is as unguessable and unique as a random one. So one hash is
 * compared with all accounts of the address, pending ones included, and is made for an unknown address too. The time of a log-in
 * tells nobody who has an account (decision 0009).
 */
export async function hashPassword(
  world: Pick<World, "secrets" | "argon2">,
  email: string,
  password: string,
): Promise<{ hash: string } | { refusal: Refusal }> {
  const refusal = hashingRefusal();
  if (refusal !== null) return { refusal };
  await turn();
  try {
    const salt = keyedHash(world, "password-salt", email).subarray(0, SALT_BYTES);
    return { hash: encoded(salt, await world.argon2(password, { ...HASH_COST, salt })) };
  } finally {
    done();
  }
}

/** 503 while the queue of hashes is full. Checked before anything else, so that a flood costs no database work. */
export function hashingRefusal(): Refusal | null {
  const isFull = running >= RUNNING_MAX && waiting.length >= WAITING_MAX;
  return isFull ? { kind: "unavailable", error: "members_busy", retryAfterSeconds: RETRY_AFTER_SECONDS } : null;
}

/** Compares in constant time. A missing hash never matches. */
export function isSameHash(made: string, kept: string | null): boolean {
  const [a, b] = [Buffer.from(made), Buffer.from(kept ?? "")];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The stored text, in the PHC string format: it holds the cost, in case the cost changes one day. */
function encoded(salt: Uint8Array, hash: Uint8Array): string {
  const { memoryCost, timeCost, parallelism } = HASH_COST;
  const [saltText, hashText] = [salt, hash].map((bytes) => Buffer.from(bytes).toString("base64").replaceAll("=", ""));
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${saltText}$${hashText}`;
}

function turn(): Promise<void> | undefined {
  if (running < RUNNING_MAX) {
    running += 1;
    return undefined;
  }
  return new Promise((resolve) => waiting.push(resolve));
}

/** Hands the place to whoever waited longest, without freeing it in between. */
function done(): void {
  const next = waiting.shift();
  if (next === undefined) running -= 1;
  else next();
}
