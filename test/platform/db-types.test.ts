import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { generateTypes } from "../../db/generate-types.ts";
import { openDatabase, projectPath } from "../../src/platform/database/database.server.ts";
import { createPostgresDatabase } from "../support/databases.ts";

it("the tables' types are those of the migrations; where not, npm run db-types makes them anew", async () => {
  const database = await openDatabase({ url: await createPostgresDatabase() });
  try {
    expect(readFileSync(projectPath("db/tables.ts"), "utf8")).toBe(await generateTypes(database.db));
  } finally {
    await database.close();
  }
});
