import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

/** What PostgreSQL counted of each table since it was made: how often it was read from end to end, and rows read in all. */
export type TableReads = Map<string, { scans: number; rows: number }>;

const LAST_WORD_MS = 20_000;

/**
 * The counts of a database on PostgreSQL, statements inside functions, triggers and foreign keys included. A connection's last counts
 * are written when it ends, so whoever was measured has closed theirs.
 */
export async function tableReads(url: string): Promise<TableReads> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await untilAlone(client);
    const { rows } = await client.query<{ relname: string; scans: string; rows: string }>(
      `select relname, seq_scan as scans, seq_tup_read + coalesce(idx_tup_fetch, 0) as rows
       from pg_stat_user_tables where schemaname = 'public'`,
    );
    return new Map(rows.map((row) => [row.relname, { scans: Number(row.scans), rows: Number(row.rows) }]));
  } finally {
    await client.end();
  }
}

/** What was read between two counts; tables that nobody read are left out. */
export function readBetween(before: TableReads, after: TableReads): TableReads {
  const read = [...after].map(([table, { scans, rows }]) => {
    const was = before.get(table) ?? { scans: 0, rows: 0 };
    return [table, { scans: scans - was.scans, rows: rows - was.rows }] as const;
  });
  return new Map(read.filter(([, { scans, rows }]) => scans > 0 || rows > 0));
}

async function untilAlone(client: pg.Client): Promise<void> {
  for (const deadline = Date.now() + LAST_WORD_MS; ; await delay(20)) {
    const { rowCount } = await client.query(
      `select from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    if (rowCount === 0) return;
    if (Date.now() > deadline) throw new Error("Somebody still has a connection to the database");
  }
}
