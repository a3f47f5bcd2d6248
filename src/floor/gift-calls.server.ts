import { z } from "@hono/zod-openapi";
import { askBeforeBurn, burn, mayLookUp, reserve, reverse, type GiftOutcome } from "../gifts/burns.server.ts";
import { addCall } from "../platform/api/calls.server.ts";
import { isStorable } from "../platform/schema.ts";
import type { World } from "../platform/world.ts";
import type { Venue } from "../venues/venue.ts";
import { eventId } from "./contract.ts";
import { FLOOR, send, WRITE, type FloorApi } from "./floor-calls.server.ts";
import { applyOnce } from "./floor.server.ts";
import { replyOf, type Outcome } from "./refusals.ts";
import * as examples from "./examples.ts";

const PRODUCTS_MAX = 50;

const giftCall = z.strictObject({
  event_id: eventId,
  card_number: z
    .string({ error: "must be a text" })
    .regex(/^[0-9]{16}$/, { error: "must be the 16 digits of a card" })
    .optional(),
  products: z
    .array(
      z.string({ error: "must be a text" }).max(100, { error: "must have at most 100 characters" }).refine(isStorable),
      {
        error: "must be a list of products",
      },
    )
    .min(1, { error: "must name at least one product" })
    .max(PRODUCTS_MAX, { error: `must name at most ${PRODUCTS_MAX} products` })
    .optional(),
});

const product = z.object({
  id: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  legal_notice: z.string().nullable(),
});
const gift = z.object({ code: z.string(), status: z.string(), label: z.string(), products: z.array(product) });

const CALLS = [
  ["reservations", "Reserves a gift", reserve],
  ["burns", "Burns a gift", burn],
  ["reversals", "Takes back a reservation or a burn", reverse],
] as const;

/** Adds what a kiosk or a till does with a gift: `POST /gifts/{code}/reservations`, `/burns` and `/reversals`. */
export function addGiftCalls(api: FloorApi, world: World): void {
  for (const [name, summary, verb] of CALLS)
    addCall(api, {
      ...WRITE,
      method: "post",
      path: `/gifts/{code}/${name}`,
      summary,
      params: z.object({ code: z.string().openapi({ example: "4821093577163" }) }),
      body: giftCall,
      example: examples.gift,
      answer: gift,
      refusals: [...FLOOR.refusals, 429],
      handle: async (c, { params: { code }, body }) => {
        const venue = c.var.floor;
        const tooMany = await mayLookUp(world, venue, code);
        if (tooMany !== null) {
          c.header("Retry-After", String(tooMany.waitSeconds));
          return send(c, replyOf({ refusal: "TOO_MANY_UNKNOWN_CODES" }));
        }
        const { event_id: eventId, card_number: cardNumber = null, products = null } = body;
        const registerAnswer = verb === burn ? await askBeforeBurn(world, venue, code) : "unasked";
        const order = { code, eventId, cardNumber, products, registerAnswer };
        const event = { eventId, call: `gifts/${name}`, body: { ...body, code } };
        const done = applyOnce(world, venue, event, async (tx) =>
          outcomeOf(code, venue, await verb(world, tx, venue, order)),
        );
        return send(c, await done);
      },
    });
}

/** Words the answer in the venue's first language, because a machine on the floor has no visitor's language. */
function outcomeOf(code: string, { locales }: Venue, outcome: GiftOutcome): Outcome {
  if (!("gift" in outcome)) return outcome;
  const [locale = "fr"] = locales;
  const products = outcome.products.map(({ id, label, description, legal_notice }) => ({
    id,
    label: label[locale],
    description: description?.[locale] ?? null,
    legal_notice: legal_notice?.[locale] ?? null,
  }));
  return { ok: { code, status: outcome.status, label: outcome.gift.label[locale], products } };
}
