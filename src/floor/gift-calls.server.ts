import type { Context, Hono } from "hono";
import { z } from "zod";
import { burn, mayLookUp, reserve, reverse, type GiftOrder, type GiftOutcome } from "../gifts/redemption.server.ts";
import { apiError } from "../platform/api/errors.server.ts";
import type { Transaction } from "../platform/database/database.server.ts";
import { isStorable } from "../platform/schema.ts";
import type { World } from "../platform/world.ts";
import type { Venue } from "../venues/venue.ts";
import { eventId } from "./contract.ts";
import { withBody, type FloorEnv } from "./floor-body.server.ts";
import { applyOnce } from "./floor.server.ts";
import type { FloorAnswer } from "../loyalty/floor-answer.ts";

const PRODUCTS_MAX = 50;

export const giftCall = z.strictObject({
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

type Verb = (world: World, tx: Transaction, venue: Venue, order: GiftOrder) => Promise<GiftOutcome>;
const VERBS: Record<string, Verb> = { reservations: reserve, burns: burn, reversals: reverse };

/** Adds what a kiosk or a till does with a gift: `POST /gifts/{code}/reservations`, `/burns` and `/reversals`. */
export function addGiftCalls(api: Hono<FloorEnv>, world: World): void {
  for (const [name, verb] of Object.entries(VERBS))
    api.post(`/gifts/:code/${name}`, (c) =>
      withBody(c, giftCall, (body) => giftAnswer(world, c, { name, verb, body, code: c.req.param("code") })),
    );
}

async function giftAnswer(
  world: World,
  c: Context<FloorEnv>,
  { name, verb, body, code }: { name: string; verb: Verb; body: z.output<typeof giftCall>; code: string },
): Promise<Response | { status: number; body: object }> {
  const venue = c.var.floor;
  const tooMany = await mayLookUp(world, venue, code);
  if (tooMany !== null) {
    c.header("Retry-After", String(tooMany.waitSeconds));
    return apiError(c, 429, "TOO_MANY_UNKNOWN_CODES");
  }
  const order: GiftOrder = {
    code,
    eventId: body.event_id,
    cardNumber: body.card_number ?? null,
    products: body.products ?? null,
  };
  const event = { eventId: body.event_id, call: `gifts/${name}`, body: { ...body, code } };
  return applyOnce(world, venue, event, async (tx) => answerOf(code, venue, await verb(world, tx, venue, order)));
}

/** Words the answer in the venue's first language, because a machine on the floor has no visitor's language. */
function answerOf(code: string, { locales }: Venue, outcome: GiftOutcome): FloorAnswer {
  if ("problem" in outcome) return { status: 422, body: { error: [outcome.problem] } };
  if ("refusal" in outcome) {
    const { refusal: error, status } = outcome;
    return status === null ? { status: 404, body: { error } } : { status: 409, body: { error, status } };
  }
  const [locale = "fr"] = locales;
  const products = outcome.products.map(({ id, label, description, legal_notice }) => ({
    id,
    label: label[locale],
    description: description?.[locale] ?? null,
    legal_notice: legal_notice?.[locale] ?? null,
  }));
  return { status: 200, body: { code, status: outcome.status, label: outcome.gift.label[locale], products } };
}
