import { readdirSync, readFileSync } from "node:fs";

/**
 * What every program that a test starts gets of this process: none of its settings, but Node's cache of compiled
 * sources. Compiling them is a third of the work of a start.
 */
export const PROGRAM_ENVIRONMENT = {
  PATH: process.env["PATH"],
  HOME: process.env["HOME"],
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
};

/** The ids of all living processes below one. */
export function descendants(of: number): number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const parent = parentOf(name);
      return parent === null ? [] : [[Number(name), parent] as const];
    });
  const children = parents.flatMap(([pid, parent]) => (parent === of ? [pid] : []));
  return [...children, ...children.flatMap(descendants)];
}

/** The parent of a process; null if it has ended. */
export function parentOf(pid: string): number | null {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } catch {
    return null;
  }
}

/** Sends a signal to processes. Those that have ended meanwhile are left out. */
export function sendSignal(signal: NodeJS.Signals, pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
}
