import { argon2 as realArgon2, type Argon2 } from "../../src/platform/argon2.ts";

/** The smallest cost that Argon2 accepts. */
const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 };
/** Kept on globalThis, because test files of a worker share apps but each has its own instance of this module. */
const shared = globalThis as { areHashesReal?: boolean; hashesMade?: number };

/**
 * Chooses the cost of hashes in tests. Quick hashes use the same salts at a hundredth of the work. The app has no
 * such setting, so configuration can never make a hash cheap. Tests of the cost itself use real hashes.
 */
export function setHashes(kind: "real" | "quick"): void {
  shared.areHashesReal = kind === "real";
}

/** How many hashes the worlds of this worker's tests have made. */
export const hashesMade = () => shared.hashesMade ?? 0;

/** The Argon2 of a test's world. */
export const argon2: Argon2 = (secret, options) => {
  shared.hashesMade = hashesMade() + 1;
  return realArgon2(secret, shared.areHashesReal === true ? options : { ...options, ...LEAST });
};
