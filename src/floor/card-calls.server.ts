import type { Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import {
  cardAtReception,
  ejectCard,
  insertCard,
  issueCardAtReception,
  replaceCard,
} from "../loyalty/card-reception.server.ts";
import { apiError } from "../platform/api/errors.server.ts";
import { hit } from "../platform/http/limits.server.ts";
import type { World } from "../platform/world.ts";
import { cardIssued, cardMoved, cardNumber, cardReplaced, type FloorRefusal } from "./contract.ts";
import { withBody, type FloorEnv } from "./floor-body.server.ts";
import { applyOnce } from "./floor.server.ts";

/** Cards name their holders, so a stolen key cannot be used to try many numbers. */
const LOOK_UPS = [{ limit: 120, seconds: 60 }];

/**
 * Adds the calls about cards: reception issues, reads and replaces them; a machine reports insertions and ejections.
 */
export function addCardCalls(api: Hono<FloorEnv>, world: World): void {
  const numberOf = (c: Context<FloorEnv>) => c.req.param("card_number") ?? "";

  api.get("/cards/:card_number", async (c) => {
    const counted = await hit(world, world.database.db, ["card-look-ups", c.var.keyHash], LOOK_UPS);
    if (!counted.isAllowed) {
      c.header("Retry-After", String(counted.retryAfterSeconds));
      return apiError(c, 429, "TOO_MANY_LOOK_UPS" satisfies FloorRefusal);
    }
    const { status, body } = await cardAtReception(world, numberOf(c));
    return c.json(body, status as ContentfulStatusCode);
  });

  api.put("/cards/:card_number", async (c) => {
    const number = cardNumber.safeParse(numberOf(c));
    if (!number.success) return apiError(c, 422, [{ key: "card_number", message: "must be 16 digits" }]);
    return withBody(c, cardIssued, ({ event_id: eventId, ...body }) =>
      applyOnce(world, c.var.floor, { eventId, call: `cards ${number.data}`, body }, (tx) =>
        issueCardAtReception(world, tx, c.var.floor, number.data, body),
      ),
    );
  });

  api.post("/cards/:card_number/replacements", (c) =>
    withBody(c, cardReplaced, ({ event_id: eventId }) =>
      applyOnce(world, c.var.floor, { eventId, call: `replacements ${numberOf(c)}`, body: {} }, (tx) =>
        replaceCard(world, tx, c.var.floor, numberOf(c)),
      ),
    ),
  );

  for (const [path, move] of [
    ["insertions", insertCard],
    ["ejections", ejectCard],
  ] as const)
    api.post(`/cards/:card_number/${path}`, (c) =>
      withBody(c, cardMoved, ({ event_id: eventId, machine }) =>
        applyOnce(world, c.var.floor, { eventId, call: `${path} ${numberOf(c)}`, body: { machine } }, (tx) =>
          move(world, tx, { cardNumber: numberOf(c), siteId: c.var.floor.siteId, machine }),
        ),
      ),
    );
}
