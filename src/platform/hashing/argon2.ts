import { hashRaw } from "@node-rs/argon2";

export type Argon2Options = {
  salt: Uint8Array;
  /** In kibibytes. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
};

/** Makes the Argon2id hash (32 bytes) of a secret. */
export type Argon2 = (secret: string | Uint8Array, options: Argon2Options) => Promise<Uint8Array>;

/** The messages between this process and the hashing process. */
export type HashRequest = { id: number; secret: string | Uint8Array; options: Argon2Options };
export type HashAnswer = { id: number; hash: Uint8Array };

/** Hashes on a thread of this process: for commands, for tests, and while the hashing process does not run. */
export const argon2Here: Argon2 = (secret, options) => hashRaw(secret, { ...options, outputLen: 32 });
