import { isSameSecret, keyedHash } from "../../platform/cryptography.server.ts";
import type { World } from "../../platform/world.ts";
import type { Refusal } from "../contract.ts";
import type { Visit } from "../visit.server.ts";
import { openFairQueue, type FairQueue } from "../../platform/fair-queue.ts";

/** Argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
export const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const RETRY_AFTER_SECONDS = 2;
const SALT_BYTES = 16;

/**
 * One hash at a time for browsers in which a confirmed account logged in, in turns of their accounts, and one for everybody else, in turns of their
 * networks: a flood, from however many networks, leaves the first free. Two at once leave two of libuv's four threads to files, host names
 * and compression.
 */
const ofKnownBrowsers = openFairQueue({ atOnce: 1, waitingMax: 25 });
const ofOthers = openFairQueue({ atOnce: 1, waitingMax: 25 });

/** How many hashes wait for their turn on this node. */
export function hashesWaiting(): number {
  return ofKnownBrowsers.waiting() + ofOthers.waiting();
}

type Asking = Pick<Visit, "client" | "browserOf">;

function queueOf({ client, browserOf }: Asking): { queue: FairQueue; name: string } {
  return browserOf === null ? { queue: ofOthers, name: client.block } : { queue: ofKnownBrowsers, name: browserOf };
}

/**
 * Runs work that makes a password's hash when its turn comes. Refuses with 503 if the queue is full, so that a flood of log-ins
 * does not take the machine down.
 */
export async function inHashingTurn<Done>(
  asking: Asking,
  work: () => Promise<Done>,
): Promise<Done | { refusal: Refusal }> {
  const { queue, name } = queueOf(asking);
  const done = await queue.inTurn(name, work);
  return done === "full" ? { refusal: BUSY } : done;
}

/** 503 while there is no room for the visitor's next hash. Asked before a body is read, so that a flood costs little. */
export function hashingRefusal(asking: Asking): Refusal | null {
  const { queue, name } = queueOf(asking);
  return queue.isFullFor(name) ? BUSY : null;
}

const BUSY: Refusal = { kind: "unavailable", error: "members_busy", retryAfterSeconds: RETRY_AFTER_SECONDS };

/** Hashes the password of an address in a turn of its own. */
export async function hashInTurn(
  world: Pick<World, "secrets" | "argon2">,
  visit: Asking,
  email: string,
  password: string,
): Promise<{ hash: string } | { refusal: Refusal }> {
  return inHashingTurn(visit, async () => ({ hash: await hashPassword(world, email, password) }));
}

/**
 * Hashes the password of an address. Call it in a turn (`inHashingTurn`), or in a command, where nobody else waits.
 *
 * The salt is derived from the address, not stored with the account: it is as unguessable and unique as a random one. So one hash is
 * compared with all accounts of the address, pending ones included, and is made for an unknown address too. The time of a log-in
 * tells nobody who has an account (decision 0009).
 */
export async function hashPassword(
  world: Pick<World, "secrets" | "argon2">,
  email: string,
  password: string,
): Promise<string> {
  const salt = keyedHash(world, "password-salt", email).subarray(0, SALT_BYTES);
  return encoded(salt, await world.argon2(password, { ...HASH_COST, salt }));
}

/** Compares in constant time. A missing hash never matches. */
export function isSameHash(made: string, kept: string | null): boolean {
  return kept !== null && isSameSecret(made, kept);
}

/** The stored text, in the PHC string format: it holds the cost, in case the cost changes one day. */
function encoded(salt: Uint8Array, hash: Uint8Array): string {
  const { memoryCost, timeCost, parallelism } = HASH_COST;
  const [saltText, hashText] = [salt, hash].map((bytes) => Buffer.from(bytes).toString("base64").replaceAll("=", ""));
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${saltText}$${hashText}`;
}
