import type { Transaction } from "../platform/database/database.server.ts";

/** Whoever changes what a site shows waits for whoever does so already: what does not exist yet has no row to lock. */
export async function lockSite(tx: Transaction, projectId: number): Promise<void> {
  await tx.selectFrom("projects").select("id").where("id", "=", projectId).forNoKeyUpdate().execute();
}
