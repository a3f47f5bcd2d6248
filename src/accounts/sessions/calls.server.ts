import { z, type OpenAPIHono } from "@hono/zod-openapi";
import type { ApiEnv } from "../../platform/api/router.server.ts";
import { publicOrigin } from "../../platform/config.server.ts";
import type { World } from "../../platform/world.ts";
import { venueOrigin } from "../../venues/origins.server.ts";
import type { Venue } from "../../venues/venue.ts";
import type { Call, MemberCalls } from "../calls.server.ts";
import { addRawCall } from "../../platform/api/raw-calls.server.ts";
import { avatarPath, identityOf } from "../identity.ts";
import {
  endedCookie,
  endSession,
  endSessions,
  introspect,
  logOut,
  presentedToken,
  sessionCookie,
  sessionsOf,
} from "./sessions.server.ts";

export const resultAnswer = z.object({ data: z.object({ result: z.literal(true) }) });
const DONE = { data: { result: true } };
const identityAnswer = z.object({
  user: z.object({
    email: z.string(),
    pseudo: z.string().nullable(),
    wallet_key: z.string().nullable(),
    avatar: z.string().nullable(),
    firstname: z.string().nullable(),
    lastname: z.string().nullable(),
    birthday: z.string().nullable(),
    playersplus_id: z.string().nullable(),
    is_valid_email: z.boolean(),
    is_valid_phone: z.boolean(),
    customer_id: z.string(),
    is_pplus: z.boolean(),
    is_member: z.boolean(),
    token: z.string().nullable(),
  }),
});
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
export function addSessionCalls(api: OpenAPIHono<ApiEnv<Venue>>, world: World, calls: MemberCalls): void {
  addRawCall(
    api,
    {
      method: "post",
      path: "/auth/introspect",
      summary: "The member of the token, and the token to use from now on",
      isMembersOnly: true,
      answer: identityAnswer,
      refusals: [401, 403],
    },
    (c) => introspectCall(world, calls, c),
  );
  addRawCall(
    api,
    {
      method: "post",
      path: "/auth/logout",
      summary: "Ends this session",
      isMembersOnly: true,
      answer: resultAnswer,
      refusals: [401, 403],
    },
    async (c) => {
      const member = await calls.memberOf(c);
      if (member instanceof Response) return member;
      await logOut(world, member);
      c.header("Set-Cookie", endedCookie());
      return calls.answer(c, DONE);
    },
  );
  addRawCall(
    api,
    {
      method: "get",
      path: "/auth/sessions",
      summary: "The member's open sessions, the last used first",
      isMembersOnly: true,
      answer: sessionList,
      refusals: [401, 403],
    },
    async (c) => {
      const member = await calls.memberOf(c);
      if (member instanceof Response) return member;
      const sessions = await sessionsOf(world, member);
      return calls.answer(c, {
        data: sessions.map(({ id, kind, device, createdAt, lastUsedAt, isCurrent }) => ({
          id,
          kind,
          device,
          created_at: createdAt.toISOString(),
          last_used_at: lastUsedAt.toISOString(),
          is_current: isCurrent,
        })),
      });
    },
  );
  addRawCall(
    api,
    {
      method: "delete",
      path: "/auth/sessions",
      summary: "Signs out everywhere; with keep=current, everywhere else",
      isMembersOnly: true,
      query: z.object({ keep: z.literal("current").optional() }),
      answer: resultAnswer,
      refusals: [401, 403, 422],
    },
    async (c) => {
      const member = await calls.memberOf(c);
      if (member instanceof Response) return member;
      const asked = c.req.queries("keep") ?? [];
      const keep = asked[0] === "current";
      if (asked.length > 1 || (asked.length === 1 && !keep))
        return calls.refuse(c, { problems: [{ key: "keep", message: "members_invalid" }] });
      await endSessions(world, member, { keep });
      if (!keep) c.header("Set-Cookie", endedCookie());
      return calls.answer(c, DONE);
    },
  );
  addRawCall(
    api,
    {
      method: "delete",
      path: "/auth/sessions/{id}",
      summary: "Ends one session",
      isMembersOnly: true,
      params: z.object({ id: z.string() }),
      answer: resultAnswer,
      refusals: [401, 403, 404],
    },
    async (c) => {
      const member = await calls.memberOf(c);
      if (member instanceof Response) return member;
      const isEnded = await endSession(world, member, c.req.param("id") ?? "");
      if (isEnded) return calls.answer(c, DONE);
      return calls.refuse(c, { refusal: { kind: "not_found", error: "members_session_unknown" } });
    },
  );
}

async function introspectCall(world: World, calls: MemberCalls, c: Call): Promise<Response> {
  const member = await calls.memberOf(c);
  if (member instanceof Response) return member;
  const presented = presentedToken(c.req.raw);
  const found = presented === null ? null : await introspect(world, presented.value);
  if (presented === null || found === null)
    return calls.refuse(c, { refusal: { kind: "unauthenticated", error: "members_unauthorised" } });
  const isCookie = presented.by === "cookie";
  if (isCookie && found.token !== presented.value) c.header("Set-Cookie", sessionCookie(found.token));
  const { venue } = calls.visitOf(c);
  const origin = venue === null ? publicOrigin(world.config, "localhost") : venueOrigin(world, venue);
  const avatar = found.member.avatarKey === null ? null : `${origin}${avatarPath(found.member.avatarKey)}`;
  const { isMember } = await world.hooks.accounts.programmeFacts(world, found.member);
  const token = isCookie ? null : found.token;
  return calls.answer(c, { user: identityOf(found.member, { token, avatar, isMember }) });
}
