import { z } from "@hono/zod-openapi";
import type { Call } from "../accounts/calls.server.ts";
import { m } from "../messages/messages.js";
import { addPictureCalls } from "../pictures/calls.server.ts";
import type { PictureEncoder } from "../pictures/encoder/encoder.server.ts";
import { addCall, readJsonBody } from "../platform/api/calls.server.ts";
import { apiError } from "../platform/api/errors.server.ts";
import { apiRouter } from "../platform/api/router.server.ts";
import { inTransaction } from "../platform/database/database.server.ts";
import { hit } from "../platform/http/counted-limits.server.ts";
import { bumpTags } from "../platform/page-cache/tags.server.ts";
import type { World } from "../platform/world.ts";
import { audit } from "../staff/audit.server.ts";
import { operatorsAt } from "../staff/calls.server.ts";
import type { Desk } from "../staff/operator.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import { venueTag, type Venue } from "../venues/venue.ts";
import { clearCacheBody } from "./editing/contract.ts";
import { addTextCalls } from "./text-calls.server.ts";
import { addDraftCalls } from "./draft-calls.server.ts";

const CLEAR_SECONDS = 10;

/** The calls that write texts, and those of the editor in the page. */
export function contentApi(world: World & { encoder: PictureEncoder }, table: VenueTable) {
  const api = apiRouter<Venue>();
  addTextCalls(api, world, table);
  addCall(api, {
    method: "put",
    path: "/project/clearcache",
    summary: "Clears every cached page of the site; at most once in ten seconds",
    ...operatorsAt(world, table, "SITE_UPDATE"),
    read: async (c) => (isJson(c) ? readJsonBody(c) : { value: undefined }),
    body: clearCacheBody.optional(),
    example: { body: { projectId: 1051 }, answer: { result: true } },
    answer: z.object({ result: z.literal(true) }),
    refusals: [429],
    handle: (c, { by }) => clearCache(world, c, by),
  });
  addDraftCalls(api, world, table);
  addPictureCalls(api, world, table);
  return api;
}

function isJson(c: Call): boolean {
  return /^application\/json(;|$)/i.test(c.req.header("content-type") ?? "");
}

async function clearCache(world: World, c: Call, { operator, venue }: Desk<Venue>): Promise<Response> {
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
