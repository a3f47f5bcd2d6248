import { mkdirSync, readFileSync, renameSync, rmSync, linkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { hasCode } from "../../error-code.ts";

/**
 * PGlite itself lets two processes open one directory, and both then overwrite each other's files. This lock file stops the second
 * one.
 */

/** The process that holds a directory and, if it is the site, the port it listens on. */
export type LockHolder = { pid: number; port?: number };

export type DirectoryLock = { release(): void };

/** Another process holds the directory. The message is meant to be read by a person. */
export class DirectoryInUse extends Error {
  readonly holder: LockHolder;

  constructor(dir: string, holder: LockHolder) {
    super(`${dir} is in use by process ${holder.pid}; PGlite serves one process; use DATABASE_URL for several`);
    this.name = "DirectoryInUse";
    this.holder = holder;
  }
}

type LockContent = LockHolder & { started: string };

const RETRY_MS = 100;

/**
 * Locks the directory for this process, or throws DirectoryInUse after `waitMs` milliseconds (a killed process stays visible for a
 * moment). The lock of a process that no longer runs is taken over.
 */
export async function lockDirectory(
  dir: string,
  { port, waitMs = 4000 }: { port?: number; waitMs?: number } = {},
): Promise<DirectoryLock> {
  mkdirSync(dir, { recursive: true });
  const file = lockFile(dir);
  const own = JSON.stringify({
    pid: process.pid,
    started: startOf(process.pid) ?? "",
    ...(port === undefined ? {} : { port }),
  } satisfies LockContent);
  const deadline = Date.now() + waitMs;
  for (;;) {
    if (isCreated(file, own)) return { release: () => release(file, own) };
    const text = readIfThere(file);
    const holder = text === undefined ? undefined : parse(text);
    const isOver = Date.now() >= deadline;
    if (text !== undefined && (holder === undefined ? isOver : !isAlive(holder))) takeAway(file, text);
    else if (isOver && holder !== undefined) throw new DirectoryInUse(dir, holder);
    else await delay(RETRY_MS);
  }
}

/** The running process that holds the directory, or null. Commands use it to call the site at its port instead of opening the directory. */
export function lockHolder(dir: string): LockHolder | null {
  const text = readIfThere(lockFile(dir));
  const holder = text === undefined ? undefined : parse(text);
  if (holder === undefined || !isAlive(holder)) return null;
  return holder.port === undefined ? { pid: holder.pid } : { pid: holder.pid, port: holder.port };
}

function lockFile(dir: string): string {
  return join(dir, "pg.lock");
}

function isCreated(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: "wx" });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** Undefined for a file that its process is still writing, or was killed while writing. */
function parse(text: string): LockContent | undefined {
  try {
    const { pid, started, port }: Partial<LockContent> = JSON.parse(text);
    if (typeof pid !== "number" || typeof started !== "string") return undefined;
    return typeof port === "number" ? { pid, started, port } : { pid, started };
  } catch {
    return undefined;
  }
}

/**
 * Removes a stale lock. The file is first renamed and read again: if two processes both saw the stale lock, the slower one must not
 * remove the lock that the faster one has created meanwhile.
 */
function takeAway(file: string, expected: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, "utf8") !== expected) linkSync(aside, file);
  } catch (error) {
    if (!hasCode(error, "ENOENT") && !hasCode(error, "EEXIST")) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function release(file: string, own: string): void {
  if (readIfThere(file) === own) rmSync(file, { force: true });
}

function isAlive({ pid, started }: LockContent): boolean {
  const now = startOf(pid);
  if (now !== undefined) return now === started;
  // Without /proc only the process id is known.
  return started === "" && isRunning(pid);
}

/**
 * The start time of a process as the kernel counts it, because process ids are reused, and in containers after a short
 * time. Undefined if it does not run.
 */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command's name may contain spaces and brackets, so fields are counted from its last bracket on.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state, started] = [fields[0], fields[19]];
    return state === "Z" || state === "X" ? undefined : `${bootId()}:${started}`;
  } catch {
    return undefined;
  }
}

function bootId(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, "EPERM");
  }
}
