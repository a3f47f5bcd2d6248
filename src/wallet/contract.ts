import { z } from "zod";

/** What comes in from the calls of section 7, "Cashless" and "Payments", and what the room refuses. Browser-safe. */

/** error_details.code: wrong PIN, blocked PIN, card in a machine, system down (G130). */
export type PinCode = 3000 | 3001 | 3002 | 3003;

/** The box or the handle in the place of the PIN; a box of a 2048-bit key has 342 characters. */
const slot = z.string({ error: "wallet_pin_unreadable" }).regex(/^[\w-]{20,1024}$/, { error: "wallet_pin_unreadable" });
export const pinDigits = z.string({ error: "wallet_pin_digits" }).regex(/^[0-9]{4}$/, { error: "wallet_pin_digits" });

/** The native app's twin of the sealed GET: TLS alone protects the PIN on its way (G128). */
export const unlockInput = z.object({ pin: pinDigits });

/** What a browser puts into the sealed box. */
export const boxContent = z.object({
  pin: pinDigits,
  site_id: z.int().min(1).max(2_147_483_647),
  challenge: z.string().regex(/^[\w-]{43}$/),
});

/** POST /transaction/init. The amount is judged by amount.ts, which the page reads too. */
export const initInput = z.object({
  provider: z.literal("instant_transfer", { error: "wallet_invalid" }),
  return_url: z.string({ error: "wallet_address_refused" }).max(2_048, { error: "wallet_address_refused" }),
  from: z.literal("web", { error: "wallet_invalid" }),
  site_id: z.int({ error: "wallet_invalid" }).min(1).max(2_147_483_647),
  product: z.object(
    {
      type: z.literal("cashless", { error: "wallet_invalid" }),
      amount: z.unknown(),
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
