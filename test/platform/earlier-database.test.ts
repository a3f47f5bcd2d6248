import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openDatabase, projectPath, type Database } from "../../src/platform/database/database.server.ts";
import { builtFile } from "../support/built.ts";
import { createPostgresDatabase } from "../support/databases.ts";
import { PROGRAM_ENVIRONMENT } from "../support/processes.ts";

/** A process and a database on two busy cores. */
const PATIENCE_MS = 180_000;
const ROOT = dirname(projectPath("package.json"));

let dir: string;
let url: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "baize-earlier-"));
  url = await createPostgresDatabase();
  await haveEarlierFiles(await openDatabase({ url }));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe("a database of before the first release", () => {
  it.each([
    ["npm start", [builtFile("server/server.js")]],
    ["npm run import", ["bin/import.ts", projectPath("demo/venues/port-serac.json")]],
    ["npm run floor-key", ["bin/floor-key.ts", "list"]],
    ["npm run ledger", ["bin/ledger.ts"]],
    ["npm run reconcile", ["bin/reconcile.ts", "2026-11-20T19:00:00Z"]],
  ])(
    "is refused by %s, which ends with 78 and says what to do",
    async (_command, args) => {
      expect(await run(args, { DATABASE_URL: url })).toEqual({
        code: 78,
        errors: expect.stringContaining(
          "made anew: have DATABASE_URL name an empty database, and start again.\nTo keep a venue, first export it",
        ),
      });
    },
    PATIENCE_MS,
  );

  it(
    "is named by its directory where it is embedded",
    async () => {
      const data = join(dir, "data");
      await haveEarlierFiles(await openDatabase({ dir: data, snapshot: inject("pgliteSnapshot") }));
      expect(await run([builtFile("server/server.js")], { DATA_DIR: data })).toEqual({
        code: 78,
        errors: expect.stringContaining(`The demonstration is made anew: delete ${data}, and start again.`),
      });
    },
    PATIENCE_MS,
  );
});

/** Records other files than ours, as the database of an earlier version does. Its tables are not looked at. */
async function haveEarlierFiles(database: Database): Promise<void> {
  await sql`delete from schema_migrations`.execute(database.db);
  await sql`insert into schema_migrations values ('0001-venues.sql', '', now())`.execute(database.db);
  await database.close();
}

async function run(args: string[], settings: NodeJS.ProcessEnv): Promise<{ code: number; errors: string }> {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    cwd: ROOT,
    env: {
      ...PROGRAM_ENVIRONMENT,
      DATA_DIR: join(dir, "nothing"),
      SANDBOX_URL: "http://127.0.0.1:9",
      ...settings,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const [code]: number[] = await once(child, "close");
  return { code: code!, errors };
}
