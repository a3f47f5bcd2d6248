import { readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";

/** Half as urgent as whoever answers, by the kernel's scale from -20 to 19. */
const BEHIND = 10;
const TASKS = "/proc/self/task";

/**
 * Puts what is done on libuv's threads (hashes of passwords, compression, files) behind the thread that answers: a flood of log-ins
 * takes the processors that nobody else wants. Does nothing where there is no /proc; the threads exist from the first use on.
 */
export function putPoolBehindAnswers(): void {
  for (const thread of threads()) {
    if (nameOf(thread) === "libuv-worker") setPriority(Number(thread), BEHIND);
  }
}

function threads(): string[] {
  try {
    return readdirSync(TASKS);
  } catch {
    return [];
  }
}

function nameOf(thread: string): string {
  try {
    return readFileSync(`${TASKS}/${thread}/comm`, "utf8").trim();
  } catch {
    // It has ended since.
    return "";
  }
}
