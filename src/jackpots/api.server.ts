import { z } from "@hono/zod-openapi";
import { m } from "../messages/messages.js";
import { apiError } from "../platform/api/errors.server.ts";
import { apiRouter, idParameter, readRoute } from "../platform/api/router.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { jackpotsForApi, redistributedThisMonth, type JackpotList } from "./jackpots.server.ts";
import type { LiveMegapot } from "./live-megapot.server.ts";
import * as examples from "./examples.ts";

const line = z.strictObject({
  site_slot: z.int(),
  site_id: z.int(),
  model: z.string(),
  amount: z.number(),
  payment_date: z.string(),
});
const site = z.object({ site_id: idParameter });
const lines = z.strictObject({ data: z.strictObject({ data: z.array(line) }) });

/** The jackpot calls of the API. Amounts are decimal euros, dates ISO UTC; a list has at most 50 entries. */
export function jackpotApi(world: World, table: VenueTable, live: LiveMegapot) {
  const router = apiRouter<Venue>()
    .openapi(
      readRoute({
        path: "/site/jackpot/MEGAPOT/live",
        summary: "The live amount of the Megapot, which is one for the whole group",
        answer: z.strictObject({ data: z.strictObject({ data: z.strictObject({ amount: z.number().nullable() }) }) }),
        example: examples.live,
      }),
      async (c) => c.json({ data: { data: { amount: await live.amount() } } }, 200),
    )
    .openapi(
      readRoute({
        path: "/site/{site_id}/jackpot/stats",
        summary: "Amount redistributed this month",
        request: { params: site },
        answer: z.strictObject({
          data: z.strictObject({ data: z.strictObject({ REDISTR: z.strictObject({ month: z.number() }) }) }),
        }),
        example: examples.month,
      }),
      async (c) => {
        const venue = table.bySite(c.req.valid("param").site_id);
        if (venue === undefined || !venue.policy.hasJackpotBlocks) return apiError(c, 404, m.api_no_site);
        return c.json(
          { data: { data: { REDISTR: { month: Number(await redistributedThisMonth(world, venue)) / 100 } } } },
          200,
        );
      },
    );

  const lists: [string, JackpotList, string][] = [
    ["/site/{site_id}/jackpot/latest", "latest", "The latest jackpots"],
    ["/site/{site_id}/jackpot/latest/week", "week", "The highest jackpots of the last seven days"],
    ["/site/{site_id}/jackpot/latest/month", "month", "The highest jackpots of the last thirty days"],
  ];
  for (const [path, list, summary] of lists) {
    router.openapi(
      readRoute({ path, summary, request: { params: site }, answer: lines, example: examples.lines }),
      async (c) => {
        const venue = table.bySite(c.req.valid("param").site_id);
        return venue === undefined
          ? apiError(c, 404, m.api_no_site)
          : c.json({ data: { data: await jackpotsForApi(world, venue, list) } }, 200);
      },
    );
  }

  return router.openapi(
    readRoute({
      path: "/site/{site_id}/slot/{slot_number}/jackpot/latest",
      summary: "The latest jackpots of one machine",
      request: { params: z.object({ site_id: idParameter, slot_number: idParameter }) },
      answer: lines,
      example: examples.lines,
    }),
    async (c) => {
      const { site_id, slot_number } = c.req.valid("param");
      const venue = table.bySite(site_id);
      return venue === undefined
        ? apiError(c, 404, m.api_no_site)
        : c.json({ data: { data: await jackpotsForApi(world, venue, "latest", slot_number) } }, 200);
    },
  );
}
