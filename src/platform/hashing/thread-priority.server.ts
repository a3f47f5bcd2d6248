import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";

/**
 * How far behind whoever answers, by the kernel's scale from -20 to 19: the embedded database first, which answers wait for, then libuv's
 * threads (compression, look-ups of names). The encoder of pictures and whoever makes hashes are processes of their own (19).
 */
const BEHIND: Record<string, number | undefined> = { pglite: 10, "libuv-worker": 19 };
const TASKS = "/proc/self/task";
const STATUS = "/proc/self/status";

/**
 * Puts the threads that work behind the thread that answers, and leaves the first processor to it. Does nothing where there is no /proc; the
 * threads exist from the first use on.
 */
export function putWorkBehindAnswers(): void {
  for (const thread of threads()) {
    const behind = BEHIND[textOf(`${TASKS}/${thread}/comm`).trim()];
    if (behind !== undefined) standBehind(Number(thread), behind);
  }
  leaveFirstProcessor({ answers: true });
}

/** Sets a process or thread behind others, as far as the system allows; else, or where it has ended, it goes on as an equal. */
export function standBehind(id: number, behind: number): void {
  try {
    setPriority(id, behind);
  } catch {
    // Told above.
  }
}

/**
 * Leaves the first processor to whoever answers, where there are several: by its weight alone a thread far behind still takes whole turns,
 * up to four milliseconds of a page that somebody waits for. The first thread of a process that itself `answers` goes on wherever there is
 * room. Node cannot bind a thread: util-linux's `taskset` does, and where there is none the weight has to do.
 */
export function leaveFirstProcessor({ answers = false } = {}): void {
  const processors = /^Cpus_allowed_list:\s*(\S+)$/m.exec(textOf(STATUS))?.[1] ?? "";
  const others = withoutFirst(processors);
  if (others === "") return;
  bind(["--all-tasks", "--cpu-list", "--pid", others], () => {
    if (answers) bind(["--cpu-list", "--pid", processors], () => undefined);
  });
}

function bind(options: string[], bound: () => void): void {
  execFile("taskset", [...options, String(process.pid)], bound);
}

/** A list of processors as the kernel writes it ("0-3,8") without its first; empty where there was but one. */
export function withoutFirst(processors: string): string {
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

/** Empty where there is no such file, or no longer. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
