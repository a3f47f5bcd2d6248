import { z } from "@hono/zod-openapi";
import { addCall } from "../platform/api/calls.server.ts";
import { apiRouter, idParameter, localeHeader } from "../platform/api/router.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { apiError } from "../platform/api/errors.server.ts";
import { m } from "../messages/messages.js";
import { announcementsForApi } from "./agenda.server.ts";
import { agenda } from "./examples.ts";

const item = z.strictObject({
  id: z.int(),
  title: z.string(),
  picture_url: z.string(),
  text: z.string(),
  start_at: z.string(),
  end_at: z.string().nullable(),
  broadcast_start_at: z.string(),
  broadcast_end_at: z.string(),
  reservation_url: z.string().nullable(),
  data: z.strictObject({ billetweb_id: z.string().nullable() }),
  doors_time: z.string().nullable(),
  duration_minutes: z.int().nullable(),
  price_min: z.number().nullable(),
  price_max: z.number().nullable(),
  age_min: z.int().nullable(),
  seats_total: z.int().nullable(),
  seats_left: z.int().nullable(),
  performer: z.string().nullable(),
});
const list = z.array(item);
const answer = z.strictObject({
  data: z.strictObject({ spectacle: list, announcement: list, event_list: list, agenda_list: list }),
});

const oneEstablishment = z
  .union([z.string(), z.array(z.string()).min(1).max(1)], { error: "must name one establishment" })
  .transform((value) => (typeof value === "string" ? value : (value[0] ?? "")))
  .pipe(idParameter);

/**
 * `GET /announcement/all?etb[]={establishment_id}`: what is in its broadcast window now, shows and other announcements
 * apart.
 */
export function agendaApi(world: World, table: VenueTable) {
  const api = apiRouter<Venue>();
  addCall(api, {
    method: "get",
    path: "/announcement/all",
    summary: "Announcements and shows of an establishment",
    query: z.object({ "etb[]": oneEstablishment }),
    headers: localeHeader,
    answer,
    example: { answer: agenda },
    refusals: [404, 429],
    handle: async (c, { query }) => {
      const venue = table.byId(query["etb[]"]);
      if (venue === undefined) return apiError(c, 404, m.api_no_establishment);
      const { shows, announcements } = await announcementsForApi(world, venue, c.var.locale);
      const lists: z.input<typeof answer> = {
        data: { spectacle: shows, announcement: announcements, event_list: shows, agenda_list: announcements },
      };
      return c.json(lists);
    },
  });
  return api;
}
