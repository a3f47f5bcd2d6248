import { sql } from "kysely";
import type { z } from "zod";
import type { Transaction } from "../platform/database.server.ts";
import type { importedContent } from "./contract.ts";
import { sanitiseDocument } from "./sanitise.server.ts";

/** Sets a project's text blocks to an import's. A block whose words did not change keeps its revision. */
export async function replaceBlocks(
  tx: Transaction,
  projectId: number,
  content: z.output<typeof importedContent>,
  now: Date,
): Promise<void> {
  const rows = Object.entries(content).flatMap(([key, { fr, en }]) => [
    { key, locale: "fr", body: fr },
    ...(en === undefined ? [] : [{ key, locale: "en", body: en }]),
  ]);
  const kept = rows.map((row) => `${row.key} ${row.locale}`);
  const stored = await tx
    .selectFrom("content_blocks")
    .select(["key", "locale"])
    .where("project_id", "=", projectId)
    .execute();
  for (const row of stored.filter((row) => !kept.includes(`${row.key} ${row.locale}`))) {
    await tx
      .deleteFrom("content_blocks")
      .where("project_id", "=", projectId)
      .where("key", "=", row.key)
      .where("locale", "=", row.locale)
      .execute();
  }
  for (const row of rows) {
    await tx
      .insertInto("content_blocks")
      .values({
        project_id: projectId,
        key: row.key,
        locale: row.locale,
        body: JSON.stringify(sanitiseDocument(row.body)),
        updated_at: now,
      })
      .onConflict((conflict) =>
        conflict
          .columns(["project_id", "key", "locale"])
          .doUpdateSet((eb) => ({
            body: eb.ref("excluded.body"),
            updated_at: now,
            rev: sql<number>`content_blocks.rev + 1`,
          }))
          .where("content_blocks.body", "is distinct from", (eb) => eb.ref("excluded.body")),
      )
      .execute();
  }
}
