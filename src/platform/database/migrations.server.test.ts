import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPostgresDatabase, eachDatabase } from "../../../test/support/databases.ts";
import { openDatabase, projectPath, type Database } from "./database.server.ts";
import { EarlierDatabase, migrate, pendingMigrations } from "./migrations.server.ts";

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
    expect(await migrate(database, dir)).toEqual(["8001-first.sql", "8002-second.sql"]);
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
    await expect(migrate(database, dir)).rejects.toMatchObject({ code: "42P01" });
    expect(await pendingMigrations(database, dir)).toEqual(["8101-half.sql"]);
    add("8101-half.sql", "create table half (n integer);");
    expect(await migrate(database, dir)).toEqual(["8101-half.sql"]);
  });

  test("are refused if they were edited after they ran", async () => {
    const database = await open();
    add(merged[0]!, "create table something_else (n integer);");
    await expect(migrate(database, dir)).rejects.toThrow(
      `The migration ${merged[0]} was edited after it ran on this database`,
    );
  });

  test("of a newer version do not stop an older one, so that both can run during a deployment", async () => {
    const database = await open();
    add("8201-newer.sql", "create table newer (n integer);");
    await migrate(database, dir);
    expect(await migrate(database)).toEqual([]);
    expect(await pendingMigrations(database)).toEqual([]);
  });

  test("that began otherwise are of before the first release, and their database is refused as it is", async () => {
    const database = await open();
    add("0000-other-beginning.sql", "create table other_beginning (n integer);");
    add("8301-later.sql", "create table later (n integer);");
    await expect(migrate(database, dir)).rejects.toThrow(EarlierDatabase);
    await expect(pendingMigrations(database, dir)).rejects.toThrow(EarlierDatabase);
    const { rows } = await sql`select to_regclass('other_beginning') as one, to_regclass('later') as two`.execute(
      database.db,
    );
    expect(rows).toEqual([{ one: null, two: null }]);
  });
});

describe("two nodes on one empty PostgreSQL", () => {
  const nodes: Database[] = [];
  afterEach(async () => void (await Promise.all(nodes.map((node) => node.close()))));

  test("start together, and each file runs once", async () => {
    const url = await createPostgresDatabase({ template: "template0" });
    nodes.push(await openDatabase({ url }), await openDatabase({ url }), await openDatabase({ url }));
    expect(await pendingMigrations(nodes[0]!)).toEqual(merged);
    const ran = await Promise.all(nodes.map((node) => migrate(node)));
    expect(ran.flat().sort()).toEqual(merged);
    expect(await pendingMigrations(nodes[1]!)).toEqual([]);
  });
});
