import { OpenAPIHono, z } from "@hono/zod-openapi";
import { megapotRefused, reportJackpot, setLiveAmount } from "../jackpots/floor-reports.server.ts";
import { addCall } from "../platform/api/calls.server.ts";
import { isStorablePath } from "../platform/schema.ts";
import type { Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import { addBalanceCalls } from "./balance-calls.server.ts";
import { addCardCalls } from "./card-calls.server.ts";
import { jackpotWon, liveJackpot } from "./contract.ts";
import { addEntranceCalls } from "./entrance-calls.server.ts";
import { decimal, send, WRITE, type FloorApi, type FloorEnv } from "./floor-calls.server.ts";
import type { FloorKeys } from "./known-keys.server.ts";
import { applyOnce } from "./floor.server.ts";
import { addGiftCalls } from "./gift-calls.server.ts";
import { replyOf } from "./refusals.ts";
import { scopeOf } from "./scopes.ts";
import { addWalletCalls } from "./wallet-calls.server.ts";
import * as examples from "./examples.ts";

const PREFIX = "/api/floor";

/** The floor API, for mounting at /api/floor. Each key belongs to one venue, and each event is applied at most once. */
export function floorApi(world: World, keys: FloorKeys): FloorApi {
  const api = new OpenAPIHono<FloorEnv>();

  api.use(async (c, next) => {
    const key = await keys.find(c.req.header("authorization"));
    if (key === null) return send(c, replyOf({ refusal: "WRONG_KEY" }));
    const scope = scopeOf(c.req.method, c.req.path.slice(c.req.path.indexOf(PREFIX) + PREFIX.length));
    if (key.scopes !== null && (scope === null || !key.scopes.includes(scope)))
      return send(c, replyOf({ refusal: "NOT_ALLOWED" }));
    c.set("floor", key.venue);
    c.set("keyHash", key.hash);
    // No card or gift can have such a code.
    if (!isStorablePath(c.req.path)) return send(c, replyOf({ refusal: "UNKNOWN_CODE" }));
    return next();
  });

  addCall(api, {
    ...WRITE,
    method: "post",
    path: "/jackpots",
    summary: "A jackpot was won",
    body: jackpotWon,
    example: examples.jackpot,
    answer: z.object({ id: z.string() }),
    handle: async (c, { body }) => {
      const venue = c.var.floor;
      const event = { eventId: body.event_id, call: "jackpots", body };
      const report = async (tx: Transaction) => ({ ok: await reportJackpot(world, tx, venue, body) });
      return send(c, await applyOnce(world, venue, event, report));
    },
  });

  addCall(api, {
    ...WRITE,
    method: "put",
    path: "/jackpots/MEGAPOT",
    summary: "Reports the live amount of the group's jackpot",
    body: liveJackpot,
    example: examples.live,
    answer: z.object({ amount: decimal }),
    handle: async (c, { body }) => {
      const refused = megapotRefused(world, c.var.floor, body.amount);
      if (refused !== null) return send(c, replyOf(refused));
      const event = { eventId: body.event_id, call: "MEGAPOT", body };
      const set = async (tx: Transaction) => ({ ok: await setLiveAmount(world, tx, "MEGAPOT", body.amount) });
      return send(c, await applyOnce(world, c.var.floor, event, set));
    },
  });

  addEntranceCalls(api, world);
  addWalletCalls(api, world);
  addGiftCalls(api, world);
  addCardCalls(api, world);
  addBalanceCalls(api, world);
  return api;
}
