import { z } from "zod";
import type { World } from "../../platform/world.ts";
import type { Locale } from "../../venues/contract.ts";
import type { Venue } from "../../venues/venue.ts";

/** A choice about cookies is remembered for six months, as the French data protection authority (CNIL) recommends. */
export const CONSENT_SECONDS = 182 * 86_400;
export const CONSENT_COOKIE = "consent";

const ticked = z
  .string()
  .optional()
  .transform((value) => value === "on" || value === "1" || value === "true");
export const consentForm = z.object({ measure: ticked, ads: ticked, version: z.string().regex(/^[a-z0-9.-]{1,20}$/) });
export type ConsentChoice = z.output<typeof consentForm>;

/** Stores the proof of a choice: what was chosen, on which text, when. It names no person. Returns the cookie's value. */
export async function recordConsent(
  world: World,
  venue: Venue | null,
  locale: Locale,
  choice: ConsentChoice,
): Promise<string> {
  await world.database.db
    .insertInto("consent_receipts")
    .values({
      id: world.uuid(),
      project_id: venue?.projectId ?? null,
      measure: choice.measure,
      ads: choice.ads,
      text_version: choice.version,
      locale,
      given_at: world.now(),
    })
    .execute();
  return `v=${choice.version}&measure=${Number(choice.measure)}&ads=${Number(choice.ads)}`;
}
