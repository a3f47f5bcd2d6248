import { constants, setPriority } from "node:os";
import { hash } from "@node-rs/argon2";
import { HASH_COST } from "../src/accounts/login/password-hash.server.ts";
import { leaveFirstProcessor } from "../src/platform/hashing/thread-priority.server.ts";
import { PASSWORD } from "./demo-people.ts";

/** The process that makes two hashes of a password at a time, as far behind as the site's own, until its parent lets go of it. */
setPriority(constants.priority.PRIORITY_LOW);
leaveFirstProcessor();
process.once("disconnect", () => process.exit());
void forever();
void forever();

async function forever(): Promise<never> {
  for (;;) await hash(PASSWORD, HASH_COST);
}
