import { constants, setPriority } from "node:os";
import { hash } from "@node-rs/argon2";
import { HASH_COST } from "../src/accounts/login/password-hash.server.ts";
import { PASSWORD } from "./demo-people.ts";

/**
 * A process that makes two password hashes at a time, at low priority, until its parent disconnects: it keeps the
 * machine as busy as a flood does, without one.
 */
setPriority(constants.priority.PRIORITY_LOW);
process.once("disconnect", () => process.exit());
void forever();
void forever();

async function forever(): Promise<never> {
  for (;;) await hash(PASSWORD, HASH_COST);
}
