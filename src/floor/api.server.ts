import { Hono } from "hono";
import { megapotRefusal, reportJackpot, setLiveAmount } from "../jackpots/floor-reports.server.ts";
import { apiError } from "../platform/api/errors.server.ts";
import { isStorable } from "../platform/schema.ts";
import type { World } from "../platform/world.ts";
import { addBalanceCalls } from "./balance-calls.server.ts";
import { addCardCalls } from "./card-calls.server.ts";
import { jackpotWon, liveJackpot, type FloorRefusal } from "./contract.ts";
import { addEntranceCalls } from "./entrance-calls.server.ts";
import { withBody, type FloorEnv } from "./floor-body.server.ts";
import type { FloorKeys } from "./floor-keys.server.ts";
import { applyOnce } from "./floor.server.ts";
import { scopeOf } from "./scopes.ts";
import { addWalletCalls } from "./wallet-calls.server.ts";
import { addGiftCalls } from "./gift-calls.server.ts";

const PREFIX = "/api/floor";

/** The floor API under /api/floor. Each key belongs to one venue, and each event is applied at most once. */
export function floorApi(world: World, keys: FloorKeys): Hono<FloorEnv> {
  const api = new Hono<FloorEnv>();

  api.use(async (c, next) => {
    const key = await keys.find(c.req.header("authorization"));
    if (key === null) return apiError(c, 401, "WRONG_KEY" satisfies FloorRefusal);
    const scope = scopeOf(c.req.method, c.req.path.slice(c.req.path.indexOf(PREFIX) + PREFIX.length));
    if (key.scopes !== null && (scope === null || !key.scopes.includes(scope)))
      return apiError(c, 403, "NOT_ALLOWED" satisfies FloorRefusal);
    c.set("floor", key.venue);
    c.set("keyHash", key.hash);
    // PostgreSQL cannot store NUL or lone surrogates, so no card or gift can have such a code.
    if (c.req.path.includes("%00") || !isStorable(c.req.path)) return apiError(c, 404, "UNKNOWN_CODE");
    return next();
  });

  api.post("/jackpots", (c) =>
    withBody(c, jackpotWon, async (body) => {
      const venue = c.var.floor;
      return applyOnce(world, venue, { eventId: body.event_id, call: "jackpots", body }, async (tx) => ({
        status: 200,
        body: await reportJackpot(world, tx, venue, body),
      }));
    }),
  );

  api.put("/jackpots/MEGAPOT", (c) =>
    withBody(c, liveJackpot, async (body) => {
      const refusal = megapotRefusal(world, c.var.floor, body.amount);
      if (refusal !== null) return apiError(c, refusal.status, refusal.error);
      return applyOnce(world, c.var.floor, { eventId: body.event_id, call: "MEGAPOT", body }, async (tx) => ({
        status: 200,
        body: await setLiveAmount(world, tx, "MEGAPOT", body.amount),
      }));
    }),
  );

  addEntranceCalls(api, world);
  addWalletCalls(api, world);
  addGiftCalls(api, world);
  addCardCalls(api, world);
  addBalanceCalls(api, world);
  return api;
}
