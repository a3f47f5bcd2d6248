import { z } from "@hono/zod-openapi";
import { projectBlock } from "../content/blocks.server.ts";
import { contentKey } from "../content/contract.ts";
import { shownGames } from "../games/contract.ts";
import { shownActivity, shownMeetings, shownRestaurant } from "../leisure/contract.ts";
import { apiError } from "../platform/api/errors.server.ts";
import { apiRouter, idParameter, localeHeader, readRoute } from "../platform/api/router.server.ts";
import { shownOpeningHours } from "../platform/opening-hours.ts";
import type { World } from "../platform/world.ts";
import { COUNTRIES, SITE_LOCALES } from "../venues/contract.ts";
import { establishmentDetail, listEstablishments } from "./establishments.server.ts";
import { gamesSummary } from "../venues/games-summary.server.ts";
import { projectForApi } from "../content/project.server.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import { m } from "../messages/messages.js";
import type { Venue } from "../venues/venue.ts";
import * as examples from "./examples.ts";

const text = z.string().nullable();
const localizedText = z.strictObject({ fr: z.string(), en: z.string() });
const counts = z.strictObject({ slot: z.int(), elec: z.int(), jt: z.int() });
const colors = { background_color: z.string(), logo_background_color: text, logo_gold: z.boolean() };

const listItem = z.strictObject({
  id: z.int(),
  site_id: z.int(),
  name: z.string(),
  label: z.string(),
  is_visible: z.literal(true),
  creative: z.strictObject({
    ...colors,
    games: z.strictObject({ "machines-a-sous": z.strictObject({ picture: z.string() }).optional() }),
  }),
});

const detail = z.strictObject({
  id: z.int(),
  name: z.string(),
  site_id: z.int(),
  label: z.string(),
  pasino: z.int(),
  creative: z.strictObject({
    address: z.strictObject({
      country: z.enum(COUNTRIES),
      "street-address": z.string(),
      "postal-code": z.string(),
      locality: z.string(),
      administrative_area_level_1: text,
    }),
    ...colors,
    sub_name: text,
    presentation: z.string(),
    contact_phone: z.string(),
    contact_email: text,
    shop_url: text,
    opening_hours: shownOpeningHours,
    parking: z.boolean(),
    smoking_area: z.boolean(),
    theater: text,
    locality_nearby: text,
    social: z.strictObject({
      facebook: z.string().optional(),
      instagram: z.string().optional(),
      tiktok: z.string().optional(),
      linkedin: z.string().optional(),
    }),
    legal: z.strictObject({ legal_notice: z.array(z.string()) }),
    games_summary: counts,
    games: shownGames,
    horsjeu_summary: z.strictObject({ restauration: localizedText.optional(), activity: localizedText.optional() }),
    restauration: z.array(shownRestaurant),
    activity: z.array(shownActivity),
    meetings: shownMeetings,
  }),
});

const flag = z.strictObject({ is_active: z.boolean() });
const pictureKeys = z.record(z.string(), z.strictObject({ key: z.string() }));

const project = z.strictObject({
  projectId: z.int(),
  establishment_id: z.int(),
  content: z.record(z.string(), z.string()),
  imgList: pictureKeys,
  imgListParent: pictureKeys,
  locales: z.array(z.enum(SITE_LOCALES)),
  parent_modeles: z.strictObject({
    common_config: z.strictObject({
      cashless: flag,
      login_facebook: flag,
      login_google: flag,
      login_apple: flag,
    }),
  }),
  config: z.strictObject({
    account_hidden: z.boolean(),
    cashless_hidden: z.boolean(),
    header_hidden: z.boolean(),
    nav_hidden: z.boolean(),
    social_hidden: z.boolean(),
    language_selector: z.boolean(),
    enrollment: z.boolean(),
  }),
});

const NO_PROJECT = "No project goes by that name.";

/** The read calls of the content API: establishments, projects, text blocks, game statistics. */
export function venueApi(world: World, table: VenueTable) {
  return apiRouter<Venue>()
    .openapi(
      readRoute({
        path: "/establishment",
        summary: "The visible establishments by name",
        answer: z.strictObject({ data: z.array(listItem) }),
        example: examples.establishments,
      }),
      async (c) => c.json({ data: (await listEstablishments(world, table)) as z.output<typeof listItem>[] }, 200),
    )
    .openapi(
      readRoute({
        path: "/establishments/{establishment_id}",
        summary: "One establishment",
        request: { params: z.object({ establishment_id: idParameter }), headers: localeHeader },
        answer: z.strictObject({ data: z.strictObject({ data: detail }) }),
        example: examples.establishment,
      }),
      async (c) => {
        const venue = table.byId(c.req.valid("param").establishment_id);
        const found = venue === undefined ? null : await establishmentDetail(world, venue, c.var.locale);
        return found === null ? apiError(c, 404, m.api_no_establishment) : c.json({ data: { data: found } }, 200);
      },
    )
    .openapi(
      readRoute({
        path: "/project",
        summary: "The site of this host: texts, pictures, settings",
        request: { headers: localeHeader },
        answer: project,
        example: examples.project,
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
        example: examples.project,
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
        example: examples.text,
      }),
      async (c) => {
        const { projectId, key } = c.req.valid("param");
        const venue = table.all().find((candidate) => candidate.projectId === projectId);
        const block = venue === undefined ? undefined : await projectBlock(world, venue, key, c.var.locale);
        return block === undefined ? apiError(c, 404, m.api_no_text) : c.json({ [key]: JSON.stringify(block) }, 200);
      },
    )
    .openapi(
      readRoute({
        path: "/site/{site_id}/games/stats",
        summary: "How many slot machines, electronic terminals and tables",
        request: { params: z.object({ site_id: idParameter }) },
        answer: counts,
        example: examples.games,
      }),
      async (c) => {
        const venue = table.bySite(c.req.valid("param").site_id);
        return venue === undefined ? apiError(c, 404, m.api_no_site) : c.json(await gamesSummary(world, venue), 200);
      },
    );
}
