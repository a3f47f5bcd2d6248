import { Hono, type Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import { reportJackpot, setLiveAmount } from "../jackpots/floor-reports.server.ts";
import { apiError, invalid } from "../platform/api-errors.server.ts";
import { readJson } from "../platform/json-body.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { jackpotWon, liveJackpot, type FloorRefusal } from "./contract.ts";
import { applyOnce, venueOfKey } from "./floor.server.ts";

type Env = { Variables: { floor: Venue } };

/** The casino floor's API, under /api/floor, keyed per venue: what the floor reports, each event applied at most once. */
export function floorApi(world: World, table: VenueTable): Hono<Env> {
  const api = new Hono<Env>();

  api.use(async (c, next) => {
    const venue = await venueOfKey(world, table, c.req.header("authorization"));
    if (venue === null) return apiError(c, 401, "WRONG_KEY" satisfies FloorRefusal);
    c.set("floor", venue);
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
    withBody(c, liveJackpot, async (body) =>
      applyOnce(world, c.var.floor, { eventId: body.event_id, call: "MEGAPOT", body }, async (tx) => ({
        status: 200,
        body: await setLiveAmount(world, tx, "MEGAPOT", body.amount),
      })),
    ),
  );

  return api;
}

async function withBody<Schema extends z.ZodType>(
  c: Context<Env>,
  schema: Schema,
  work: (body: z.output<Schema>) => Promise<{ status: number; body: object }>,
): Promise<Response> {
  const read = await readJson(c.req.raw);
  if ("refusal" in read) return apiError(c, read.refusal.status, read.refusal.error);
  const parsed = schema.safeParse(read.value);
  if (!parsed.success) return invalid(c, parsed.error);
  const { status, body } = await work(parsed.data);
  return c.json(body, status as ContentfulStatusCode);
}
