import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import type { TestProject } from "vitest/node";
import { openDatabase, projectPath, type Database } from "../src/platform/database.server.ts";
import { openJobs } from "../src/platform/jobs.server.ts";
import { openLog } from "../src/platform/log.server.ts";
import { migrate } from "../src/platform/migrations.server.ts";
import { MIGRATED_TEMPLATE } from "./databases.ts";
import { startPostgres, type TestPostgres } from "./postgres.ts";

const DAY_MS = 86_400_000;

/** One PostgreSQL and one migrated PGlite for the whole run; test files copy from them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [postgres, snapshot] = await Promise.all([startPostgres(), pgliteSnapshot()]);
  try {
    await createTemplate(postgres);
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  project.provide("postgresUrl", postgres.url("postgres"));
  project.provide("pgliteSnapshot", snapshot);
  return () => postgres.stop();
}

async function createTemplate(postgres: TestPostgres): Promise<void> {
  const server = await openDatabase({ url: postgres.url("postgres") });
  await sql`create database ${sql.id(MIGRATED_TEMPLATE)}`.execute(server.db);
  await server.close();
  const template = await openDatabase({ url: postgres.url(MIGRATED_TEMPLATE) });
  await prepare(template);
  await template.close();
}

/** The job queue's tables are made at its first start; here once instead of in every test file. */
async function prepare(database: Database): Promise<void> {
  await migrate(database);
  const jobs = await openJobs(database, openLog("silent"));
  await jobs.stop();
}

/** Making a PGlite takes seconds, so its dump is kept until a migration or a package that makes it changes. */
async function pgliteSnapshot(): Promise<string> {
  const modules = projectPath("node_modules");
  const file = join(modules, ".cache", "baize", `pglite-${fingerprint(modules)}.tar`);
  if (existsSync(file)) return file;
  const database = await openDatabase();
  await prepare(database);
  if (!("pglite" in database.source)) throw new Error("A database without an address is embedded");
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
