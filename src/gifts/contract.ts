import { z } from "zod";
import { isStorable } from "../platform/schema.ts";

/** What the desk's form of a new offer holds, field by field as typed. Messages are keys of the catalogue. */

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
/** An empty field is none. */
const none = (text: string): string | null => (text === "" ? null : text);

export const newOfferInput = z.object({
  /** Made with the form, so that a form that is sent twice makes one offer. */
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
  /** In the venue's currency; of play credits only. */
  play: typed(20).default("").transform(none),
  is_authorised: z.boolean().default(false),
  /** A wall time of the venue; without one at once. */
  available_from: typed(20)
    .default("")
    .transform(none)
    .refine((value) => value === null || /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/.test(value), {
      error: "deskpeople_problem_time",
    }),
  /** The last day on which it is taken. */
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

/** What a play credit may be worth, in minor units. */
export function isPlayAmount(minor: bigint | null, cap: number | null): minor is bigint {
  return minor !== null && minor > 0n && minor <= (cap === null ? PLAY_MAX_MINOR : BigInt(cap));
}
