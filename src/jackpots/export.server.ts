import type { z } from "zod";
import { isoWithOffset } from "../platform/time-zones.ts";
import type { importedJackpot } from "./contract.ts";
import type { Db } from "../platform/database/database.server.ts";

/**
 * The imported jackpots in the format of an import. Jackpots that the floor reported are not replaced by imports, so
 * they are not exported.
 */
export async function jackpotsFile(
  db: Db,
  { siteId, zone }: { siteId: number; zone: string },
): Promise<z.input<typeof importedJackpot>[]> {
  const rows = await db
    .selectFrom("jackpots")
    .select(["site_slot", "model", "amount_minor", "payment_date", "event_id"])
    .where("site_id", "=", siteId)
    .where("event_id", "like", "import:%")
    .orderBy("payment_date", "desc")
    .orderBy("event_id")
    .execute();
  return rows.map((row) => ({
    site_slot: row.site_slot,
    model: row.model,
    amount: Number(row.amount_minor) / 100,
    payment_date: isoWithOffset(row.payment_date, zone),
  }));
}
