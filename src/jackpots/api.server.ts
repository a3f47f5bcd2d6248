import { z } from "@hono/zod-openapi";
import { m } from "../messages/messages.js";
import { apiError } from "../platform/api/errors.server.ts";
import { addCall } from "../platform/api/calls.server.ts";
import { apiRouter, idParameter } from "../platform/api/router.server.ts";
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
const siteParams = z.object({ site_id: idParameter });
const machineParams = siteParams.extend({ slot_number: idParameter });
const live = z.strictObject({ data: z.strictObject({ data: z.strictObject({ amount: z.number().nullable() }) }) });
const month = z.strictObject({
  data: z.strictObject({ data: z.strictObject({ REDISTR: z.strictObject({ month: z.number() }) }) }),
});
const lines = z.strictObject({ data: z.strictObject({ data: z.array(line) }) });

const LISTS: [string, JackpotList, string][] = [
  ["/site/{site_id}/jackpot/latest", "latest", "The latest jackpots"],
  ["/site/{site_id}/jackpot/latest/week", "week", "The highest jackpots of the last seven days"],
  ["/site/{site_id}/jackpot/latest/month", "month", "The highest jackpots of the last thirty days"],
];

/** The jackpot calls of the API. Amounts are decimal euros, dates ISO UTC; a list has at most 50 entries. */
export function jackpotApi(world: World, table: VenueTable, megapot: LiveMegapot) {
  const api = apiRouter<Venue>();
  addCall(api, {
    method: "get",
    path: "/site/jackpot/MEGAPOT/live",
    summary: "The live amount of the Megapot, which is one for the whole group",
    answer: live,
    example: { answer: examples.live },
    handle: async (c) => c.json({ data: { data: { amount: await megapot.amount() } } } satisfies z.input<typeof live>),
  });
  addCall(api, {
    method: "get",
    path: "/site/{site_id}/jackpot/stats",
    summary: "Amount redistributed this month",
    params: siteParams,
    answer: month,
    example: { answer: examples.month },
    refusals: [404, 422],
    handle: async (c, { params }) => {
      const venue = table.bySite(params.site_id);
      if (venue === undefined || !venue.policy.hasJackpotBlocks) return apiError(c, 404, m.api_no_site);
      const euros = Number(await redistributedThisMonth(world, venue)) / 100;
      return c.json({ data: { data: { REDISTR: { month: euros } } } } satisfies z.input<typeof month>);
    },
  });
  for (const list of LISTS) addList(api, world, table, list);
  addMachine(api, world, table);
  return api;
}

type Api = ReturnType<typeof apiRouter<Venue>>;

function addList(api: Api, world: World, table: VenueTable, [path, list, summary]: (typeof LISTS)[number]): void {
  addCall(api, {
    method: "get",
    path,
    summary,
    params: siteParams,
    answer: lines,
    example: { answer: examples.lines },
    refusals: [404, 422],
    handle: async (c, { params }) => {
      const venue = table.bySite(params.site_id);
      if (venue === undefined) return apiError(c, 404, m.api_no_site);
      return c.json({ data: { data: await jackpotsForApi(world, venue, list) } } satisfies z.input<typeof lines>);
    },
  });
}

function addMachine(api: Api, world: World, table: VenueTable): void {
  addCall(api, {
    method: "get",
    path: "/site/{site_id}/slot/{slot_number}/jackpot/latest",
    summary: "The latest jackpots of one machine",
    params: machineParams,
    answer: lines,
    example: { answer: examples.lines },
    refusals: [404, 422],
    handle: async (c, { params: { site_id, slot_number } }) => {
      const venue = table.bySite(site_id);
      if (venue === undefined) return apiError(c, 404, m.api_no_site);
      const latest = await jackpotsForApi(world, venue, "latest", slot_number);
      return c.json({ data: { data: latest } } satisfies z.input<typeof lines>);
    },
  });
}
