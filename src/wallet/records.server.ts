import type { Db } from "../platform/database/database.server.ts";

/** The company that a site's payments belong to; null before the first one. */
export async function companyOfPayments(db: Db, siteId: number): Promise<string | null> {
  const row = await db
    .selectFrom("payments")
    .select("company")
    .where("site_id", "=", siteId)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.company ?? null;
}
