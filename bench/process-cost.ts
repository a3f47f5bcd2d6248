import { readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second on every machine we build for. */
const TICK_MS = 10;

/** The process and everything that it has started, parents first. Needs Linux's /proc. */
export function processTree(pid: number): number[] {
  const children = read(pid, `task/${pid}/children`)?.trim() ?? "";
  return [pid, ...children.split(" ").filter(Boolean).map(Number).flatMap(processTree)];
}

/** The first process of the tree of `pid` whose command line holds `text`. */
export function findProcess(pid: number, text: string): number | undefined {
  return processTree(pid).find((one) => read(one, "cmdline")?.includes(text));
}

/** Processor time of one process and its threads so far, in milliseconds; to the nanosecond where the kernel counts so. */
export function cpuMs(pid: number): number {
  const nanoseconds = threadsOf(pid).map((thread) => Number(read(pid, `task/${thread}/schedstat`)?.split(" ")[0] ?? 0));
  const sum = nanoseconds.reduce((total, one) => total + one, 0) / 1e6;
  return sum > 0 ? sum : ticksOf(pid) * TICK_MS;
}

/** Processor time of the whole tree of `pid`, in milliseconds: what its living processes have used. */
export function treeCpuMs(pid: number): number {
  return processTree(pid).reduce((total, one) => total + cpuMs(one), 0);
}

/** Resident memory of one process, in bytes. */
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
  // The command's name may hold spaces; what is counted stands after its closing bracket.
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
