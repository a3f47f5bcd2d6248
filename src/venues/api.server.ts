import { z } from "@hono/zod-openapi";
import { projectBlock } from "../content/blocks.server.ts";
import { contentKey } from "../content/contract.ts";
import { apiError } from "../platform/api-errors.server.ts";
import { apiRouter, idParameter, localeHeader, readRoute } from "../platform/api.server.ts";
import type { World } from "../platform/world.ts";
import { establishmentDetail, listEstablishments } from "./establishments.server.ts";
import { gamesSummary } from "./games-summary.server.ts";
import { projectForApi } from "./projects.server.ts";
import type { VenueTable } from "./venue-table.server.ts";
import type { Venue } from "./venue.ts";

const text = z.string().nullable();
const counts = z.object({ slot: z.int(), elec: z.int(), jt: z.int() });
const anyObject = z.record(z.string(), z.unknown());

const listItem = z.object({
  id: z.int(),
  site_id: z.int(),
  name: z.string(),
  label: z.string(),
  is_visible: z.literal(true),
  creative: z.object({
    background_color: z.string(),
    logo_background_color: text,
    logo_gold: z.boolean(),
    games: anyObject,
  }),
});

const detail = z.object({
  id: z.int(),
  name: z.string(),
  site_id: z.int(),
  label: z.string(),
  pasino: z.int(),
  creative: z.looseObject({
    address: z.object({
      country: z.string(),
      "street-address": z.string(),
      "postal-code": z.string(),
      locality: z.string(),
      administrative_area_level_1: text,
    }),
    presentation: z.string(),
    games_summary: counts,
    games: anyObject,
    restauration: z.array(anyObject),
    activity: z.array(anyObject),
    meetings: z.object({ is_active: z.boolean(), data: anyObject }),
  }),
});

const project = z.object({
  projectId: z.int(),
  establishment_id: z.int(),
  content: z.record(z.string(), z.string()),
  imgList: z.record(z.string(), z.object({ key: z.string() })),
  imgListParent: z.record(z.string(), z.object({ key: z.string() })),
  locales: z.array(z.string()),
  parent_modeles: anyObject,
  config: anyObject,
});

const NO_PROJECT = "No project goes by that name.";

/** The content API's reads of section 7: establishments, projects, text blocks, game statistics. */
export function venueApi(world: World, table: VenueTable) {
  return apiRouter<Venue>()
    .openapi(
      readRoute({
        path: "/establishment",
        summary: "The visible establishments by name",
        answer: z.object({ data: z.array(listItem) }),
      }),
      async (c) => c.json({ data: (await listEstablishments(world, table)) as z.output<typeof listItem>[] }, 200),
    )
    .openapi(
      readRoute({
        path: "/establishments/{establishment_id}",
        summary: "One establishment",
        request: { params: z.object({ establishment_id: idParameter }), headers: localeHeader },
        answer: z.object({ data: z.object({ data: detail }) }),
      }),
      async (c) => {
        const venue = table.byId(c.req.valid("param").establishment_id);
        const found = venue === undefined ? null : await establishmentDetail(world, venue, c.var.locale);
        return found === null
          ? apiError(c, 404, "No establishment has this id.")
          : c.json({ data: { data: found } }, 200);
      },
    )
    .openapi(
      readRoute({
        path: "/project",
        summary: "The site of this host: texts, pictures, settings",
        request: { headers: localeHeader },
        answer: project,
      }),
      async (c) => {
        const venue = c.var.venue;
        return venue === null
          ? apiError(c, 404, NO_PROJECT)
          : c.json(await projectForApi(world, venue, c.var.locale), 200);
      },
    )
    .openapi(
      readRoute({
        path: "/project/{projectId}",
        summary: "A site by its id",
        request: { params: z.object({ projectId: idParameter }), headers: localeHeader },
        answer: project,
      }),
      async (c) => {
        const venue = table.all().find((candidate) => candidate.projectId === c.req.valid("param").projectId);
        return venue === undefined
          ? apiError(c, 404, NO_PROJECT)
          : c.json(await projectForApi(world, venue, c.var.locale), 200);
      },
    )
    .openapi(
      readRoute({
        path: "/project/content/{projectId}/{key}",
        summary: "One text block, in a field named by its key",
        request: { params: z.object({ projectId: idParameter, key: contentKey }), headers: localeHeader },
        answer: z.record(z.string(), z.string()),
      }),
      async (c) => {
        const { projectId, key } = c.req.valid("param");
        const venue = table.all().find((candidate) => candidate.projectId === projectId);
        const block = venue === undefined ? undefined : await projectBlock(world, venue, key, c.var.locale);
        return block === undefined
          ? apiError(c, 404, "No text goes by that key.")
          : c.json({ [key]: JSON.stringify(block) }, 200);
      },
    )
    .openapi(
      readRoute({
        path: "/site/{site_id}/games/stats",
        summary: "How many slot machines, electronic terminals and tables (G33)",
        request: { params: z.object({ site_id: idParameter }) },
        answer: counts,
      }),
      async (c) => {
        const venue = table.bySite(c.req.valid("param").site_id);
        return venue === undefined
          ? apiError(c, 404, "No site has this id.")
          : c.json(await gamesSummary(world, venue), 200);
      },
    );
}
