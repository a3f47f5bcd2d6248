import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";

/**
 * How far behind whoever answers, by the kernel's scale from -20 to 19: the embedded database first, which answers wait for, then libuv's
 * threads (hashes of passwords, compression, look-ups of names). The encoder of pictures is a process of its own (19).
 */
const BEHIND: Record<string, number | undefined> = { pglite: 10, "libuv-worker": 18 };
/** Whose turn, once begun, lasts milliseconds: these run only while nobody else wants the processor. */
const IDLE = "libuv-worker";
const TASKS = "/proc/self/task";

/**
 * Puts the threads that work behind the thread that answers: a flood of log-ins takes the processors that nobody else wants. Does nothing
 * where there is no /proc; the threads exist from the first use on. By its weight alone a thread far behind still takes whole turns, three
 * milliseconds of a page that somebody waits for; by the policy SCHED_IDLE it gives way at once. Node cannot set a policy: util-linux's
 * `chrt` does, and where there is none the weight has to do.
 */
export function putWorkBehindAnswers(): void {
  for (const thread of threads()) {
    const name = nameOf(thread);
    const behind = BEHIND[name];
    if (behind !== undefined) setPriority(Number(thread), behind);
    if (name === IDLE) execFile("chrt", ["--idle", "--pid", "0", thread], () => undefined);
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
