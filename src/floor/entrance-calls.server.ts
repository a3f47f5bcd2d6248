import type { Hono } from "hono";
import { z } from "zod";
import { admit, prepareEntry } from "../loyalty/enrollment/entrance.server.ts";
import type { World } from "../platform/world.ts";
import { eventId } from "./contract.ts";
import { applyOnce } from "./floor.server.ts";
import { withBody, type FloorEnv } from "./floor-body.server.ts";

const number = z.string({ error: "must be a text" }).regex(/^\d{16}$/, { error: "must have 16 digits" });
export const entrance = z
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
export function addEntranceCalls(api: Hono<FloorEnv>, world: World): void {
  api.post("/entrances", (c) =>
    withBody(c, entrance, async (body) => {
      const venue = c.var.floor;
      const scanned = { cardId: body.card_id ?? body.card_number ?? "", isIdentityChecked: body.identity_checked };
      const entry = await prepareEntry(world, venue, scanned);
      const event = { eventId: body.event_id, call: "entrances", body };
      return applyOnce(world, venue, event, (tx) => admit(world, tx, venue, entry));
    }),
  );
}
