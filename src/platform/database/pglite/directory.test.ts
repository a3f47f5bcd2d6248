import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sql } from "kysely";
import { afterAll, describe, expect, inject, test } from "vitest";
import { openDatabase } from "../database.server.ts";

/** All tests use one directory, because making the database in it takes longest. */
const dir = mkdtempSync(join(tmpdir(), "baize-directory-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const open = (more: { port?: number } = {}) => openDatabase({ dir, snapshot: inject("pgliteSnapshot"), ...more });

/** Starts a second process that opens the directory and then runs `program`, which may use `database`, `sql` and `say`. */
function startProcess(program: string): { child: ChildProcess; lines: AsyncIterator<string> } {
  const script = `
    const { openDatabase } = await import(${JSON.stringify(join(import.meta.dirname, "../database.server.ts"))});
    const { sql } = await import("kysely");
    const say = (line) => process.stdout.write(line + "\\n");
    const database = await openDatabase(${JSON.stringify({ dir, snapshot: inject("pgliteSnapshot") })}).catch((error) => { say(error.message); process.exit(3); });
    ${program}
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
}

describe("an embedded database in a directory", () => {
  test("keeps its rows, syncs them to the disk, and leaves no other files", async () => {
    const first = await open();
    await sql`insert into cache_versions values ('kept', 1)`.execute(first.db);
    expect((await sql`show fsync`.execute(first.db)).rows).toEqual([{ fsync: "on" }]);
    await first.close();
    expect(readdirSync(dir)).toEqual(["pg"]);
    const second = await open();
    expect(await second.db.selectFrom("cache_versions").selectAll().execute()).toEqual([{ tag: "kept", version: 1n }]);
    await second.close();
  }, 60_000);

  test("refuses a second process with a clear message until the first has ended", async () => {
    const first = await open({ port: 3000 });
    const { child, lines } = startProcess(`say("opened"); await database.close();`);
    expect((await lines.next()).value).toBe(
      `${dir} is in use by process ${process.pid}; PGlite serves one process; use DATABASE_URL for several`,
    );
    expect((await once(child, "exit"))[0]).toBe(3);
    await first.close();
    const { child: next, lines: nextLines } = startProcess(`say("opened"); await database.close();`);
    expect((await nextLines.next()).value).toBe("opened");
    expect((await once(next, "exit"))[0]).toBe(0);
    expect(existsSync(join(dir, "pg.lock"))).toBe(false);
  }, 60_000);

  test("keeps every acknowledged row after a kill -9 of its process", async () => {
    const { child, lines } = startProcess(`
      for (let n = 1; ; n++) {
        await sql\`insert into cache_versions values (\${"row " + n}, \${BigInt(n)})\`.execute(database.db);
        say(String(n));
      }
    `);
    let acknowledged = 0;
    while (acknowledged < 60) acknowledged = Number((await lines.next()).value);
    child.kill("SIGKILL");
    const database = await open();
    const { rows } = await sql<{
      count: bigint;
      last: bigint;
    }>`select count(*) as count, max(version) as last from cache_versions where tag like 'row %'`.execute(database.db);
    expect(Number(rows[0]?.last)).toBeGreaterThanOrEqual(acknowledged);
    expect(rows[0]?.count).toBe(rows[0]?.last);
    await database.close();
  }, 60_000);
});
