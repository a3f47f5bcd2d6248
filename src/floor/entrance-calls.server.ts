import { z } from "@hono/zod-openapi";
import { admit, prepareEntry } from "../loyalty/enrollment/entrance.server.ts";
import { addCall } from "../platform/api/calls.server.ts";
import type { World } from "../platform/world.ts";
import { eventId } from "./contract.ts";
import { applyOnce } from "./floor.server.ts";
import { send, WRITE, type FloorApi } from "./floor-calls.server.ts";
import * as examples from "./examples.ts";

const number = z.string({ error: "must be a text" }).regex(/^\d{16}$/, { error: "must have 16 digits" });
const entrance = z
  .strictObject({
    event_id: eventId,
    card_id: number.optional(),
    card_number: number.optional(),
    identity_checked: z.boolean({ error: "must be true or false" }),
  })
  .refine((body) => (body.card_id === undefined) !== (body.card_number === undefined), {
    path: ["card_id"],
    error: "must be given, or card_number, but not both",
  });

/** Adds `POST /entrances`: checks a card, or the code of an enrollment, at a venue's entrance. */
export function addEntranceCalls(api: FloorApi, world: World): void {
  addCall(api, {
    ...WRITE,
    method: "post",
    path: "/entrances",
    summary: "Checks a card or an enrollment's code at the entrance",
    body: entrance,
    example: examples.entrance,
    answer: z.object({
      admitted: z.boolean(),
      reason: z.string().optional(),
      enrollment_status: z.string(),
      card_number: z.string().optional(),
    }),
    handle: async (c, { body }) => {
      const venue = c.var.floor;
      const scanned = { cardId: body.card_id ?? body.card_number ?? "", isIdentityChecked: body.identity_checked };
      const entry = await prepareEntry(world, venue, scanned);
      const event = { eventId: body.event_id, call: "entrances", body };
      return send(c, await applyOnce(world, venue, event, (tx) => admit(world, tx, venue, entry)));
    },
  });
}
