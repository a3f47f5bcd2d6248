import { z } from "@hono/zod-openapi";
import { addCall, type Call } from "../members/calls.server.ts";
import { audit } from "../operators/audit.server.ts";
import { operatorAt } from "../operators/calls.server.ts";
import { m } from "../paraglide/messages.js";
import { apiError, invalid } from "../platform/api-errors.server.ts";
import { apiRouter, idParameter } from "../platform/api.server.ts";
import { bumpTags } from "../platform/cache-tags.server.ts";
import { inTransaction } from "../platform/database.server.ts";
import { readJson } from "../platform/json-body.server.ts";
import { hit } from "../platform/limits.server.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import { venueTag, type Venue } from "../venues/venue.ts";
import type { Finding } from "./conscience.server.ts";
import { contentKey, type BlockDocument } from "./contract.ts";
import { clearCacheBody, contentBody, restorationBody } from "./editing-contract.ts";
import { contentHistory, contentStates } from "./history.server.ts";
import { addPictureCalls } from "./picture-calls.server.ts";
import type { PictureEncoder } from "./picture-encoder.server.ts";
import { restoreContent, saveContent, type RestoreOutcome, type StandingVersion } from "./saving.server.ts";
import { publishTime, scheduleContent, withdrawSchedule } from "./schedules.server.ts";
import { readDocument } from "./written-document.server.ts";

/** A long text and its tags: eight times what a page usually holds. */
const CONTENT_BYTES_MAX = 512 * 1024;
const CONTENT_KEYS_MAX = 5_000;
const CLEAR_SECONDS = 10;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const warning = z.object({ key: z.string(), message: z.string() });
const version = z.object({
  rev: z.int(),
  content: z.string(),
  updated_at: z.string(),
  operator: z.string().nullable(),
});
const saved = z.object({
  data: z.object({
    rev: z.int(),
    warnings: z.array(warning).optional(),
    scheduled: z.object({ id: z.string(), publish_at: z.string() }).optional(),
  }),
});
const localeHeader = z.object({ locale: z.enum(["fr", "en"]).optional() });
const keyParams = z.object({ projectId: idParameter, key: contentKey });

/** The content API's writes and what the editor in the page asks (section 7, "Operator and content"). */
export function contentApi(world: World & { encoder: PictureEncoder }, table: VenueTable) {
  const api = apiRouter<Venue>();

  addCall(
    api,
    {
      method: "put",
      path: "/project/content",
      summary: "Saves one text in one language: live at once, or at publish_at. 409 tells both versions",
      isMembersOnly: true,
      headers: localeHeader,
      body: contentBody,
      answer: saved,
      refusals: [400, 401, 403, 409, 413, 415, 422],
    },
    (c) => save(world, table, c),
  );

  addCall(
    api,
    {
      method: "put",
      path: "/project/clearcache",
      summary: "Makes every page of the site anew; once in ten seconds",
      isMembersOnly: true,
      answer: z.object({ result: z.literal(true) }),
      refusals: [400, 401, 403, 422, 429],
    },
    (c) => clearCache(world, table, c),
  );

  addCall(
    api,
    {
      method: "get",
      path: "/operators/content/{projectId}",
      summary: "Where every text of a site stands in a language, and what waits for its time",
      isMembersOnly: true,
      params: z.object({ projectId: idParameter }),
      headers: localeHeader,
      answer: z.object({
        data: z.object({
          contents: z.record(
            z.string(),
            z.object({
              rev: z.int(),
              updated_at: z.string().nullable(),
              operator: z.string().nullable(),
              is_fallback: z.boolean(),
            }),
          ),
          scheduled: z.array(
            z.object({
              id: z.string(),
              key: z.string(),
              locale: z.string(),
              publish_at: z.string(),
              operator: z.string(),
              content: z.string(),
            }),
          ),
        }),
      }),
      refusals: [401, 403],
    },
    async (c) => {
      const found = await operatorAt(world, table, c, { permission: "SITE_UPDATE", projectId: projectOf(c) });
      return found instanceof Response
        ? found
        : c.json({ data: await contentStates(world, found.venue, c.var.locale) });
    },
  );

  addCall(
    api,
    {
      method: "get",
      path: "/operators/content/{projectId}/{key}/revisions",
      summary: "The history of a text in a language, the newest version first: fifty, or the fifty before `below`",
      isMembersOnly: true,
      params: keyParams,
      query: z.object({ below: z.string().optional() }),
      headers: localeHeader,
      answer: z.object({
        data: z.array(
          z.object({
            rev: z.int(),
            at: z.string(),
            operator: z.string().nullable(),
            change: z.enum(["import", "save", "restore", "publish"]),
            restored_rev: z.int().nullable(),
            content: z.string(),
          }),
        ),
      }),
      refusals: [401, 403],
    },
    async (c) => {
      const found = await operatorAt(world, table, c, { permission: "SITE_UPDATE", projectId: projectOf(c) });
      if (found instanceof Response) return found;
      const below = /^[1-9]\d{0,8}$/.exec(c.req.query("below") ?? "")?.[0];
      const wanted = { key: keyOf(c), locale: c.var.locale, below: below === undefined ? null : Number(below) };
      return c.json({ data: await contentHistory(world, found.venue, wanted) });
    },
  );

  addCall(
    api,
    {
      method: "post",
      path: "/operators/content/{projectId}/{key}/restorations",
      summary: "Puts an older version of a text live again",
      isMembersOnly: true,
      params: keyParams,
      headers: localeHeader,
      body: restorationBody,
      answer: saved,
      refusals: [400, 401, 403, 404, 409, 413, 415, 422],
    },
    (c) => restore(world, table, c),
  );

  addCall(
    api,
    {
      method: "delete",
      path: "/operators/content/{projectId}/schedules/{id}",
      summary: "Takes back what waits for its time",
      isMembersOnly: true,
      params: z.object({ projectId: idParameter, id: z.string() }),
      answer: z.object({ data: z.object({ result: z.literal(true) }) }),
      refusals: [401, 403, 404],
    },
    async (c) => {
      const found = await operatorAt(world, table, c, { permission: "CONTENT_PUBLISH", projectId: projectOf(c) });
      if (found instanceof Response) return found;
      const id = c.req.param("id") ?? "";
      if (UUID.test(id) && (await withdrawSchedule(world, found.venue, found.operator, id)))
        return c.json({ data: { result: true } });
      return apiError(c, 404, m.operators_schedule_unknown({}, { locale: c.var.locale }));
    },
  );

  addPictureCalls(api, world, table);
  return api;
}

async function save(world: World, table: VenueTable, c: Call): Promise<Response> {
  const { locale } = c.var;
  const read = await readJson(c.req.raw, CONTENT_BYTES_MAX, CONTENT_KEYS_MAX);
  const parsed = "value" in read ? contentBody.safeParse(read.value) : undefined;
  const permission = parsed?.data?.publish_at === undefined ? "SITE_UPDATE" : "CONTENT_PUBLISH";
  const found = await operatorAt(world, table, c, { permission, projectId: parsed?.data?.projectId });
  if (found instanceof Response) return found;
  if ("refusal" in read) return apiError(c, read.refusal.status, read.refusal.error);
  if (parsed === undefined || !parsed.success) return invalid(c, parsed?.error ?? new z.ZodError([]));
  const { operator, venue } = found;
  const language = writtenLocale(c, venue);
  if (language === null) return unknownLocale(c);
  const { key, content, rev, not_loadauto: isLazy, publish_at } = parsed.data;
  const written = readDocument(content);
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

async function restore(world: World, table: VenueTable, c: Call): Promise<Response> {
  const { locale } = c.var;
  const found = await operatorAt(world, table, c, { permission: "SITE_UPDATE", projectId: projectOf(c) });
  if (found instanceof Response) return found;
  const read = await readJson(c.req.raw);
  if ("refusal" in read) return apiError(c, read.refusal.status, read.refusal.error);
  const parsed = restorationBody.safeParse(read.value);
  if (!parsed.success) return invalid(c, parsed.error);
  const language = writtenLocale(c, found.venue);
  if (language === null) return unknownLocale(c);
  const { from, rev } = parsed.data;
  const write = { key: keyOf(c), locale: language, from, rev, words: locale };
  return answerOf(c, await restoreContent(world, found.venue, found.operator, write));
}

/** The language that a write is for: what its header says, French where it says nothing. Never guessed; null for none of the site's. */
function writtenLocale(c: Call, venue: Venue): Locale | null {
  const said = c.req.header("locale") ?? "fr";
  return venue.locales.find((one) => one === said) ?? null;
}

function unknownLocale(c: Call): Response {
  return apiError(c, 422, [{ key: "locale", message: m.operators_locale_unknown({}, { locale: c.var.locale }) }]);
}

async function clearCache(world: World, table: VenueTable, c: Call): Promise<Response> {
  const hasBody = /^application\/json(;|$)/i.test(c.req.header("content-type") ?? "");
  const read = hasBody ? await readJson(c.req.raw) : { value: {} };
  const parsed = "value" in read ? clearCacheBody.safeParse(read.value) : undefined;
  const found = await operatorAt(world, table, c, { permission: "SITE_UPDATE", projectId: parsed?.data?.projectId });
  if (found instanceof Response) return found;
  if ("refusal" in read) return apiError(c, read.refusal.status, read.refusal.error);
  if (parsed !== undefined && !parsed.success) return invalid(c, parsed.error);
  const { venue, operator } = found;
  const allowed = await hit(
    world,
    world.database.db,
    ["clearcache", String(venue.projectId)],
    [{ limit: 1, seconds: CLEAR_SECONDS }],
  );
  if (!allowed.isAllowed) {
    c.header("Retry-After", String(allowed.retryAfterSeconds));
    return apiError(c, 429, m.operators_too_often({}, { locale: c.var.locale }));
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

function answerOf(c: Call, outcome: RestoreOutcome): Response {
  const { locale } = c.var;
  if ("unknown" in outcome) return apiError(c, 404, m.operators_revision_unknown({}, { locale }));
  if ("full" in outcome) return apiError(c, 422, [{ key: "key", message: m.operators_full({}, { locale }) }]);
  if ("refused" in outcome) return refused(c, outcome.refused);
  if ("conflict" in outcome) return conflict(c, outcome);
  return c.json({ data: { rev: outcome.rev, ...warningsOf(outcome.warnings) } });
}

/** Both versions go back: nothing typed is lost, nothing of somebody else is written over unseen (G156). */
function conflict(c: Call, { conflict: theirs, yours }: { conflict: StandingVersion; yours: BlockDocument }): Response {
  const error = m.operators_conflict({}, { locale: c.var.locale });
  return c.json(
    { error, error_details: { yours: { content: JSON.stringify(yours) }, theirs: wireVersion(theirs) } },
    409,
  );
}

function wireVersion({ rev, document, at, operator }: StandingVersion): z.infer<typeof version> {
  return { rev, content: JSON.stringify(document), updated_at: at.toISOString(), operator };
}

function refused(c: Call, findings: Finding[]): Response {
  return apiError(
    c,
    422,
    findings.map(({ key, message }) => ({ key, message })),
  );
}

function warningsOf(warnings: Finding[]): { warnings?: z.infer<typeof warning>[] } {
  return warnings.length === 0 ? {} : { warnings: warnings.map(({ key, message }) => ({ key, message })) };
}

/** The address's number; one that is none names no site. */
function projectOf(c: Call): number {
  const read = idParameter.safeParse(c.req.param("projectId"));
  return read.success ? read.data : -1;
}

function keyOf(c: Call): string {
  return contentKey.safeParse(c.req.param("key")).data ?? "-";
}
