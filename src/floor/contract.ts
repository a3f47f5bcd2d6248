import { z } from "zod";
import { isStorable, slug, text, wholeNumber } from "../platform/schema.ts";

/** The id that the floor gives each write. Sending the same id again returns the first answer. */
export const eventId = z
  .string({ error: "must be a text" })
  .min(1, { error: "must not be empty" })
  .max(100, { error: "must have at most 100 characters" })
  .refine(isStorable, { error: "must not contain NUL or broken characters" });

/** A decimal string in the venue's currency with at most two decimals, read into integer minor units. */
export const decimalAmount = z
  .string({ error: "must be a decimal text such as 12.50" })
  .regex(/^\d{1,10}(\.\d{1,2})?$/, { error: "must be a decimal text such as 12.50" })
  .transform((value) => {
    const [units = "0", cents = ""] = value.split(".");
    return BigInt(units) * 100n + BigInt(cents.padEnd(2, "0"));
  });

/**
 * Only years 1900 to 2999: anything else comes from a broken machine clock, and the two databases differ on extreme
 * dates.
 */
const recentInstant = z.iso
  .datetime({ offset: true, error: "must be an ISO instant with an offset", abort: true })
  .refine((value) => /^(19|2\d)/.test(value), { error: "must be between the years 1900 and 2999" });

export const jackpotWon = z.strictObject({
  event_id: eventId,
  site_slot: wholeNumber,
  model: text(80),
  amount: decimalAmount.refine((minor) => minor > 0n, { error: "must be more than zero" }),
  payment_date: recentInstant,
});

export const liveJackpot = z.strictObject({ event_id: eventId, amount: decimalAmount });

/** A card issued at reception, with the identity from the document that was shown. */
export const cardIssued = z.strictObject({
  event_id: eventId,
  lastname: text(60),
  firstname: text(60),
  birthday: z.iso
    .date({ error: "must be a date such as 1988-03-14", abort: true })
    .refine((day) => /^(19|20)/.test(day), {
      error: "must be a date such as 1988-03-14",
    }),
  mobile: text(25).optional(),
});

export const cardReplaced = z.strictObject({ event_id: eventId });

export const cardMoved = z.strictObject({ event_id: eventId, machine: text(60) });

export const cardNumber = z.string().regex(/^[0-9]{16}$/, { error: "must be 16 digits" });

/** What a floor key may be issued for. */
export const SCOPES = [
  "look-ups",
  "reception",
  "entrance",
  "machines",
  "loyalty",
  "gifts",
  "wallets",
  "jackpots",
] as const;
export type Scope = (typeof SCOPES)[number];

const keyNumber = z.int({ error: "must be the number of a key" }).min(1, { error: "must be the number of a key" });

/** What `npm run floor-key` asks for. Scopes that are null allow every call. */
export const floorKeyCommand = z.discriminatedUnion(
  "command",
  [
    z.strictObject({
      command: z.literal("issue"),
      venue: slug,
      label: text(80),
      scopes: z
        .array(z.enum(SCOPES, { error: `must be among ${SCOPES.join(", ")}` }))
        .min(1, { error: "must name at least one scope" })
        .nullable(),
    }),
    z.strictObject({ command: z.literal("rotate"), id: keyNumber }),
    z.strictObject({ command: z.literal("end"), id: keyNumber }),
    z.strictObject({ command: z.literal("list"), venue: slug.optional() }),
  ],
  { error: "must be issue, rotate, end or list" },
);
