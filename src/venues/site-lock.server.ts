import type { Transaction } from "../platform/database/database.server.ts";

/**
 * Makes everybody who changes what a site shows wait in turn. The site's row is locked because a row that does not exist yet
 * cannot be.
 */
export async function lockSite(tx: Transaction, projectId: number): Promise<void> {
  await tx.selectFrom("projects").select("id").where("id", "=", projectId).forNoKeyUpdate().execute();
}
