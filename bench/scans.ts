import { GROUP_SIZED_TABLES } from "../test/app/group-sized-tables.ts";
import { readBetween, tableReads } from "../test/app/table-reads.ts";
import { ratioOf, type Ratio } from "./ratio.ts";

/**
 * Starts counting table reads. Call it, and the function it returns, while no connection to the databases is open.
 * The result: how often a growing table was scanned from end to end, which must be never, and the rows read on each
 * database.
 */
export async function scansOf(urls: string[]): Promise<() => Promise<Ratio>> {
  const before = await Promise.all(urls.map(tableReads));
  return async () => {
    const scanned = new Map<string, number>();
    const rows: number[] = urls.map(() => 0);
    for (const [at, url] of urls.entries())
      for (const [table, read] of readBetween(before[at] ?? new Map(), await tableReads(url))) {
        if (GROUP_SIZED_TABLES.has(table)) continue;
        rows[at] = (rows[at] ?? 0) + read.rows;
        if (read.scans > 0) scanned.set(table, (scanned.get(table) ?? 0) + read.scans);
      }
    const scans = [...scanned.values()].reduce((sum, count) => sum + count, 0);
    const more = { tables: [...scanned.keys()].join(" "), rows_read: rows.join(" / ") };
    return ratioOf("sequential scans of tables that grow / one", { a: scans, b: 1, budget: 0, unit: "scans", ...more });
  };
}
