import { writeFileSync } from "node:fs";
import { generateTypes } from "../db/generate-types.ts";
import { openDatabase, projectPath } from "../src/platform/database/database.server.ts";
import { migrate } from "../src/platform/database/migrations.server.ts";
import { startPostgres } from "../test/support/postgres.ts";

/** `npm run db-types`: makes db/tables.ts anew, from a PostgreSQL of its own with all migrations. */
const postgres = await startPostgres();
try {
  const database = await openDatabase({ url: postgres.url("postgres") });
  await migrate(database);
  writeFileSync(projectPath("db/tables.ts"), await generateTypes(database.db));
  await database.close();
} finally {
  await postgres.stop();
}
