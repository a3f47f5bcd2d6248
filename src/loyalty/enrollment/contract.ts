import { z } from "zod";
import { isStorable } from "../../platform/schema.ts";

/** The input of an enrollment. Browser-safe; messages are keys of the catalogue. */
const ADDRESS_MAX = 2_048;
const CODE_MAX = 40;

export const enrollmentInput = z.object({
  browser_callback_url: z
    .string({ error: (issue) => (issue.input === undefined ? "members_required" : "members_invalid") })
    .min(1, { error: "members_required", abort: true })
    .max(ADDRESS_MAX, { error: "members_too_long", abort: true })
    .refine(isStorable, { error: "members_invalid" }),
});

export type EnrollmentInput = z.output<typeof enrollmentInput>;

/** The 16 digits of a physical card, typed with or without spaces. */
export const cardLinkInput = z.object(
  {
    card_number: z
      .string({ error: ({ input }) => (input == null ? "card_number_missing" : "card_number_wrong") })
      .overwrite((typed) => typed.replaceAll(/[\s\u00A0\u202F-]/g, ""))
      .min(1, { error: "card_number_missing", abort: true })
      .refine((number) => /^[0-9]{16}$/.test(number), { error: "card_number_wrong" }),
  },
  { error: "card_number_missing" },
);
export type CardLinkInput = z.output<typeof cardLinkInput>;

/** The start form: the rules accepted, and optionally a sponsor's code. */
export const rulesInput = z.object({
  rules: z.literal("1", { error: "enrollment_rules_required" }),
  sponsor_code: z
    .string()
    .trim()
    .max(CODE_MAX, { error: "enrollment_sponsor_unknown" })
    .refine(isStorable, { error: "enrollment_sponsor_unknown" })
    .optional()
    .transform((code) => (code === undefined || code === "" ? null : code)),
});
