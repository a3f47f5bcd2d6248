import { DONE } from "../platform/api/done.ts";
import { isUuid } from "../platform/uuid.ts";
import { z, type OpenAPIHono } from "@hono/zod-openapi";
import { m } from "../messages/messages.js";
import { addCall } from "../platform/api/calls.server.ts";
import { apiError } from "../platform/api/errors.server.ts";
import type { ApiEnv } from "../platform/api/router.server.ts";
import type { World } from "../platform/world.ts";
import { operatorsAt, projectPart } from "../staff/calls.server.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { draftBody, publicationBody } from "./editing/contract.ts";
import { discardDraft, publishDraft } from "./editing/drafts.server.ts";
import { withdrawSchedule } from "./editing/schedules.server.ts";
import * as examples from "./examples.ts";
import { answerOf, inLanguage, keyParams, localeHeader, savedAnswer } from "./text-answers.server.ts";

/** Adds the calls about drafts and scheduled texts. */
export function addDraftCalls(api: OpenAPIHono<ApiEnv<Venue>>, world: World, table: VenueTable): void {
  const editors = operatorsAt(world, table, "SITE_UPDATE");
  const publishers = operatorsAt(world, table, "CONTENT_PUBLISH");

  addCall(api, {
    method: "post",
    path: "/operators/content/{projectId}/{key}/publications",
    summary:
      "Publishes the draft of a text, on a site with drafts. 409 answers both versions where another went live meanwhile, until `over` names it",
    ...publishers,
    params: keyParams,
    headers: localeHeader,
    body: publicationBody,
    example: { body: examples.draft, answer: examples.saved },
    answer: savedAnswer,
    refusals: [404, 409],
    handle: (c, { by: { venue, operator }, params: { key }, body }) =>
      inLanguage(c, venue, async (locale) => {
        const draft = { key, locale, ...body, words: c.var.locale };
        return answerOf(c, await publishDraft(world, venue, operator, draft), m.operators_draft_unknown);
      }),
  });

  addCall(api, {
    method: "post",
    path: "/operators/content/{projectId}/{key}/discards",
    summary: "Discards the draft of a text; it stays in the history",
    ...editors,
    params: keyParams,
    headers: localeHeader,
    body: draftBody,
    example: { body: examples.draft, answer: DONE },
    answer: z.object({ data: z.object({ result: z.literal(true) }) }),
    refusals: [404],
    handle: (c, { by: { venue, operator }, params: { key }, body }) =>
      inLanguage(c, venue, async (locale) => {
        const isDiscarded = await discardDraft(world, venue, operator, { key, locale, ...body });
        return isDiscarded ? c.json(DONE) : apiError(c, 404, m.operators_draft_unknown);
      }),
  });

  addCall(api, {
    method: "delete",
    path: "/operators/schedules/{projectId}/{id}",
    summary: "Withdraws a scheduled text",
    ...publishers,
    params: z.object({ projectId: projectPart, id: z.string() }),
    example: { answer: DONE },
    answer: z.object({ data: z.object({ result: z.literal(true) }) }),
    refusals: [404],
    handle: async (c, { by, params: { id } }) => {
      if (isUuid(id.toLowerCase()) && (await withdrawSchedule(world, by.venue, by.operator, id))) return c.json(DONE);
      return apiError(c, 404, m.operators_schedule_unknown);
    },
  });
}
