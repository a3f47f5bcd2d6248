import { readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second on every machine we build for. */
const TICK_MS = 10;

/** The process and everything that it has started, in no particular order. Needs Linux's /proc. */
export function processTree(pid: number): number[] {
  const children = readProcess(pid, `task/${pid}/children`)?.trim() ?? "";
  return [pid, ...children.split(" ").filter(Boolean).map(Number).flatMap(processTree)];
}

/** Processor time in milliseconds that the living processes of the tree and its reaped children have used so far. */
export function cpuMs(pid: number): number {
  return processTree(pid).reduce((sum, one) => sum + cpuMsOf(one), 0);
}

/** Resident memory of one process, in bytes. */
export function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readProcess(pid, "status") ?? "")?.[1] ?? 0) * 1024;
}

/** The first process below `pid` whose command line holds `text`. */
export function findProcess(pid: number, text: string): number {
  const found = processTree(pid).find((one) => readProcess(one, "cmdline")?.includes(text));
  if (found === undefined) throw new Error(`No process of ${pid} runs ${text}`);
  return found;
}

export function cpuMsOf(pid: number): number {
  const stat = readProcess(pid, "stat");
  if (stat === undefined) return 0;
  // The command's name may hold spaces; what is counted stands after its closing bracket.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0);
}

function readProcess(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return undefined;
  }
}
