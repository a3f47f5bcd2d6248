import { existsSync, renameSync, rmSync } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openPglite, type PgliteClient } from "./client.ts";
import { lockDirectory } from "./lock.ts";

const SYNCED_AT_ONCE = 64;

/**
 * Opens the embedded database in `dir`/pg and locks the directory for this process until it is closed. `port` is written into the
 * lock for other processes. Throws DirectoryInUse if another process holds the lock.
 */
export async function openPgliteDirectory(
  workerFile: string,
  dir: string,
  { port, snapshot }: { port?: number; snapshot?: string },
): Promise<PgliteClient> {
  const lock = await lockDirectory(dir, port === undefined ? {} : { port });
  try {
    const home = join(dir, "pg");
    if (!existsSync(home)) await createDatabase(workerFile, home, snapshot);
    const client = await openPglite(workerFile, { dir: home });
    return { ...client, close: () => client.close().finally(() => lock.release()) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Creates the database under another name, syncs it and renames it, so that a killed process leaves no half-made database. */
async function createDatabase(workerFile: string, home: string, snapshot: string | undefined): Promise<void> {
  const unfinished = `${home}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const client = await openPglite(workerFile, {
    dir: unfinished,
    isFleeting: true,
    ...(snapshot === undefined ? {} : { snapshot }),
  });
  await client.close();
  await syncTree(unfinished);
  renameSync(unfinished, home);
  await syncOne(dirname(home));
}

/** Syncs many files at once, so that the disk may write them together. */
async function syncTree(dir: string): Promise<void> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const paths = [dir, ...entries.map((entry) => join(entry.parentPath, entry.name))];
  for (let start = 0; start < paths.length; start += SYNCED_AT_ONCE) {
    await Promise.all(paths.slice(start, start + SYNCED_AT_ONCE).map(syncOne));
  }
}

async function syncOne(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
