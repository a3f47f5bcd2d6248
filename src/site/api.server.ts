import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { projectBlock } from "../content/blocks.server.ts";
import { contentKey } from "../content/contract.ts";
import { shownGames } from "../games/contract.ts";
import { shownActivity, shownMeetings, shownRestaurant } from "../leisure/contract.ts";
import { apiError } from "../platform/api/errors.server.ts";
import { addCall } from "../platform/api/calls.server.ts";
import { type ApiEnv, apiRouter, idParameter, localeHeader } from "../platform/api/router.server.ts";
import { openingHoursShape } from "../platform/opening-hours.ts";
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
    opening_hours: openingHoursShape,
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

const establishmentList = z.strictObject({ data: z.array(listItem) });
const oneEstablishment = z.strictObject({ data: z.strictObject({ data: detail }) });
const oneText = z.record(z.string(), z.string());
const projectParams = z.object({ projectId: idParameter });

/** The read calls of the content API: establishments, projects, text blocks, game statistics. */
export function venueApi(world: World, table: VenueTable) {
  const api = apiRouter<Venue>();
  addEstablishments(api, world, table);
  addProjects(api, world, table);
  addText(api, world, table);
  addCall(api, {
    method: "get",
    path: "/site/{site_id}/games/stats",
    summary: "How many slot machines, electronic terminals and tables",
    params: z.object({ site_id: idParameter }),
    answer: counts,
    example: { answer: examples.games },
    refusals: [404, 422],
    handle: async (c, { params }) => {
      const venue = table.bySite(params.site_id);
      if (venue === undefined) return apiError(c, 404, m.api_no_site);
      return c.json((await gamesSummary(world, venue)) satisfies z.input<typeof counts>);
    },
  });
  return api;
}

type Api = ReturnType<typeof apiRouter<Venue>>;

function addEstablishments(api: Api, world: World, table: VenueTable): void {
  addCall(api, {
    method: "get",
    path: "/establishment",
    summary: "The visible establishments by name",
    answer: establishmentList,
    example: { answer: examples.establishments },
    refusals: [429],
    handle: async (c) => c.json({ data: await listEstablishments(world, table) }),
  });
  addCall(api, {
    method: "get",
    path: "/establishments/{establishment_id}",
    summary: "One establishment",
    params: z.object({ establishment_id: idParameter }),
    headers: localeHeader,
    answer: oneEstablishment,
    example: { answer: examples.establishment },
    refusals: [404, 422, 429],
    handle: async (c, { params }) => {
      const venue = table.byId(params.establishment_id);
      const found = venue === undefined ? null : await establishmentDetail(world, venue, c.var.locale);
      if (found === null) return apiError(c, 404, m.api_no_establishment);
      return c.json({ data: { data: found } } satisfies z.input<typeof oneEstablishment>);
    },
  });
}

function addProjects(api: Api, world: World, table: VenueTable): void {
  const described = {
    method: "get",
    headers: localeHeader,
    answer: project,
    example: { answer: examples.project },
    refusals: [404, 422, 429],
  } as const;
  const shown = async (c: Context<ApiEnv<Venue>>, venue: Venue | null | undefined) => {
    if (venue === null || venue === undefined) return apiError(c, 404, m.api_no_project);
    return c.json((await projectForApi(world, venue, c.var.locale)) satisfies z.input<typeof project>);
  };
  addCall(api, {
    ...described,
    path: "/project",
    summary: "The site of this host: texts, pictures, settings",
    handle: (c) => shown(c, c.var.venue),
  });
  addCall(api, {
    ...described,
    path: "/project/{projectId}",
    summary: "A site by its id",
    params: projectParams,
    handle: (c, { params }) => shown(c, table.byProject(params.projectId)),
  });
}

function addText(api: Api, world: World, table: VenueTable): void {
  addCall(api, {
    method: "get",
    path: "/project/content/{projectId}/{key}",
    summary: "One text block, in a field named by its key",
    params: projectParams.extend({ key: contentKey }),
    headers: localeHeader,
    answer: oneText,
    example: { answer: examples.text },
    refusals: [404, 422],
    handle: async (c, { params: { projectId, key } }) => {
      const venue = table.byProject(projectId);
      const block = venue === null ? undefined : await projectBlock(world, venue, key, c.var.locale);
      if (block === undefined) return apiError(c, 404, m.api_no_text);
      return c.json({ [key]: JSON.stringify(block) } satisfies z.input<typeof oneText>);
    },
  });
}
