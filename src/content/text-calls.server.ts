import { z, type OpenAPIHono } from "@hono/zod-openapi";
import type { Call } from "../accounts/calls.server.ts";
import { m } from "../messages/messages.js";
import { restorationBody } from "../pictures/contract.ts";
import { addCall, readJsonBody } from "../platform/api/calls.server.ts";
import { apiError } from "../platform/api/errors.server.ts";
import type { ApiEnv } from "../platform/api/router.server.ts";
import type { World } from "../platform/world.ts";
import { operatorsAt, projectPart } from "../staff/calls.server.ts";
import type { Desk } from "../staff/operator.ts";
import type { Locale } from "../venues/contract.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { revision, states } from "./editing/answers.ts";
import { contentBody } from "./editing/contract.ts";
import { contentHistory, contentStates } from "./editing/history.server.ts";
import { restoreContent, saveContent } from "./editing/saving.server.ts";
import { publishTime, scheduleContent } from "./editing/schedules.server.ts";
import { readDocument } from "./editing/written-document.server.ts";
import * as examples from "./examples.ts";
import {
  answerOf,
  conflict,
  inLanguage,
  keyParams,
  localeHeader,
  savedAnswer,
  warningsOf,
} from "./text-answers.server.ts";

/** The largest body of a save, in bytes: about eight times what a page usually holds. */
const CONTENT_BYTES_MAX = 512 * 1024;
const CONTENT_KEYS_MAX = 5_000;

/** The page of the history holds versions older than this revision. Null, for the newest ones, where it is no revision's number. */
const below = z
  .string()
  .optional()
  .transform((given) => (/^[1-9]\d{0,8}$/.test(given ?? "") ? Number(given) : null));
type Api = OpenAPIHono<ApiEnv<Venue>>;

/** Adds the calls that save a text, and that read and restore its versions. */
export function addTextCalls(api: Api, world: World, table: VenueTable): void {
  addSave(api, world, table);
  addStates(api, world, table);
  addHistory(api, world, table);
}

function addSave(api: Api, world: World, table: VenueTable): void {
  addCall(api, {
    method: "put",
    path: "/project/content",
    summary:
      "Saves one text in one language: live at once or at publish_at, or as a draft on a site with drafts. 409 answers both versions",
    ...operatorsAt(world, table, (body: z.output<typeof contentBody> | undefined) =>
      body?.publish_at === undefined ? "SITE_UPDATE" : "CONTENT_PUBLISH",
    ),
    headers: localeHeader,
    read: (c) => readJsonBody(c, CONTENT_BYTES_MAX, CONTENT_KEYS_MAX),
    body: contentBody,
    example: { body: examples.save, answer: examples.saved },
    answer: savedAnswer,
    refusals: [409],
    handle: (c, { by, body }) => inLanguage(c, by.venue, (language) => save(world, c, by, body, language)),
  });
}

function addStates(api: Api, world: World, table: VenueTable): void {
  addCall(api, {
    method: "get",
    path: "/operators/content/{projectId}",
    summary: "The live revision and draft of every text of a site in a language, and its scheduled texts",
    ...operatorsAt(world, table, "SITE_UPDATE"),
    params: z.object({ projectId: projectPart }),
    headers: localeHeader,
    example: { answer: examples.states },
    answer: z.object({ data: states }),
    handle: async (c, { by }) => c.json({ data: await contentStates(world, by.venue, c.var.locale) }),
  });
}

function addHistory(api: Api, world: World, table: VenueTable): void {
  const editors = operatorsAt(world, table, "SITE_UPDATE");

  addCall(api, {
    method: "get",
    path: "/operators/content/{projectId}/{key}/revisions",
    summary: "The history of a text in a language, newest version first: the newest fifty, or the fifty before `below`",
    ...editors,
    params: keyParams,
    query: z.object({ below }),
    headers: localeHeader,
    example: { answer: examples.history },
    answer: z.object({ data: z.array(revision) }),
    handle: async (c, { by, params: { key }, query: { below } }) => {
      const wanted = { key, locale: c.var.locale, below };
      return c.json({ data: await contentHistory(world, by.venue, wanted) });
    },
  });

  addCall(api, {
    method: "post",
    path: "/operators/content/{projectId}/{key}/restorations",
    summary: "Restores an older version of a text",
    ...editors,
    params: keyParams,
    headers: localeHeader,
    body: restorationBody,
    example: { body: { from: 1, rev: 2 }, answer: examples.saved },
    answer: savedAnswer,
    refusals: [404, 409],
    handle: (c, { by: { venue, operator }, params: { key }, body }) =>
      inLanguage(c, venue, async (locale) => {
        const write = { key, locale, rev: body.rev, from: body.from, words: c.var.locale };
        return answerOf(c, await restoreContent(world, venue, operator, write));
      }),
  });
}

async function save(
  world: World,
  c: Call,
  { operator, venue }: Desk<Venue>,
  { key, content, rev, not_loadauto, publish_at }: z.infer<typeof contentBody>,
  language: Locale,
): Promise<Response> {
  const { locale } = c.var;
  const written = readDocument(content, locale);
  if ("problems" in written) return apiError(c, 422, written.problems);
  const loadsWithProject = not_loadauto === undefined ? null : !not_loadauto;
  const write = { key, locale: language, document: written.document, words: locale, rev, loadsWithProject };
  if (publish_at === undefined) return answerOf(c, await saveContent(world, venue, operator, write));
  const publishAt = publishTime(world, venue, publish_at);
  if (publishAt === null)
    return apiError(c, 422, [{ key: "publish_at", message: m.operators_publish_at({}, { locale }) }]);
  const outcome = await scheduleContent(world, venue, operator, { ...write, publishAt });
  if ("refused" in outcome) return apiError(c, 422, outcome.refused);
  if ("conflict" in outcome) return conflict(c, outcome);
  const scheduled = { id: outcome.id, publish_at: publishAt.toISOString() };
  return c.json({ data: { rev: outcome.rev, ...warningsOf(outcome.warnings), scheduled } });
}
