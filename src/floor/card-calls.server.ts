import { z } from "@hono/zod-openapi";
import {
  askBeforeIssue,
  cardAtReception,
  issueCardAtReception,
  replaceCard,
} from "../loyalty/card-reception.server.ts";
import { ejectCard, insertCard } from "../loyalty/card-insertions.server.ts";
import { askBeforePlay } from "../loyalty/play.server.ts";
import { addCall } from "../platform/api/calls.server.ts";
import type { Transaction } from "../platform/database/database.server.ts";
import { hit } from "../platform/http/counted-limits.server.ts";
import type { World } from "../platform/world.ts";
import { cardIssued, cardMoved, cardNumber, cardReplaced } from "./contract.ts";
import { cardPart, FLOOR, PLAYER, send, WRITE, type FloorApi } from "./floor-calls.server.ts";
import { applyOnce } from "./floor.server.ts";
import { replyOf } from "./refusals.ts";
import * as examples from "./examples.ts";

/** Cards name their holders, so a stolen key cannot be used to try many numbers. */
const LOOK_UPS = [{ limit: 120, seconds: 60 }];
const params = z.object({ card_number: cardPart });
const card = z.object({
  card_number: z.string(),
  member_id: z.string(),
  status: z.string(),
  name: z.string(),
  home_site_id: z.int(),
  inserted: z.boolean(),
});

/**
 * Adds the calls about cards: reception issues, reads and replaces them; a machine reports insertions and ejections.
 */
export function addCardCalls(api: FloorApi, world: World): void {
  addReception(api, world);
  addMachineMoves(api, world);
}

function addReception(api: FloorApi, world: World): void {
  addCall(api, {
    ...FLOOR,
    method: "get",
    path: "/cards/{card_number}",
    summary: "A card and its holder",
    params,
    example: { answer: examples.card },
    answer: card,
    refusals: [404, 429],
    handle: async (c, { params: { card_number } }) => {
      const counted = await hit(world, world.database.db, ["card-look-ups", c.var.keyHash], LOOK_UPS);
      if (counted.isAllowed) return send(c, replyOf(await cardAtReception(world, card_number)));
      c.header("Retry-After", String(counted.retryAfterSeconds));
      return send(c, replyOf({ refusal: "TOO_MANY_LOOK_UPS" }));
    },
  });

  addCall(api, {
    ...WRITE,
    method: "put",
    path: "/cards/{card_number}",
    summary: "Issues a card at reception",
    description: `${WRITE.description} Asks the register of exclusions: CARD_BLOCKED for a person who may not have a card, CHECK_UNAVAILABLE while the register does not answer.`,
    params: z.object({ card_number: cardNumber }),
    body: cardIssued,
    example: examples.cardIssue,
    answer: z.object({ card_number: z.string(), member_id: z.string() }),
    handle: async (c, { params: { card_number: number }, body: { event_id: eventId, ...body } }) => {
      const venue = c.var.floor;
      const registerAnswer = await askBeforeIssue(world, venue, body);
      const event = { eventId, call: `cards ${number}`, body };
      return send(
        c,
        await applyOnce(world, venue, event, (tx) =>
          issueCardAtReception(world, tx, venue, number, body, registerAnswer),
        ),
      );
    },
  });

  addCall(api, {
    ...WRITE,
    method: "post",
    path: "/cards/{card_number}/replacements",
    summary: "Replaces a lost card",
    params,
    body: cardReplaced,
    example: examples.replacement,
    answer: z.object({ card_number: z.string() }),
    handle: async (c, { params: { card_number: number }, body: { event_id: eventId } }) => {
      const venue = c.var.floor;
      const event = { eventId, call: `replacements ${number}`, body: {} };
      return send(c, await applyOnce(world, venue, event, (tx) => replaceCard(world, tx, venue, number)));
    },
  });
}

function addMachineMoves(api: FloorApi, world: World): void {
  const move = { ...WRITE, method: "post", params, body: cardMoved, example: examples.move } as const;
  const moved = z.object({ inserted: z.boolean() });
  addCall(api, {
    ...move,
    path: "/cards/{card_number}/insertions",
    summary: "A card was put into a machine",
    description: `${WRITE.description} ${PLAYER}`,
    answer: moved,
    handle: async (c, { params: { card_number: cardNumber }, body: { event_id: eventId, machine } }) => {
      const venue = c.var.floor;
      const registerAnswer = await askBeforePlay(world, venue, cardNumber);
      const event = { eventId, call: `insertions ${cardNumber}`, body: { machine } };
      const insert = (tx: Transaction) => insertCard(world, tx, venue, { cardNumber, machine }, registerAnswer);
      return send(c, await applyOnce(world, venue, event, insert));
    },
  });
  addCall(api, {
    ...move,
    path: "/cards/{card_number}/ejections",
    summary: "A card was taken out of a machine",
    answer: moved,
    handle: async (c, { params: { card_number: cardNumber }, body: { event_id: eventId, machine } }) => {
      const venue = c.var.floor;
      const event = { eventId, call: `ejections ${cardNumber}`, body: { machine } };
      return send(c, await applyOnce(world, venue, event, (tx) => ejectCard(tx, venue, { cardNumber, machine })));
    },
  });
}
