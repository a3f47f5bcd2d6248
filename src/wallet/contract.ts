import { z } from "zod";
import { minorOfDecimal } from "../platform/decimal.ts";
import { AMOUNT_MAX_MINOR } from "./limits.ts";

/** The input of the API calls about wallets and payments, and the codes of their refusals. Browser-safe. */

/** `error_details.code`: 3000 wrong PIN, 3001 blocked PIN, 3002 card in a machine, 3003 system down. */
export type PinCode = 3000 | 3001 | 3002 | 3003;

/** An encrypted PIN or a handle. A PIN encrypted with a 2048-bit key has 342 characters. */
const slot = z.string({ error: "wallet_pin_unreadable" }).regex(/^[\w-]{20,1024}$/, { error: "wallet_pin_unreadable" });
const pinDigits = z.string({ error: "wallet_pin_digits" }).regex(/^[0-9]{4}$/, { error: "wallet_pin_digits" });

/** The native app sends the PIN itself; TLS alone protects it on the way. */
export const unlockInput = z.object({ pin: pinDigits }, { error: "wallet_pin_digits" });

/** The JSON that a browser encrypts together with the PIN. */
export const boxContent = z.object({
  pin: pinDigits,
  site_id: z.int().min(1).max(2_147_483_647),
  challenge: z.string().regex(/^[\w-]{43}$/),
});

/**
 * A number of euros with at most two decimals, into cents. The decimals are read from the shortest text for the number,
 * so 50.1 is 50.10, and 50.001 is refused without rounding.
 */
export const topUpAmount = z
  .number({ error: ({ input }) => (input === undefined ? "wallet_invalid" : "wallet_amount_invalid") })
  .transform((euros, { addIssue }) => {
    const minor = Object.is(euros, -0) ? null : minorOfDecimal(String(euros));
    if (minor !== null && minor <= AMOUNT_MAX_MINOR) return minor;
    addIssue({ code: "custom", message: "wallet_amount_invalid" });
    return z.NEVER;
  });

/** The body of POST /transaction/init. */
export const initInput = z.object({
  provider: z.literal("instant_transfer", { error: "wallet_invalid" }),
  return_url: z.string({ error: "wallet_address_refused" }).max(2_048, { error: "wallet_address_refused" }),
  from: z.literal("web", { error: "wallet_invalid" }),
  site_id: z.int({ error: "wallet_invalid" }).min(1).max(2_147_483_647),
  product: z.object(
    {
      type: z.literal("cashless", { error: "wallet_invalid" }),
      amount: topUpAmount.meta({ description: "Euros, at most two decimals", example: 50 }),
      currency: z.literal("EUR", { error: "wallet_invalid" }),
    },
    { error: "wallet_invalid" },
  ),
  data: z.object(
    { site_id: z.int({ error: "wallet_invalid" }).min(1).max(2_147_483_647), pin_code: slot },
    { error: "wallet_invalid" },
  ),
});
export type InitInput = z.output<typeof initInput>;
