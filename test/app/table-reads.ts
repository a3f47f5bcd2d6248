import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

/** PostgreSQL's counters per table since it was created: sequential scans, and rows read in all. */
export type TableReads = Map<string, { scans: number; rows: number }>;

const LAST_WORD_MS = 20_000;

/**
 * Reads the counters of a database on PostgreSQL. Reads by functions, triggers and foreign keys are included. A
 * connection writes its last counts when it ends, so the code under measure must have closed its connections.
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

/** The difference between two readings. Tables without reads are left out. */
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
    if (Date.now() > deadline) throw new Error("The database still has open connections");
  }
}
