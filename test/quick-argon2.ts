import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { hash as realHash, hashRaw as realHashRaw, type Options } from "@node-rs/argon2";

/** The least that Argon2 takes: eight blocks, once. */
const LEAST = { memoryCost: 8, timeCost: 1, parallelism: 1 };
/** What the instances of this module share: the test's own, and the one that everybody is given. */
const shared = globalThis as { isArgon2Replaced?: boolean; areHashesQuick?: boolean; hashesMade?: number };

if (shared.isArgon2Replaced !== true) {
  shared.isArgon2Replaced = true;
  const real = pathToFileURL(createRequire(import.meta.url).resolve("@node-rs/argon2")).href;
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      return found.url === real && context.parentURL !== import.meta.url ? next(import.meta.url, context) : found;
    },
  });
}

/**
 * The built house is given this module for Argon2: the same hashes of the same salts and, where they are to be quick, a hundredth of
 * the work. It knows nothing of it, so no setting of it can make a hash cheap. Code that a test imports from src/ beside the house may
 * have the real one; a test that stores hashes of its own making opens its house with real ones.
 */
export function setHashes(kind: "real" | "quick"): void {
  shared.areHashesQuick = kind === "quick";
}

/** How many hashes of passwords the house has made so far. */
export const hashesMade = () => shared.hashesMade ?? 0;

const cost = () => (shared.areHashesQuick === true ? LEAST : {});
export const hash = (password: string | Uint8Array, options?: Options) => {
  shared.hashesMade = hashesMade() + 1;
  return realHash(password, { ...options, ...cost() });
};
export const hashRaw = (password: string | Uint8Array, options?: Options) =>
  realHashRaw(password, { ...options, ...cost() });
