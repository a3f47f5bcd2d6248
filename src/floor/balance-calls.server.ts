import { z } from "@hono/zod-openapi";
import { earnAtFloor, spendAtFloor, reverseEarningAtFloor } from "../loyalty/balance/floor-balance.server.ts";
import { FAMILIES, isGame } from "../loyalty/balance/movements.ts";
import { askBeforePlay } from "../loyalty/play.server.ts";
import { addCall } from "../platform/api/calls.server.ts";
import type { World } from "../platform/world.ts";
import { decimalAmount, eventId } from "./contract.ts";
import { decimal, PLAYER, send, WRITE, type FloorApi } from "./floor-calls.server.ts";
import { applyOnce } from "./floor.server.ts";
import * as examples from "./examples.ts";

const cardNumber = z
  .string({ error: "must be a text" })
  .regex(/^[0-9]{16}$/, { error: "must be the 16 digits of a card" });
const amount = decimalAmount.refine((cents) => cents > 0n, { error: "must be more than zero" });
const spending = z.strictObject({ event_id: eventId, card_number: cardNumber, amount });
/** The ledger keeps the reversal of an earning under the earning's key with this ending, so no earning's own id may have it. */
const earningId = eventId.refine((id) => !id.endsWith("/reversal"), { error: "must not end in /reversal" });
const earning = spending.extend({
  event_id: earningId,
  family: z.enum(FAMILIES, { error: `must be one of ${FAMILIES.join(", ")}` }),
});
const reversal = z.strictObject({ event_id: eventId });
const balance = z.object({ balance: decimal });

/**
 * Adds the calls for loyalty euros: `POST /earnings`, `POST /spendings`, and `POST /earnings/{event_id}/reversals`,
 * which takes back an earning that the same venue reported by mistake.
 */
export function addBalanceCalls(api: FloorApi, world: World): void {
  addCall(api, {
    ...WRITE,
    method: "post",
    path: "/earnings",
    summary: "Credits loyalty euros",
    description: `${WRITE.description} For what was played: ${PLAYER}`,
    body: earning,
    example: examples.earning,
    answer: balance,
    handle: async (c, { body }) => {
      const event = { eventId: body.event_id, call: "earnings", body };
      const venue = c.var.floor;
      const registerAnswer = isGame(body.family) ? await askBeforePlay(world, venue, body.card_number) : "unasked";
      return send(c, await applyOnce(world, venue, event, (tx) => earnAtFloor(world, tx, venue, body, registerAnswer)));
    },
  });
  addCall(api, {
    ...WRITE,
    method: "post",
    path: "/spendings",
    summary: "Spends loyalty euros",
    body: spending,
    example: examples.spending,
    answer: balance,
    handle: async (c, { body }) => {
      const event = { eventId: body.event_id, call: "spendings", body };
      return send(c, await applyOnce(world, c.var.floor, event, (tx) => spendAtFloor(world, tx, c.var.floor, body)));
    },
  });
  addCall(api, {
    ...WRITE,
    method: "post",
    path: "/earnings/{earning}/reversals",
    summary: "Takes back an earning that was reported by mistake",
    params: z.object({ earning: z.string().openapi({ example: "pos-3-000841" }) }),
    body: reversal,
    example: examples.earningReversal,
    answer: balance,
    handle: async (c, { params: { earning: earned }, body }) => {
      const event = { eventId: body.event_id, call: `earnings ${earned} reversals`, body };
      return send(
        c,
        await applyOnce(world, c.var.floor, event, (tx) => reverseEarningAtFloor(world, tx, c.var.floor, earned)),
      );
    },
  });
}
