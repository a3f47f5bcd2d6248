import { DAY_MS } from "../durations.ts";
import { sql, type RawBuilder } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import { nextNight, type Jobs } from "../jobs.server.ts";
import { startRecurringJob } from "../recurring-jobs.server.ts";
import type { World } from "../world.ts";
import { RETENTION } from "./retention.ts";
import type { Db } from "../database/database.server.ts";

const RETENTION_QUEUE = "app.retention";
/** A batch is a statement of its own, so that nobody waits long for a row. What is left after so many batches waits for the next night. */
const BATCH = 1_000;
const BATCHES_MAX = 500;

type Rule = {
  table: keyof Tables;
  since: string;
  andSince?: string;
  days: number;
  where?: RawBuilder<unknown>;
  /** What columns become; absent where the rows go. */
  columns?: Record<string, RawBuilder<unknown> | null | undefined>;
};

/** Every rule of the table of retention. */
const RULES: Rule[] = Object.entries(RETENTION).flatMap(([name, retention]) => {
  const table = name as keyof Tables;
  if ("deletes" in retention) return retention.deletes.map((rule): Rule => ({ table, ...rule }));
  return "clears" in retention ? retention.clears.map((rule): Rule => ({ table, ...rule })) : [];
});

/** Registers the nightly job, and schedules its next run, once for all nodes. */
export async function startRetentionJob(world: World, jobs: Pick<Jobs, "work">): Promise<void> {
  await startRecurringJob(world, jobs, RETENTION_QUEUE, { next: () => nextNight(world.now()) }, () => ageOut(world));
}

/**
 * Deletes and clears what is due by `RETENTION`, in batches. A rule that fails does not keep the others from being followed; the first
 * failure is thrown in the end, so that the job is run again. Running it twice does no harm.
 */
export async function ageOut(world: Pick<World, "database" | "now" | "log" | "metrics">): Promise<void> {
  const failures: unknown[] = [];
  for (const rule of RULES) {
    try {
      await follow(world, rule);
    } catch (error) {
      world.log.error({ err: error, table: rule.table }, "rows that are due could not be aged out");
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function follow({ database, now, metrics }: Parameters<typeof ageOut>[0], rule: Rule): Promise<void> {
  const due = new Date(now().getTime() - rule.days * DAY_MS);
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const rows = await batchOf(database.db, rule, due);
    if (rows > 0) metrics.count(`aged_rows_total{table="${rule.table}"}`, rows);
    if (rows < BATCH) return;
  }
}

/** Skips rows that are locked: a log-in holds several of them, and waiting for one could deadlock. They are found the next night. */
async function batchOf(db: Db, { table, columns, ...rule }: Rule, due: Date): Promise<number> {
  const isOld = (column: string) => sql`${sql.ref(column)} <= ${due.toISOString()}::timestamptz`;
  const rows = sql`
    select ctid from ${sql.table(table)}
    where ${isOld(rule.since)} and ${rule.andSince === undefined ? sql`true` : isOld(rule.andSince)}
      and (${rule.where ?? sql`true`})
    limit ${BATCH} for update skip locked`;
  const change = columns === undefined ? sql`delete from ${sql.table(table)}` : clearing(table, columns);
  const result = await sql`${change} where ctid = any (array(${rows}))`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}

function clearing(table: keyof Tables, columns: NonNullable<Rule["columns"]>) {
  const set = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value ?? sql`null`}`);
  return sql`update ${sql.table(table)} set ${sql.join(set)}`;
}
