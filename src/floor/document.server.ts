import { z, type OpenAPIHono } from "@hono/zod-openapi";
import { content, errorBody } from "../platform/api/bodies.server.ts";
import { earning, reversal, spending } from "./balance-calls.server.ts";
import { cardIssued, cardMoved, cardNumber, cardReplaced, jackpotWon, liveJackpot } from "./contract.ts";
import { entrance } from "./entrance-calls.server.ts";
import { giftCall } from "./gift-calls.server.ts";
import { cash, newPin } from "./wallet-calls.server.ts";

type Method = "get" | "put" | "post";
type Documented = [method: Method, path: string, summary: string, body: z.ZodType | null, answer: z.ZodType];

const decimal = z.string().meta({ description: "A decimal text in the venue's currency", example: "12.50" });
const balance = z.object({ balance: decimal });
const amount = z.object({ amount: decimal });
const inserted = z.object({ inserted: z.boolean() });
const product = z.object({
  id: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  legal_notice: z.string().nullable(),
});
const gift = z.object({ code: z.string(), status: z.string(), label: z.string(), products: z.array(product) });
const refusal = z.object({ error: errorBody.shape.error, status: z.string().optional() });

/** The calls of the floor API; each body is the schema that validates it. */
const CALLS: Documented[] = [
  [
    "put",
    "/cards/{card_number}",
    "Issues a card at reception",
    cardIssued,
    z.object({ card_number: z.string(), member_id: z.string() }),
  ],
  [
    "get",
    "/cards/{card_number}",
    "A card and its holder",
    null,
    z.object({
      card_number: z.string(),
      member_id: z.string(),
      status: z.string(),
      name: z.string(),
      home_site_id: z.int(),
      inserted: z.boolean(),
    }),
  ],
  [
    "post",
    "/entrances",
    "Checks a card or an enrollment's code at the entrance",
    entrance,
    z.object({
      admitted: z.boolean(),
      reason: z.string().optional(),
      enrollment_status: z.string(),
      card_number: z.string().optional(),
    }),
  ],
  [
    "post",
    "/cards/{card_number}/replacements",
    "Replaces a lost card",
    cardReplaced,
    z.object({ card_number: z.string() }),
  ],
  ["post", "/cards/{card_number}/insertions", "A card was put into a machine", cardMoved, inserted],
  ["post", "/cards/{card_number}/ejections", "A card was taken out of a machine", cardMoved, inserted],
  ["post", "/earnings", "Credits loyalty euros", earning, balance],
  ["post", "/earnings/{earning}/reversals", "Takes back an earning that was reported by mistake", reversal, balance],
  ["post", "/spendings", "Spends loyalty euros", spending, balance],
  ["post", "/gifts/{code}/reservations", "Reserves a gift", giftCall, gift],
  ["post", "/gifts/{code}/burns", "Uses a gift", giftCall, gift],
  ["post", "/gifts/{code}/reversals", "Takes back a reservation or a use", giftCall, gift],
  ["put", "/members/{card}/pin", "Sets the PIN and ends a block", newPin, z.object({ result: z.literal(true) })],
  ["post", "/wallets/{card}/loads", "Puts cash into a wallet", cash, amount],
  ["post", "/wallets/{card}/spends", "Takes cash out of a wallet", cash, amount],
  ["post", "/jackpots", "A jackpot was won", jackpotWon, z.object({ id: z.string() })],
  ["put", "/jackpots/MEGAPOT", "Reports the live amount of the group's jackpot", liveJackpot, amount],
];

const REFUSALS: Record<number, string> = {
  401: "The key is wrong",
  404: "The card, code or wallet is unknown",
  409: "Not possible in the present state, or the event id was used for another write",
  422: "Some fields are invalid; all of them are listed",
};

/** Adds the floor's calls to the API's document. */
export function documentFloor(registry: OpenAPIHono["openAPIRegistry"]): void {
  for (const [method, path, summary, body, answer] of CALLS) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const params = z.object(
      Object.fromEntries(names.map((name) => [name, name.startsWith("card") ? cardNumber : z.string()])),
    );
    registry.registerPath({
      method,
      path: `/floor${path}`,
      summary,
      tags: ["floor"],
      security: [{ floorKey: [] }],
      request: {
        ...(names.length === 0 ? {} : { params }),
        ...(body === null ? {} : { body: { ...content(body), required: true } }),
      },
      responses: {
        200: { description: "Applied; a repeat of the same event gets the same bytes", ...content(answer) },
        ...Object.fromEntries(
          Object.entries(REFUSALS).map(([status, description]) => [status, { description, ...content(refusal) }]),
        ),
      },
    });
  }
}
