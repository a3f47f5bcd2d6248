import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "../../platform/sealing.server.ts";
import type { World } from "../../platform/world.ts";
import type { Refusal } from "../contract.ts";

/** Argon2id by the figures of design/stack: 19 MiB, two passes, one lane. */
export const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const RUNNING_MAX = 2;
const WAITING_MAX = 50;
const RETRY_AFTER_SECONDS = 2;
const SALT_BYTES = 16;

const waiting: (() => void)[] = [];
let running = 0;

/**
 * The hash of a password of an address. Two are made at once and fifty may wait, so that a flood of log-ins is told to come
 * again (503) instead of taking the machine (G51).
 *
 * The salt belongs to the address, not to the account: it is as unguessable and as unique as a random one, and one computation
 * then answers for all accounts of the address, pending ones included, and for none. So how long a log-in takes tells nobody
 * who has an account, and registering an address anew does not either (G50).
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

/** What a call that will want a hash is told at once while no more may wait: a flood costs the database nothing then. */
export function hashingRefusal(): Refusal | null {
  const isFull = running >= RUNNING_MAX && waiting.length >= WAITING_MAX;
  return isFull ? { kind: "unavailable", error: "members_busy", retryAfterSeconds: RETRY_AFTER_SECONDS } : null;
}

/** Compares in constant time; a missing hash equals nothing. */
export function isSameHash(made: string, kept: string | null): boolean {
  const [a, b] = [Buffer.from(made), Buffer.from(kept ?? "")];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** As it is stored, by the format of the Password Hashing Competition: the cost stands beside the hash, should it ever be another. */
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

/** Whoever waited longest takes over the place; it is never free in between. */
function done(): void {
  const next = waiting.shift();
  if (next === undefined) running -= 1;
  else next();
}
