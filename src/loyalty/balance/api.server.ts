import { z } from "@hono/zod-openapi";
import { memberCalls } from "../../accounts/calls.server.ts";
import type { Member } from "../../accounts/member.ts";
import { addCall } from "../../platform/api/calls.server.ts";
import { apiError } from "../../platform/api/errors.server.ts";
import { apiRouter } from "../../platform/api/router.server.ts";
import type { World } from "../../platform/world.ts";
import type { VenueTable } from "../../venues/venue-table.server.ts";
import type { Venue } from "../../venues/venue.ts";
import { loyaltyBalance } from "./balance.server.ts";
import { balanceDecimal } from "./movements.ts";
import * as examples from "../examples.ts";

const balance = z.object({ balance: z.string().openapi({ description: "A decimal text such as 12.30" }) });
const balances = z.object({ ep: balance });
const NOT_A_CURRENCY = { fr: "Cette monnaie n’existe pas.", en: "There is no such currency." };

/** GET /currency and /currency/{type}: the caller's own balances; 0 for an account without a membership. */
export function currencyApi(world: World, table: VenueTable) {
  const api = apiRouter<Venue>();
  const calls = memberCalls(world, table);

  async function balanceOf({ playersPlusId }: Member): Promise<z.infer<typeof balance>> {
    const cents = playersPlusId === null ? 0n : await loyaltyBalance(world, playersPlusId);
    return { balance: balanceDecimal(cents) };
  }

  addCall(api, {
    method: "get",
    path: "/currency",
    summary: "The caller's balances by type",
    ...calls.members(),
    example: { answer: { ep: examples.balance } },
    answer: balances,
    refusals: [429],
    handle: async (c, { by }) => calls.answer(c, { ep: await balanceOf(by.member) }),
  });
  addCall(api, {
    method: "get",
    path: "/currency/{type}",
    summary: "One balance of the caller (ep), or all of them by type (all)",
    ...calls.members(),
    params: z.object({ type: z.string().openapi({ description: "ep or all" }) }),
    example: { answer: examples.balance },
    answer: z.union([balance, balances]),
    refusals: [404, 429],
    handle: async (c, { by, params: { type } }) => {
      if (type !== "ep" && type !== "all") return apiError(c, 404, NOT_A_CURRENCY[c.var.locale]);
      const ep = await balanceOf(by.member);
      return calls.answer(c, type === "ep" ? ep : { ep });
    },
  });
  return api;
}
