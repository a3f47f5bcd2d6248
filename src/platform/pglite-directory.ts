import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openPglite, type PgliteClient } from "./pglite-client.ts";
import { lockDirectory } from "./pglite-lock.ts";

/**
 * Opens the embedded database in `dir`/pg and keeps the directory for this process until it is closed; `port` is told
 * to whoever else comes. Throws DirectoryInUse where another process has it.
 */
export async function openPgliteDirectory(workerFile: string, dir: string, { port, snapshot }: { port?: number; snapshot?: string }): Promise<PgliteClient> {
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

/** Made aside, written to the disk and then named: a process killed half-way leaves nothing that looks like a database. */
async function createDatabase(workerFile: string, home: string, snapshot: string | undefined): Promise<void> {
  const unfinished = `${home}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const client = await openPglite(workerFile, { dir: unfinished, ...(snapshot === undefined ? {} : { snapshot }) });
  await client.close();
  syncTree(unfinished);
  renameSync(unfinished, home);
  syncOne(join(home, ".."));
}

function syncTree(dir: string): void {
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) syncOne(join(entry.parentPath, entry.name));
  syncOne(dir);
}

function syncOne(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
