import { z } from "@hono/zod-openapi";
import { memberCalls } from "../../accounts/calls.server.ts";
import { namesTag } from "../../platform/http/entity-tag.server.ts";
import { addCall } from "../../platform/api/calls.server.ts";
import { apiRouter } from "../../platform/api/router.server.ts";
import type { World } from "../../platform/world.ts";
import type { VenueTable } from "../../venues/venue-table.server.ts";
import type { Venue } from "../../venues/venue.ts";
import { enrollmentInput } from "./contract.ts";
import type { EnrollmentPolls } from "./polls.server.ts";
import { startEnrollment } from "./enrollment.server.ts";
import * as examples from "../examples.ts";

const enrollment = z.object({
  data: z.object({
    data: z.object({
      status: z.string(),
      id: z.string().nullable(),
      progression_detail: z.object({ done: z.int(), total: z.int() }),
      user: z.object({
        civility: z.string().nullable(),
        firstname: z.string().nullable(),
        lastname: z.string().nullable(),
        birthday: z.string().nullable(),
      }),
      card_id: z.string().nullable(),
      error: z.string().nullable(),
    }),
  }),
});

/** The API's enrollment calls. */
export function enrollmentApi(world: World, table: VenueTable, polls: EnrollmentPolls) {
  const api = apiRouter<Venue>();
  const calls = memberCalls(world, table);
  addCall(api, {
    method: "get",
    path: "/users/enrollment",
    summary: "The state of the member's enrollment; 304 if the ETag still matches",
    isConditional: true,
    security: "member",
    example: { answer: examples.enrollment },
    answer: enrollment,
    handle: async (c) => {
      if (c.var.venue?.config.account_hidden === true) return unlogged();
      const found = await polls.answer(c.req.raw);
      if (found === null) return unlogged();
      const headers = { ETag: found.etag, "Cache-Control": "private, no-cache", Vary: "Authorization, Cookie" };
      if (namesTag(c.req.header("if-none-match"), found.etag)) return c.body(null, 304, headers);
      return c.body(found.body, 200, { ...headers, "Content-Type": "application/json" });

      /** 401, or 403 where the site has no member area, as for every other call. */
      async function unlogged(): Promise<Response> {
        const member = await calls.memberOf(c);
        if (member instanceof Response) return member;
        return calls.refuse(c, { refusal: { kind: "unauthenticated", error: "members_unauthorised" } });
      }
    },
  });
  addCall(api, {
    method: "post",
    path: "/users/enrollment",
    summary: "The link to the identity verification: the open one, or a new one",
    ...calls.members(),
    headers: z.object({ "idempotency-key": z.string().optional() }),
    body: enrollmentInput,
    example: examples.enrollmentStart,
    answer: z.object({ data: z.object({ link: z.string() }) }),
    refusals: [409, 429, 503],
    handle: async (c, { by: { member, visit }, headers, body }) => {
      const started = await startEnrollment(world, visit, member, body, headers["idempotency-key"]);
      return "ok" in started ? calls.answer(c, { data: { link: started.ok.link } }) : calls.refuse(c, started);
    },
  });
  return api;
}
