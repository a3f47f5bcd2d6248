import { hashRaw } from "@node-rs/argon2";

type Argon2Options = {
  salt: Uint8Array;
  /** In kibibytes. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
};

/** Makes the Argon2id hash (32 bytes) of a secret. */
export type Argon2 = (secret: string | Uint8Array, options: Argon2Options) => Promise<Uint8Array>;

/** Hashes on a thread of libuv's pool, of which there are four. */
export const argon2: Argon2 = (secret, options) => hashRaw(secret, { ...options, outputLen: 32 });
