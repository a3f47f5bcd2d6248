import { sql } from "kysely";
import type { TestProject } from "vitest/node";
import { messages } from "../../bin/built.mjs";
import { openDatabase } from "../../src/platform/database/database.server.ts";
import { MIGRATED_TEMPLATE } from "./databases.ts";
import { pgliteSnapshot, prepare } from "./pglite-snapshot.ts";
import { startPostgres, type TestPostgres } from "./postgres.ts";

/** Compiles changed messages, starts one PostgreSQL and makes one migrated PGlite for the whole run. Test files copy from them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  messages();
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
