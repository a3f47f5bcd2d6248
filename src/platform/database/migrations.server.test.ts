import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { attackRow } from "../../../test/support/attack-rows.ts";
import { createPostgresDatabase, eachDatabase } from "../../../test/support/databases.ts";
import { openDatabase, projectPath, type Database } from "./database.server.ts";
import { buildIndexes, EarlierDatabase, migrate, pendingMigrations } from "./migrations.server.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "baize-migrations-"));
  cpSync(projectPath("db/migrations"), dir, { recursive: true });
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const add = (name: string, text: string) => writeFileSync(join(dir, name), text);
const merged = readdirSync(projectPath("db/migrations")).sort();

eachDatabase("migrations", (open) => {
  test("run once", async () => {
    const database = await open();
    expect(await pendingMigrations(database)).toEqual([]);
    expect(await migrate(database)).toEqual([]);
  });

  test("run in order, each file as a whole, with several statements in a file", async () => {
    const database = await open();
    add(
      "8002-second.sql",
      "insert into first_things values (2); insert into first_things select count(*) + 2 from first_things;",
    );
    add(
      "8001-first.sql",
      "-- a table; and a row\ncreate table first_things (n integer);\ninsert into first_things values (1);",
    );
    add("notes.txt", "not a migration");
    expect(await pendingMigrations(database, dir)).toEqual(["8001-first.sql", "8002-second.sql"]);
    expect(await migrate(database, { dir })).toEqual(["8001-first.sql", "8002-second.sql"]);
    expect((await sql`select n from first_things order by n`.execute(database.db)).rows).toEqual([
      { n: 1 },
      { n: 2 },
      { n: 4 },
    ]);
    expect(await pendingMigrations(database, dir)).toEqual([]);
  });

  test("that fail leave nothing behind and run again once corrected", async () => {
    const database = await open();
    add("8101-half.sql", "create table half (n integer); select * from nowhere;");
    await expect(migrate(database, { dir })).rejects.toMatchObject({ code: "42P01" });
    expect(await pendingMigrations(database, dir)).toEqual(["8101-half.sql"]);
    add("8101-half.sql", "create table half (n integer);");
    expect(await migrate(database, { dir })).toEqual(["8101-half.sql"]);
  });

  test("are refused if they were edited after they ran", async () => {
    const database = await open();
    add(merged[0]!, "create table something_else (n integer);");
    await expect(migrate(database, { dir })).rejects.toThrow(
      `The migration ${merged[0]} was edited after it ran on this database`,
    );
  });

  test("build an index in a file of its own", async () => {
    const database = await open();
    add("8151-index.sql", "-- concurrently\ncreate index concurrently games_again on games (establishment_id);");
    expect(await migrate(database, { dir })).toEqual([]);
    expect(await buildIndexes(database, pino({ level: "silent" }), dir)).toEqual(["8151-index.sql"]);
    expect(await buildIndexes(database, pino({ level: "silent" }), dir)).toEqual([]);
    expect((await sql`select to_regclass('games_again') is null as missing`.execute(database.db)).rows).toEqual([
      { missing: false },
    ]);
  });

  test("of a newer version do not stop an older one, so that both can run during a deployment", async () => {
    const database = await open();
    add("8201-newer.sql", "create table newer (n integer);");
    await migrate(database, { dir });
    expect(await migrate(database)).toEqual([]);
    expect(await pendingMigrations(database)).toEqual([]);
  });

  test("that began otherwise are of before the first release, and their database is refused as it is", async () => {
    const database = await open();
    add("0000-other-beginning.sql", "create table other_beginning (n integer);");
    add("8301-later.sql", "create table later (n integer);");
    await expect(migrate(database, { dir })).rejects.toThrow(EarlierDatabase);
    await expect(pendingMigrations(database, dir)).rejects.toThrow(EarlierDatabase);
    const { rows } = await sql`select to_regclass('other_beginning') as one, to_regclass('later') as two`.execute(
      database.db,
    );
    expect(rows).toEqual([{ one: null, two: null }]);
  });
});

describe("PostgreSQL", () => {
  const opened: Database[] = [];
  const clients: pg.Client[] = [];
  const log = pino({ level: "silent" });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.end()));
    await Promise.all(opened.splice(0).map((database) => database.close()));
  });
  const open = async (url: string) => {
    const database = await openDatabase({ url });
    opened.push(database);
    return database;
  };
  /** A transaction of somebody else's that has read a table and stays open. */
  async function readerOf(url: string, table: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url });
    clients.push(client);
    await client.connect();
    await client.query(`begin isolation level repeatable read; select * from ${table}`);
    return client;
  }

  test("nodes that start together on an empty database run each file once", async () => {
    const url = await createPostgresDatabase({ template: "template0" });
    const nodes = await Promise.all([open(url), open(url), open(url)]);
    expect(await pendingMigrations(nodes[0])).toEqual(merged);
    const ran = await Promise.all(nodes.map((node) => migrate(node)));
    expect(ran.flat().sort()).toEqual(merged);
    expect(await pendingMigrations(nodes[1])).toEqual([]);
  });

  test("a file that needs a lock gives way to visitors and tries again until a long transaction has ended", async () => {
    const url = await createPostgresDatabase();
    const database = await open(url);
    await migrate(database);
    const reader = await readerOf(url, "cache_versions");
    add("8401-column.sql", "alter table cache_versions add column more integer;");
    let isOver = false;
    const migrating = migrate(database, { dir }).finally(() => (isOver = true));
    const waiting = sql`select from pg_locks where not granted and mode = 'AccessExclusiveLock' and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(async () => (await waiting.execute(database.db)).rows.length).toBe(1);
    // Visitors queue behind the waiting file, but not for long: it gives up before their limit.
    await sql`select * from cache_versions`.execute(database.db);
    await sql`insert into cache_versions values ('visited', 1)`.execute(database.db);
    expect(isOver).toBe(false);
    await reader.query("rollback");
    expect(await migrating).toEqual(["8401-column.sql"]);
    attackRow(
      "migration under a long transaction",
      "a reader holds a table open that a file alters, while visitors read and write it",
      "visitors were answered meanwhile; the file was applied once the reader had ended",
    );
  });

  test("an index is built beside the running site, whose start does not wait for it", async () => {
    const url = await createPostgresDatabase();
    const [database, other] = await Promise.all([open(url), open(url)]);
    await migrate(database);
    // What an attempt leaves behind that was interrupted.
    await sql`create index cache_versions_version on cache_versions (version)`.execute(database.db);
    await sql`update pg_index set indisvalid = false where indexrelid = 'cache_versions_version'::regclass`.execute(
      database.db,
    );
    const reader = await readerOf(url, "cache_versions");
    add(
      "8501-index.sql",
      "-- concurrently\ncreate index concurrently cache_versions_version on cache_versions (version);",
    );
    expect(await migrate(database, { dir })).toEqual([]);
    expect(await pendingMigrations(database, dir)).toEqual([]);
    const building = Promise.all([buildIndexes(database, log, dir), buildIndexes(other, log, dir)]);
    const progress = sql`select from pg_stat_activity where datname = current_database() and query like '%concurrently%' and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await progress.execute(database.db)).rows.length).toBeGreaterThan(0);
    await sql`insert into cache_versions values ('written meanwhile', 1)`.execute(database.db);
    await reader.query("rollback");
    expect((await building).flat()).toEqual(["8501-index.sql"]);
    const { rows } =
      await sql`select indisvalid from pg_index where indexrelid = 'cache_versions_version'::regclass`.execute(
        database.db,
      );
    expect(rows).toEqual([{ indisvalid: true }]);
  });
});
