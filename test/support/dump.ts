import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../../src/platform/database/database.server.ts";

/** Left out of a dump: columns of times and order, and the counters of saves. */
const LEFT_OUT = { columns: ["updated_at"], identities: ["jackpots.id"], tables: ["cache_versions"] };

/** Every row of every table as sorted text, by table. Two databases with the same content have the same dump. */
export async function dump({ db }: Database): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by table_name
  `.execute(db);
  const tables: Record<string, string[]> = {};
  for (const { name } of rows.filter((row) => !LEFT_OUT.tables.includes(row.name))) {
    const content = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    tables[name] = content.rows.map((row) => rowText(name, row)).sort();
  }
  return tables;
}

function rowText(table: string, row: Record<string, unknown>): string {
  const kept = Object.entries(row).filter(
    ([column]) => !LEFT_OUT.columns.includes(column) && !LEFT_OUT.identities.includes(`${table}.${column}`),
  );
  return JSON.stringify(kept, (_name, value: unknown) => {
    if (typeof value === "bigint") return String(value);
    return value instanceof Uint8Array ? createHash("sha256").update(value).digest("hex") : value;
  });
}
