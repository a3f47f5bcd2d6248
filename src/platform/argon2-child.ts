import { constants, setPriority } from "node:os";
import { argon2Here, type HashAnswer, type HashRequest } from "./argon2.ts";
import { leaveFirstProcessor } from "./thread-priority.server.ts";

/** The process that makes hashes. It stands behind whoever answers and ends with whoever started it, not before: what is open is answered. */
setPriority(constants.priority.PRIORITY_LOW);
leaveFirstProcessor();

process.on("message", (request: HashRequest) => void answer(request));
process.once("disconnect", () => process.exit());
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);

async function answer({ id, secret, options }: HashRequest): Promise<void> {
  const made: HashAnswer = { id, hash: await argon2Here(secret, options) };
  process.send?.(made);
}
