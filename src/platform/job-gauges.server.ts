import { sql } from "kysely";
import type { Database } from "./database/database.server.ts";
import { labelled } from "./metrics.server.ts";

/** The due jobs of each queue that has any: how many, and for how long the oldest has been due. */
export async function jobGauges({ db }: Pick<Database, "db">): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; due: number; seconds: number }>`
    select name, count(*)::int as due, extract(epoch from now() - min(start_after))::float8 as seconds
    from jobs.job where state < 'active' and not blocked and start_after <= now() group by name`.execute(db);
  return Object.fromEntries(
    rows.flatMap(({ name, due, seconds }) => [
      [labelled("jobs_due", { queue: name }), due],
      [labelled("jobs_oldest_due_seconds", { queue: name }), Math.round(seconds)],
    ]),
  );
}
