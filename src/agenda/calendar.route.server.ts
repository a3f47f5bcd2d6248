import { Hono } from "hono";
import * as paths from "../venues/paths.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";
import { agendaCalendar, eventCalendar } from "./calendar.server.ts";

const ID = /^\d{1,9}(?=\.ics$)/;

/** The calendar files of a venue: its whole agenda to subscribe to, and one event to add. Elsewhere, and for any other event, 404. */
export function calendarFiles(world: World) {
  const routes = new Hono<{ Variables: { venue: Venue | null; locale: Locale } }>();

  routes.get(paths.agendaCalendar, async (c) => {
    const { venue, locale } = c.var;
    if (venue === null) return c.text("Not found", 404);
    return c.body(await agendaCalendar(world, venue, locale), 200, headersOf(`${venue.slug}.ics`));
  });

  routes.get("/agenda/:file{.+\\.ics}", async (c) => {
    const { venue, locale } = c.var;
    const id = ID.exec(c.req.param("file"))?.[0];
    const file = venue === null || id === undefined ? null : await eventCalendar(world, venue, locale, Number(id));
    return file === null ? c.text("Not found", 404) : c.body(file, 200, headersOf(`${venue?.slug}-${id}.ics`));
  });

  return routes;
}

function headersOf(name: string) {
  return {
    "Content-Type": "text/calendar; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name}"`,
    "Cache-Control": "no-cache",
    Vary: "Accept-Language, Cookie",
  };
}
