import type { IncomingMessage } from "node:http";
import type { Context } from "hono";
import type { z } from "zod";
import { DONE } from "../platform/api/done.ts";
import type { ApiEnv } from "../platform/api/router.server.ts";
import { apiError } from "../platform/api/errors.server.ts";
import { REFUSAL_STATUS } from "../platform/refusal-kinds.ts";
import { publicOrigin } from "../platform/settings/config.server.ts";
import type { World } from "../platform/world.ts";
import { venueOrigin } from "../venues/addresses/origins.server.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { problemsOf, type MessageKey, type Refusal, type Refused } from "./contract.ts";
import { avatarPath } from "./identity.ts";
import type { Member } from "./member.ts";
import { refusalText } from "./refusals.ts";
import { cookieToken, currentMember, endedCookie, isValidToken } from "./sessions/sessions.server.ts";
import { BROWSER_COOKIE, BROWSER_SECONDS, accessRefusal, visitOf, type Visit } from "./visit.server.ts";

export type Call = Context<ApiEnv<Venue>>;
/** A member who calls, and from where. */
export type Caller = { member: Member; visit: Visit };

/** What the API calls of members share: who is admitted, refusals in the visitor's language, answers that are not cached. */
export type MemberCalls = ReturnType<typeof memberCalls>;

export function memberCalls(world: World, table: VenueTable) {
  function visit(c: Call): Visit {
    const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
    const socketAddress = incoming?.socket.remoteAddress;
    const { venue, locale } = c.var;
    return visitOf(world, c.req.raw, { venue, venues: table.all(), locale, kind: "api", socketAddress });
  }

  function closedTo(c: Call): Response | null {
    const closed = accessRefusal({ ...world, isNetworkRefused: () => false }, visit(c));
    return closed === null ? null : refuse(c, { refusal: closed });
  }

  const memberOf = async (c: Call) => closedTo(c) ?? (await memberOfCall(world, c));

  return {
    visitOf: visit,
    refuse,
    /** 403 where the site has no member area, else null. */
    closedTo,
    /** The member who calls, else 401; 403 where the site has no member area. */
    memberOf,
    /** Admits to a call everybody whom `gate` does not refuse; by default, it refuses where visitors may not log in. */
    everybody: (gate = (visit: Visit) => accessRefusal(world, visit)) => ({
      admit: (c: Call): Visit | Response => admitted(c, visit(c), gate),
      refuse: refuseInput,
    }),
    /** Admits to a call the members whom `gate` does not refuse; by default, all of them. */
    members: (gate: (caller: Caller) => Refusal | null = () => null) => ({
      security: "member" as const,
      async admit(c: Call): Promise<Caller | Response> {
        const member = await memberOf(c);
        return member instanceof Response ? member : admitted(c, { member, visit: visit(c) }, gate);
      },
      refuse: refuseInput,
    }),
    /** The full address of a member's picture, on the site that was called; null where there is none. */
    avatarUrl(c: Call, { avatarKey }: Member): string | null {
      const { venue } = c.var;
      const origin = venue === null ? publicOrigin(world.config, "localhost") : venueOrigin(world, venue);
      return avatarKey === null ? null : `${origin}${avatarPath(avatarKey)}`;
    },
    answer,
    /** 200 for what was done, else the refusal. */
    done: (c: Call, outcome: { ok: unknown } | Refused) => ("ok" in outcome ? answer(c, DONE) : refuse(c, outcome)),
  };
}

/** 200 with a body that must not be cached. */
function answer(c: Call, body: object): Response {
  c.header("Cache-Control", "no-store");
  return c.json(body);
}

function refuse(c: Call, refused: Refused): Response {
  c.header("Cache-Control", "no-store");
  const words = (key: MessageKey) => refusalText(key, c.var.locale);
  if ("problems" in refused) {
    const problems = refused.problems.map(({ key, message }) => ({ key, message: words(message) }));
    return apiError(c, 422, problems);
  }
  const { kind, error, retryAfterSeconds, code } = refused.refusal;
  if (retryAfterSeconds !== undefined) c.header("Retry-After", String(retryAfterSeconds));
  return apiError(c, REFUSAL_STATUS[kind], words(error), code);
}

function refuseInput(c: Call, error: z.ZodError): Response {
  return refuse(c, { problems: problemsOf(error) });
}

function admitted<Who>(c: Call, who: Who, gate: (who: Who) => Refusal | null): Who | Response {
  const refusal = gate(who);
  return refusal === null ? who : refuse(c, { refusal });
}

async function memberOfCall(world: World, c: Call): Promise<Member | Response> {
  const member = await currentMember(world, c.req.raw);
  if (member !== null) return member;
  // On 401, remove the cookie if its session has ended. A cookie that a cross-site write brought along may still be valid.
  const cookie = c.req.header("authorization") === undefined ? cookieToken(c.req.raw) : null;
  if (cookie !== null && !(await isValidToken(world, cookie))) c.header("Set-Cookie", endedCookie(), { append: true });
  return refuse(c, { refusal: { kind: "unauthenticated", error: "members_unauthorised" } });
}

/** The cookie that marks a browser as known to the accounts that logged in with it. Log-ins from it are not delayed by others' failures. */
export function browserCookie(browser: string): string {
  return `${BROWSER_COOKIE}=${browser}; Path=/; Max-Age=${BROWSER_SECONDS}; Secure; HttpOnly; SameSite=Lax`;
}
