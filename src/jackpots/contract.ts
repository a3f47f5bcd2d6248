import { z } from "zod";
import { amount, instant, text, wholeNumber } from "../platform/schema.ts";

const wonAmount = amount.refine((minor) => minor > 0, { error: "must be more than zero" });

/** A jackpot in an import's history. */
export const importedJackpot = z.strictObject({
  site_slot: wholeNumber,
  model: text(80),
  amount: wonAmount,
  payment_date: instant,
});
