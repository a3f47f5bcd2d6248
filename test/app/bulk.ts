import { sql } from "kysely";
import type { Database, Transaction } from "../../src/platform/database/database.server.ts";

/**
 * Drops the tables' indexes and unique constraints, runs `fill` and creates them again. Updating indexes of random
 * keys row by row would take hours. Primary keys stay, because rows are inserted in their order.
 */
export async function withoutIndexes(tx: Transaction, tables: string[], fill: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ drop: string; make: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where contype = 'u' and conrelid = any (${tables}::text[]::regclass[])
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index where indrelid = any (${tables}::text[]::regclass[]) and not indisprimary
      and not exists (select from pg_constraint where conindid = indexrelid and contype = 'u')`.execute(tx);
  for (const { drop } of rows) await sql.raw(drop).execute(tx);
  await fill();
  await sql`set local maintenance_work_mem = '256MB'`.execute(tx);
  for (const { make } of rows) await sql.raw(make).execute(tx);
}

/**
 * Brings tables into the state of a long-running database: dead rows removed, pages marked visible, planner
 * statistics current.
 */
export async function settled(database: Database): Promise<void> {
  await sql`vacuum analyze`.execute(database.db);
  await sql`checkpoint`.execute(database.db);
}
