import { argon2Here, type Argon2 } from "../../src/platform/hashing/argon2.ts";

/** The least that Argon2 takes: eight blocks, once. */
const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 };
/** Files of a worker share houses, each with an instance of this module of its own. */
const shared = globalThis as { areHashesReal?: boolean; hashesMade?: number };

/**
 * Where hashes are quick, the same of the same salts for a hundredth of the work. The house knows nothing of it, so no setting of it can make
 * a hash cheap; a test of what hashes cost opens its house with real ones.
 */
export function setHashes(kind: "real" | "quick"): void {
  shared.areHashesReal = kind === "real";
}

/** How many hashes the worlds of tests have made so far. */
export const hashesMade = () => shared.hashesMade ?? 0;

/** A test world's Argon2. */
export const argon2: Argon2 = (secret, options) => {
  shared.hashesMade = hashesMade() + 1;
  return argon2Here(secret, shared.areHashesReal === true ? options : { ...options, ...LEAST });
};
