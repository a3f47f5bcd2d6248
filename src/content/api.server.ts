import { z } from "@hono/zod-openapi";
import type { Call } from "../accounts/calls.server.ts";
import { addCall, readJsonBody } from "../platform/api/calls.server.ts";
import { audit } from "../staff/audit.server.ts";
import { operatorsAt, projectPart } from "../staff/calls.server.ts";
import type { Desk } from "../staff/operator.ts";
import { m } from "../messages/messages.js";
import { apiError } from "../platform/api/errors.server.ts";
import { addressPart, apiRouter } from "../platform/api/router.server.ts";
import { bumpTags } from "../platform/page-cache/tags.server.ts";
import { inTransaction } from "../platform/database/database.server.ts";
import { hit } from "../platform/http/limits.server.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import { venueTag, type Venue } from "../venues/venue.ts";
import type { Finding } from "./editing/checks.server.ts";
import { contentKey, type BlockDocument } from "./contract.ts";
import { revision, saved, states, type Problem, type Version } from "./editing/answers.ts";
import { discardDraft, publishDraft } from "./editing/drafts.server.ts";
import { clearCacheBody, contentBody, draftBody, publicationBody } from "./editing/contract.ts";
import { restorationBody } from "../pictures/contract.ts";
import { contentHistory, contentStates } from "./editing/history.server.ts";
import { addPictureCalls } from "../pictures/calls.server.ts";
import type { PictureEncoder } from "../pictures/encoder/encoder.server.ts";
import { restoreContent, saveContent, type RestoreOutcome, type CurrentVersion } from "./editing/saving.server.ts";
import { publishTime, scheduleContent, withdrawSchedule } from "./editing/schedules.server.ts";
import { readDocument } from "./editing/written-document.server.ts";
import * as examples from "./examples.ts";

/** The largest body of a save, in bytes: about eight times what a page usually holds. */
const CONTENT_BYTES_MAX = 512 * 1024;
const CONTENT_KEYS_MAX = 5_000;
const CLEAR_SECONDS = 10;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type OperatorHere = Desk<Venue>;

const savedAnswer = z.object({ data: saved });
/** Which languages there are depends on the site. */
const localeHeader = z.object({
  locale: z
    .string()
    .optional()
    .openapi({ enum: ["fr", "en"], description: "The language of the text; French by default" }),
});
/** The revision before which a page of the history ends; null, from the newest on, for anything else. */
const below = z
  .string()
  .optional()
  .transform((given) => (/^[1-9]\d{0,8}$/.test(given ?? "") ? Number(given) : null));
const keyParams = z.object({ projectId: projectPart, key: addressPart(contentKey, "-", "home-text") });

/** Writes of texts, and what the editor in the page reads and asks. */
export function contentApi(world: World & { encoder: PictureEncoder }, table: VenueTable) {
  const api = apiRouter<Venue>();
  const editors = operatorsAt(world, table, "SITE_UPDATE");
  const publishers = operatorsAt(world, table, "CONTENT_PUBLISH");

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

  addCall(api, {
    method: "put",
    path: "/project/clearcache",
    summary: "Clears every cached page of the site; at most once in ten seconds",
    ...editors,
    read: async (c) => (isJson(c) ? readJsonBody(c) : { value: undefined }),
    body: clearCacheBody.optional(),
    example: { body: { projectId: 1051 }, answer: { result: true } },
    answer: z.object({ result: z.literal(true) }),
    refusals: [429],
    handle: (c, { by }) => clearCache(world, c, by),
  });

  addCall(api, {
    method: "get",
    path: "/operators/content/{projectId}",
    summary: "The live revision and draft of every text of a site in a language, and its scheduled texts",
    ...editors,
    params: z.object({ projectId: projectPart }),
    headers: localeHeader,
    example: { answer: examples.states },
    answer: z.object({ data: states }),
    handle: async (c, { by }) => c.json({ data: await contentStates(world, by.venue, c.var.locale) }),
  });

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
    example: { body: examples.draft, answer: examples.done },
    answer: z.object({ data: z.object({ result: z.literal(true) }) }),
    refusals: [404],
    handle: (c, { by: { venue, operator }, params: { key }, body }) =>
      inLanguage(c, venue, async (locale) => {
        const isDiscarded = await discardDraft(world, venue, operator, { key, locale, ...body });
        return isDiscarded ? c.json({ data: { result: true } }) : apiError(c, 404, m.operators_draft_unknown);
      }),
  });

  addCall(api, {
    method: "delete",
    path: "/operators/schedules/{projectId}/{id}",
    summary: "Withdraws a scheduled text",
    ...publishers,
    params: z.object({ projectId: projectPart, id: z.string() }),
    example: { answer: examples.done },
    answer: z.object({ data: z.object({ result: z.literal(true) }) }),
    refusals: [404],
    handle: async (c, { by, params: { id } }) => {
      if (UUID.test(id) && (await withdrawSchedule(world, by.venue, by.operator, id)))
        return c.json({ data: { result: true } });
      return apiError(c, 404, m.operators_schedule_unknown);
    },
  });

  addPictureCalls(api, world, table);
  return api;
}

async function save(
  world: World,
  c: Call,
  { operator, venue }: OperatorHere,
  { key, content, rev, not_loadauto: isLazy, publish_at }: z.infer<typeof contentBody>,
  language: Locale,
): Promise<Response> {
  const { locale } = c.var;
  const written = readDocument(content, locale);
  if ("problems" in written) return apiError(c, 422, written.problems);
  const write = { key, locale: language, document: written.document, words: locale };
  if (publish_at === undefined)
    return answerOf(c, await saveContent(world, venue, operator, { ...write, rev, isLazy }));
  const publishAt = publishTime(world, venue, publish_at);
  if (publishAt === null)
    return apiError(c, 422, [{ key: "publish_at", message: m.operators_publish_at({}, { locale }) }]);
  const outcome = await scheduleContent(world, venue, operator, { ...write, rev, isLazy, publishAt });
  if ("refused" in outcome) return refused(c, outcome.refused);
  if ("conflict" in outcome) return conflict(c, outcome);
  const scheduled = { id: outcome.id, publish_at: publishAt.toISOString() };
  return c.json({ data: { rev: outcome.rev, ...warningsOf(outcome.warnings), scheduled } });
}

/** Writes in the language of the `locale` header, French without it. Answers 422 for one that the site does not have. */
async function inLanguage(c: Call, venue: Venue, write: (locale: Locale) => Promise<Response>): Promise<Response> {
  const said = c.req.header("locale") ?? "fr";
  const language = venue.locales.find((one) => one === said);
  if (language !== undefined) return write(language);
  const languages = venue.locales.join(", ");
  return apiError(c, 422, [
    { key: "locale", message: m.operators_locale_unknown({ languages }, { locale: c.var.locale }) },
  ]);
}

function isJson(c: Call): boolean {
  return /^application\/json(;|$)/i.test(c.req.header("content-type") ?? "");
}

async function clearCache(world: World, c: Call, { operator, venue }: OperatorHere): Promise<Response> {
  const allowed = await hit(
    world,
    world.database.db,
    ["clearcache", String(venue.projectId)],
    [{ limit: 1, seconds: CLEAR_SECONDS }],
  );
  if (!allowed.isAllowed) {
    c.header("Retry-After", String(allowed.retryAfterSeconds));
    return apiError(c, 429, m.operators_too_often);
  }
  await inTransaction(world.database, async (tx) => {
    await audit(world, tx, operator, {
      projectId: venue.projectId,
      action: "content.clear_cache",
      subject: `project:${venue.projectId}`,
      before: null,
      after: null,
    });
    await bumpTags(world.database, tx, [venueTag(venue.id)]);
  });
  return c.json({ result: true });
}

function answerOf(c: Call, outcome: RestoreOutcome, unknown = m.operators_revision_unknown): Response {
  const { locale } = c.var;
  if ("unknown" in outcome) return apiError(c, 404, unknown({}, { locale }));
  if ("full" in outcome) return apiError(c, 422, [{ key: "key", message: m.operators_full({}, { locale }) }]);
  if ("refused" in outcome) return refused(c, outcome.refused);
  if ("conflict" in outcome) return conflict(c, outcome);
  const draft = outcome.isDraft === true ? { is_draft: true } : {};
  return c.json({ data: { rev: outcome.rev, ...draft, ...warningsOf(outcome.warnings) } });
}

/** Answers 409 with both versions, so that nothing typed is lost and nothing by others is overwritten unseen. */
function conflict(c: Call, { conflict: theirs, yours }: { conflict: CurrentVersion; yours: BlockDocument }): Response {
  const error = m.operators_conflict({}, { locale: c.var.locale });
  return c.json(
    { error, error_details: { yours: { content: JSON.stringify(yours) }, theirs: wireVersion(theirs) } },
    409,
  );
}

function wireVersion({ rev, document, at, operator }: CurrentVersion): Version {
  return { rev, content: JSON.stringify(document), updated_at: at.toISOString(), operator };
}

function refused(c: Call, findings: Finding[]): Response {
  return apiError(
    c,
    422,
    findings.map(({ key, message }) => ({ key, message })),
  );
}

function warningsOf(warnings: Finding[]): { warnings?: Problem[] } {
  return warnings.length === 0 ? {} : { warnings: warnings.map(({ key, message }) => ({ key, message })) };
}
