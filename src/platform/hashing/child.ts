import { constants } from "node:os";
import { argon2Here, type HashAnswer, type HashRequest } from "./argon2.ts";
import { reserveFirstProcessor, lowerPriority } from "./thread-priority.server.ts";

/** The process that makes hashes, at the lowest priority. It ignores signals and ends when its parent ends or disconnects. */
lowerPriority(process.pid, constants.priority.PRIORITY_LOW);
reserveFirstProcessor();

process.on("message", (request: HashRequest) => void answer(request));
process.once("disconnect", () => process.exit());
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);

async function answer({ id, secret, options }: HashRequest): Promise<void> {
  const made: HashAnswer = { id, hash: await argon2Here(secret, options) };
  process.send?.(made);
}
