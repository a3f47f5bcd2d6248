import { sql } from "kysely";
import { openDatabase } from "../src/platform/database/database.server.ts";
import { migrate } from "../src/platform/database/migrations.server.ts";
import type { TestPostgres } from "../test/support/postgres.ts";

/** Creates a database with all migrations and returns its address. */
export async function createBenchDatabase(postgres: TestPostgres, name: string): Promise<string> {
  await asAdministrator(postgres, [`create database ${name}`]);
  const url = postgres.url(name);
  const database = await openDatabase({ url });
  await migrate(database);
  await database.close();
  return url;
}

/** Allows a fill of gigabytes without a checkpoint every few seconds. Commits still wait for their fsync. */
export function allowLargeFill(postgres: TestPostgres): Promise<void> {
  return asAdministrator(postgres, [
    "alter system set max_wal_size = '6GB'",
    "alter system set checkpoint_timeout = '30min'",
    "select pg_reload_conf()",
  ]);
}

async function asAdministrator(postgres: TestPostgres, statements: string[]): Promise<void> {
  const server = await openDatabase({ url: postgres.url("postgres") });
  for (const statement of statements) await sql.raw(statement).execute(server.db);
  await server.close();
}
