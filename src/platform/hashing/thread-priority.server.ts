import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";

/**
 * The priority of background threads, on the kernel's scale from -20 to 19. The main thread answers requests; the embedded database comes
 * next, because answers wait for it, then libuv's threads (compression, DNS). The picture encoder and the hashing process run at 19.
 */
const BEHIND: Record<string, number | undefined> = { pglite: 10, "libuv-worker": 19 };
const TASKS = "/proc/self/task";
const STATUS = "/proc/self/status";

/**
 * Lowers the priority of background threads and reserves the first processor for the main thread. Does nothing without /proc. The
 * threads exist only after their first use.
 */
export function lowerBackgroundThreads(): void {
  for (const thread of threads()) {
    const behind = BEHIND[textOf(`${TASKS}/${thread}/comm`).trim()];
    if (behind !== undefined) lowerPriority(Number(thread), behind);
  }
  reserveFirstProcessor({ answers: true });
}

/** Lowers the priority of a process or thread. Does nothing if the system refuses or the thread has ended. */
export function lowerPriority(id: number, behind: number): void {
  try {
    setPriority(id, behind);
  } catch {
    // Then it keeps its normal priority.
  }
}

/**
 * Reserves the first processor for the main thread, if there are several: even a thread of low priority takes whole time slices, which
 * delay a page by up to four milliseconds. With `answers`, the main thread of this process may still use all processors. Node cannot
 * bind threads, so util-linux's `taskset` does it; without it only the priorities apply.
 */
export function reserveFirstProcessor({ answers = false } = {}): void {
  const processors = /^Cpus_allowed_list:\s*(\S+)$/m.exec(textOf(STATUS))?.[1] ?? "";
  const others = withoutFirstProcessor(processors);
  if (others === "") return;
  bind(["--all-tasks", "--cpu-list", "--pid", others], () => {
    if (answers) bind(["--cpu-list", "--pid", processors], () => undefined);
  });
}

function bind(options: string[], bound: () => void): void {
  execFile("taskset", [...options, String(process.pid)], bound);
}

/** A kernel list of processors ("0-3,8") without its first one; empty if it has only one. */
export function withoutFirstProcessor(processors: string): string {
  const [first = "", ...rest] = processors.split(",");
  const [from = "", to = from] = first.split("-");
  const next = Number(from) + 1;
  const left = next > Number(to) ? [] : [next === Number(to) ? to : `${next}-${to}`];
  return [...left, ...rest].join(",");
}

function threads(): string[] {
  try {
    return readdirSync(TASKS);
  } catch {
    return [];
  }
}

/** Empty if the file does not exist. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
