import { z } from "zod";
import { isStorable } from "../platform/schema.ts";

/** The fields of the desk's form for a new offer. Messages are keys of the catalogue. */

const USES_MAX = 1_000_000;
const PLAY_MAX_MINOR = 100_000n;
export const OFFER_TYPES = ["treat", "discount", "show", "stay", "free_play"] as const;
export const OFFER_TARGETS = ["all", "home_site", "member"] as const;

const typed = (max: number) =>
  z
    .string({ error: "deskpeople_problem_required" })
    .trim()
    .max(max, { error: "deskpeople_problem_long" })
    .refine(isStorable, { error: "deskpeople_problem_characters" });
const filled = (max: number) => typed(max).min(1, { error: "deskpeople_problem_required" });
/** Turns an empty field into null. */
const none = (text: string): string | null => (text === "" ? null : text);

export const newOfferInput = z.object({
  /** Created with the form, so that sending it twice creates one offer. */
  key: z.uuid({ error: "deskpeople_problem_required" }),
  type: z.enum(OFFER_TYPES, { error: "deskpeople_problem_required" }),
  label_fr: filled(60),
  label_en: filled(60),
  description_fr: filled(1_000),
  description_en: filled(1_000),
  product_fr: filled(100),
  product_en: filled(100),
  legal_fr: typed(500).default("").transform(none),
  legal_en: typed(500).default("").transform(none),
  /** An amount in the venue's currency; only for play credits. */
  play: typed(20).default("").transform(none),
  is_authorised: z.boolean().default(false),
  /** A wall-clock time of the venue; an empty field means at once. */
  available_from: typed(20)
    .default("")
    .transform(none)
    .refine((value) => value === null || /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/.test(value), {
      error: "deskpeople_problem_time",
    }),
  /** The last day on which the gift can be used. */
  last_day: typed(20)
    .default("")
    .transform(none)
    .refine((value) => value === null || /^\d{4}-\d\d-\d\d$/.test(value), { error: "deskpeople_problem_day" }),
  use_limit: typed(20)
    .default("")
    .transform(none)
    .refine((value) => value === null || (/^[1-9][0-9]{0,6}$/.test(value) && Number(value) <= USES_MAX), {
      error: "deskpeople_problem_limit",
    }),
  target: z.enum(OFFER_TARGETS, { error: "deskpeople_problem_required" }),
  card_number: typed(40)
    .default("")
    .transform((text) => text.replaceAll(/[\s.]/g, ""))
    .transform(none),
});
export type NewOfferInput = z.output<typeof newOfferInput>;

/** True for a permitted amount of a play credit, in minor units: above 0 and at most `cap`, or 1,000.00 where there is no cap. */
export function isPlayAmount(minor: bigint | null, cap: number | null): minor is bigint {
  return minor !== null && minor > 0n && minor <= (cap === null ? PLAY_MAX_MINOR : BigInt(cap));
}
