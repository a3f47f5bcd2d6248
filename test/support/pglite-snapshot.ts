import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openDatabase, projectPath, type Database } from "../../src/platform/database/database.server.ts";
import { openJobs } from "../../src/platform/jobs.server.ts";
import { openLog } from "../../src/platform/log.server.ts";
import { buildIndexes, migrate } from "../../src/platform/database/migrations.server.ts";

const DAY_MS = 86_400_000;

/**
 * Runs the migrations and creates the job queue's tables, which are otherwise made at its first start. Done once here
 * instead of in every test file.
 */
export async function prepare(database: Database): Promise<void> {
  await migrate(database);
  await buildIndexes(database, openLog("silent"));
  const jobs = await openJobs(database, openLog("silent"));
  await jobs.stop();
}

/** Making a PGlite takes seconds, so its dump is kept until a migration or a package that makes it changes. */
export async function pgliteSnapshot(): Promise<string> {
  const modules = projectPath("node_modules");
  const file = join(modules, ".cache", "baize", `pglite-${fingerprint(modules)}.tar`);
  if (existsSync(file)) return file;
  const database = await openDatabase();
  await prepare(database);
  if (!("pglite" in database.source)) throw new Error("Expected an embedded database");
  const dump = await database.source.pglite.dump();
  await database.close();
  mkdirSync(dirname(file), { recursive: true });
  removeOldFiles(dirname(file));
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, dump);
  renameSync(unfinished, file);
  return file;
}

function fingerprint(modules: string): string {
  const dir = projectPath("db/migrations");
  const packages = ["@electric-sql/pglite", "pg-boss"].map((name) => join(modules, name, "package.json"));
  const migrations = readdirSync(dir).map((name) => join(dir, name));
  const hash = createHash("sha256");
  for (const file of [...packages, ...migrations.sort()]) hash.update(file).update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

function removeOldFiles(dir: string): void {
  for (const name of readdirSync(dir)) {
    const file = join(dir, name);
    if (Date.now() - statSync(file).mtimeMs > DAY_MS) rmSync(file, { force: true });
  }
}
