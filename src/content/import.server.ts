import type { z } from "zod";
import type { Transaction } from "../platform/database/database.server.ts";
import type { BlockDocument, importedContent } from "./contract.ts";
import { blockInLocale, putRevision } from "./editing/revision-queries.server.ts";
import { sameDocument } from "./editing/live-texts.server.ts";
import { sanitiseDocument } from "./sanitise.server.ts";

/** Sets a project's text blocks to those of an import. A block whose text did not change keeps its revision. */
export async function replaceBlocks(
  tx: Transaction,
  projectId: number,
  content: z.output<typeof importedContent>,
  by: { operator: string | null; now: Date },
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
      .where((text) => text.and({ project_id: projectId, ...row }))
      .execute();
  }
  for (const row of rows) await replaceBlock(tx, projectId, row, by);
}

async function replaceBlock(
  tx: Transaction,
  projectId: number,
  { key, locale, body: written }: { key: string; locale: string; body: BlockDocument },
  { operator, now }: { operator: string | null; now: Date },
): Promise<void> {
  const name = { project_id: projectId, key, locale };
  const body = sanitiseDocument(written);
  const current = await blockInLocale(tx, name);
  if (current !== undefined && sameDocument(current.body, body)) return;
  await putRevision(tx, name, {
    body,
    change: "import",
    operator,
    at: now,
    restored_rev: null,
    loadsWithProject: null,
  });
}
