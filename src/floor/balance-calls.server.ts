import type { Hono } from "hono";
import { z } from "zod";
import { earnAtFloor, spendAtFloor, reverseEarningAtFloor } from "../loyalty/balance/floor-balance.server.ts";
import { FAMILIES } from "../loyalty/balance/movements.ts";
import type { World } from "../platform/world.ts";
import { decimalAmount, eventId } from "./contract.ts";
import { withBody, type FloorEnv } from "./floor-body.server.ts";
import { applyOnce } from "./floor.server.ts";

const cardNumber = z
  .string({ error: "must be a text" })
  .regex(/^[0-9]{16}$/, { error: "must be the 16 digits of a card" });
const amount = decimalAmount.refine((cents) => cents > 0n, { error: "must be more than zero" });
export const spending = z.strictObject({ event_id: eventId, card_number: cardNumber, amount });
export const earning = spending.extend({
  family: z.enum(FAMILIES, { error: `must be one of ${FAMILIES.join(", ")}` }),
});
export const reversal = z.strictObject({ event_id: eventId });

/**
 * Adds the calls for loyalty euros: `POST /earnings`, `POST /spendings`, and `POST /earnings/{event_id}/reversals`,
 * which takes back an earning that the same venue reported by mistake.
 */
export function addBalanceCalls(api: Hono<FloorEnv>, world: World): void {
  api.post("/earnings", (c) =>
    withBody(c, earning, (body) =>
      applyOnce(world, c.var.floor, { eventId: body.event_id, call: "earnings", body }, (tx) =>
        earnAtFloor(world, tx, c.var.floor, body),
      ),
    ),
  );

  api.post("/spendings", (c) =>
    withBody(c, spending, (body) =>
      applyOnce(world, c.var.floor, { eventId: body.event_id, call: "spendings", body }, (tx) =>
        spendAtFloor(world, tx, c.var.floor, body),
      ),
    ),
  );

  api.post("/earnings/:earning/reversals", (c) => {
    const earned = c.req.param("earning");
    return withBody(c, reversal, (body) =>
      applyOnce(world, c.var.floor, { eventId: body.event_id, call: `earnings ${earned} reversals`, body }, (tx) =>
        reverseEarningAtFloor(world, tx, c.var.floor, earned),
      ),
    );
  });
}
