import { readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";

/**
 * How far behind whoever answers, by the kernel's scale from -20 to 19: the embedded database first, which answers wait for, then libuv's
 * threads (hashes of passwords, compression, files), then, as a process of its own, the encoder of pictures.
 */
const BEHIND: Record<string, number | undefined> = { pglite: 10, "libuv-worker": 18 };
const TASKS = "/proc/self/task";

/**
 * Puts the threads that work behind the thread that answers: a flood of log-ins takes the processors that nobody else wants. Does nothing
 * where there is no /proc; the threads exist from the first use on.
 */
export function putWorkBehindAnswers(): void {
  for (const thread of threads()) {
    const behind = BEHIND[nameOf(thread)];
    if (behind !== undefined) setPriority(Number(thread), behind);
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
