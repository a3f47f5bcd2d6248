import type { z } from "zod";
import type { Transaction } from "../platform/database/database.server.ts";
import { instantOf } from "../platform/time-zones.ts";
import type { importedJackpot } from "./contract.ts";

const IMPORTED = "import:";

/** Replaces the imported jackpots; those that the floor reported stay. */
export async function replaceImportedJackpots(
  tx: Transaction,
  { siteId, zone, now }: { siteId: number; zone: string; now: Date },
  jackpots: z.output<typeof importedJackpot>[],
): Promise<void> {
  await tx.deleteFrom("jackpots").where("site_id", "=", siteId).where("event_id", "like", `${IMPORTED}%`).execute();
  if (jackpots.length === 0) return;
  await tx
    .insertInto("jackpots")
    .values(
      jackpots.map((jackpot, at) => ({
        site_id: siteId,
        site_slot: jackpot.site_slot,
        model: jackpot.model,
        amount_minor: BigInt(jackpot.amount),
        payment_date: instantOf(jackpot.payment_date, now, zone),
        event_id: `${IMPORTED}${at}`,
      })),
    )
    .execute();
}
