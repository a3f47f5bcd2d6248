import { readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** The process and all its descendants, parents first. Needs /proc of Linux. */
export function processTree(pid: number): number[] {
  const children = read(pid, `task/${pid}/children`)?.trim() ?? "";
  return [pid, ...children.split(" ").filter(Boolean).map(Number).flatMap(processTree)];
}

/** The first process in the tree of `pid` whose command line contains `text`. */
export function findProcess(pid: number, text: string): number | undefined {
  return processTree(pid).find((one) => read(one, "cmdline")?.includes(text));
}

/**
 * The processor time of one process with its threads so far, in milliseconds. Precise to the nanosecond if the kernel
 * has scheduler statistics.
 */
export function cpuMs(pid: number): number {
  const nanoseconds = threadsOf(pid).map((thread) => Number(read(pid, `task/${thread}/schedstat`)?.split(" ")[0] ?? 0));
  const sum = nanoseconds.reduce((total, one) => total + one, 0) / 1e6;
  return sum > 0 ? sum : ticksOf(pid) * TICK_MS;
}

/** The processor time in milliseconds of all living processes in the tree of `pid`. */
export function treeCpuMs(pid: number): number {
  return processTree(pid).reduce((total, one) => total + cpuMs(one), 0);
}

/** The resident memory of one process in bytes. */
export function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(read(pid, "status") ?? "")?.[1] ?? 0) * 1024;
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** utime and stime, for kernels without scheduler statistics. */
function ticksOf(pid: number): number {
  const stat = read(pid, "stat") ?? "";
  // The command's name may contain spaces, so fields are counted after its closing bracket.
  const [utime, stime] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return Number(utime ?? 0) + Number(stime ?? 0);
}

function read(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return undefined;
  }
}
