import { z } from "@hono/zod-openapi";
import { memberCalls, type Call } from "../../accounts/calls.server.ts";
import { addRawCall } from "../../platform/api/raw-calls.server.ts";
import { apiError } from "../../platform/api/errors.server.ts";
import { apiRouter } from "../../platform/api/router.server.ts";
import type { World } from "../../platform/world.ts";
import type { VenueTable } from "../../venues/venue-table.server.ts";
import type { Venue } from "../../venues/venue.ts";
import { loyaltyBalance } from "./balance.server.ts";
import { balanceDecimal } from "./movements.ts";

const balance = z.object({ balance: z.string().openapi({ description: "A decimal text such as 12.30" }) });
const balances = z.object({ ep: balance });
const SHAPES = new Map<string | undefined, (ep: z.infer<typeof balance>) => object>([
  ["ep", (ep) => ep],
  ["all", (ep) => ({ ep })],
]);
const NOT_A_CURRENCY = { fr: "Cette monnaie n’existe pas.", en: "There is no such currency." };

/** GET /currency and /currency/{type}: the caller's own balances; 0 for an account without a membership. */
export function currencyApi(world: World, table: VenueTable) {
  const api = apiRouter<Venue>();
  const calls = memberCalls(world, table);

  async function answer(c: Call, shape: ((ep: z.infer<typeof balance>) => object) | undefined): Promise<Response> {
    const member = await calls.memberOf(c);
    if (member instanceof Response) return member;
    if (shape === undefined) return apiError(c, 404, NOT_A_CURRENCY[c.var.locale]);
    const { playersPlusId } = member;
    const cents = playersPlusId === null ? 0n : await loyaltyBalance(world, playersPlusId);
    return calls.answer(c, shape({ balance: balanceDecimal(cents) }));
  }

  addRawCall(
    api,
    {
      method: "get",
      path: "/currency",
      summary: "The caller's balances by type",
      isMembersOnly: true,
      answer: balances,
      refusals: [401, 403],
    },
    (c) => answer(c, (ep) => ({ ep })),
  );
  addRawCall(
    api,
    {
      method: "get",
      path: "/currency/{type}",
      summary: "One balance of the caller (ep), or all of them by type (all)",
      isMembersOnly: true,
      params: z.object({ type: z.string().openapi({ description: "ep or all" }) }),
      answer: z.union([balance, balances]),
      refusals: [401, 403, 404],
    },
    (c) => answer(c, SHAPES.get(c.req.param("type"))),
  );
  return api;
}
