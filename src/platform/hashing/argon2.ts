import { hashRaw } from "@node-rs/argon2";

export type Argon2Options = {
  salt: Uint8Array;
  /** In kibibytes. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
};

/** The Argon2id hash, 32 bytes, of a secret. */
export type Argon2 = (secret: string | Uint8Array, options: Argon2Options) => Promise<Uint8Array>;

/** What the process that makes hashes is asked, and how it answers. */
export type HashRequest = { id: number; secret: string | Uint8Array; options: Argon2Options };
export type HashAnswer = { id: number; hash: Uint8Array };

/** On a thread of this process: for commands, tests, and while the other process is not there. */
export const argon2Here: Argon2 = (secret, options) => hashRaw(secret, { ...options, outputLen: 32 });
