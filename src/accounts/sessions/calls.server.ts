import { DONE, doneAnswer } from "../../platform/api/done.ts";
import { z, type OpenAPIHono } from "@hono/zod-openapi";
import type { ApiEnv } from "../../platform/api/router.server.ts";
import type { World } from "../../platform/world.ts";
import type { Venue } from "../../venues/venue.ts";
import type { Call, MemberCalls } from "../calls.server.ts";
import { addCall } from "../../platform/api/calls.server.ts";
import { identityAnswer, identityOf } from "../identity.ts";
import { endedCookie, introspect, presentedToken, sessionCookie } from "./sessions.server.ts";
import { endSession, endSessions, logOut, sessionsOf } from "./open-sessions.server.ts";
import * as examples from "../examples.ts";

const sessionList = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(["web", "native", "api"]),
      device: z.string(),
      created_at: z.string(),
      last_used_at: z.string(),
      is_current: z.boolean(),
    }),
  ),
});

/** Adds introspection, log-out and the list of sessions to the authentication API. */
export function addSessionCalls(api: Api, world: World, calls: MemberCalls): void {
  addOwnSession(api, world, calls);
  addSessionList(api, world, calls);
}

type Api = OpenAPIHono<ApiEnv<Venue>>;

function addOwnSession(api: Api, world: World, calls: MemberCalls): void {
  addCall(api, {
    method: "post",
    path: "/auth/introspect",
    summary: "The member of the token, and the token to use from now on",
    ...calls.members(),
    example: { answer: examples.identity },
    answer: identityAnswer,
    refusals: [429],
    handle: (c) => introspectCall(world, calls, c),
  });
  addCall(api, {
    method: "post",
    path: "/auth/logout",
    summary: "Ends this session",
    ...calls.members(),
    example: { answer: DONE },
    answer: doneAnswer,
    refusals: [429],
    handle: async (c, { by }) => {
      await logOut(world, by.member);
      c.header("Set-Cookie", endedCookie());
      return calls.answer(c, DONE);
    },
  });
}

function addSessionList(api: Api, world: World, calls: MemberCalls): void {
  addCall(api, {
    method: "get",
    path: "/auth/sessions",
    summary: "The member's open sessions, the last used first",
    ...calls.members(),
    example: { answer: examples.sessions },
    answer: sessionList,
    refusals: [429],
    handle: async (c, { by }) => calls.answer(c, { data: await sessionsOf(world, by.member) }),
  });
  addCall(api, {
    method: "delete",
    path: "/auth/sessions",
    summary: "Signs out everywhere; with keep=current, everywhere else",
    ...calls.members(),
    query: z.object({ keep: z.literal("current").optional() }),
    example: { answer: DONE },
    answer: doneAnswer,
    refusals: [429],
    handle: async (c, { by, query }) => {
      const keep = query.keep === "current";
      await endSessions(world, by.member, { keep });
      if (!keep) c.header("Set-Cookie", endedCookie());
      return calls.answer(c, DONE);
    },
  });
  addCall(api, {
    method: "delete",
    path: "/auth/sessions/{id}",
    summary: "Ends one session",
    ...calls.members(),
    params: z.object({ id: z.string() }),
    example: { answer: DONE },
    answer: doneAnswer,
    refusals: [404, 429],
    handle: async (c, { by, params }) => {
      const isEnded = await endSession(world, by.member, params.id);
      if (isEnded) return calls.answer(c, DONE);
      return calls.refuse(c, { refusal: { kind: "not_found", error: "members_session_unknown" } });
    },
  });
}

async function introspectCall(world: World, calls: MemberCalls, c: Call): Promise<Response> {
  const presented = presentedToken(c.req.raw);
  const found = presented === null ? null : await introspect(world, presented.value);
  if (presented === null || found === null)
    return calls.refuse(c, { refusal: { kind: "unauthenticated", error: "members_unauthorised" } });
  const isCookie = presented.by === "cookie";
  if (isCookie && found.token !== presented.value) c.header("Set-Cookie", sessionCookie(found.token));
  const avatar = calls.avatarUrl(c, found.member);
  const { isMember } = await world.hooks.accounts.programmeState(world, found.member);
  const token = isCookie ? null : found.token;
  return calls.answer(c, { user: identityOf(found.member, { token, avatar, isMember }) });
}
