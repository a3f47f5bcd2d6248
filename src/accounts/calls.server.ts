import type { IncomingMessage } from "node:http";
import type { Context } from "hono";
import type { z } from "zod";
import type { ApiEnv } from "../platform/api/router.server.ts";
import { apiError } from "../platform/api/errors.server.ts";
import { REFUSAL_STATUS } from "../platform/refusal-kinds.ts";
import { publicOrigin } from "../platform/settings/config.server.ts";
import type { World } from "../platform/world.ts";
import { venueOrigin } from "../venues/addresses/origins.server.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import type { Venue } from "../venues/venue.ts";
import { problemsOf, type Refusal, type Refused } from "./contract.ts";
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
  function refuse(c: Call, refused: Refused): Response {
    c.header("Cache-Control", "no-store");
    const words = (key: Parameters<typeof refusalText>[0]) => refusalText(key, c.var.locale);
    if ("problems" in refused)
      return apiError(
        c,
        422,
        refused.problems.map(({ key, message }) => ({ key, message: words(message) })),
      );
    const { kind, error, retryAfterSeconds, code } = refused.refusal;
    if (retryAfterSeconds !== undefined) c.header("Retry-After", String(retryAfterSeconds));
    return apiError(c, REFUSAL_STATUS[kind], words(error), code);
  }
  function closedTo(c: Call): Response | null {
    const closed = accessRefusal({ ...world, isNetworkRefused: () => false }, visit(c));
    return closed === null ? null : refuse(c, { refusal: closed });
  }
  async function memberOf(c: Call): Promise<Member | Response> {
    const closed = closedTo(c);
    if (closed !== null) return closed;
    const member = await currentMember(world, c.req.raw);
    if (member !== null) return member;
    // On 401, remove the cookie if its session has ended. A cookie that a cross-site write brought along may still be valid.
    const cookie = c.req.header("authorization") === undefined ? cookieToken(c.req.raw) : null;
    if (cookie !== null && !(await isValidToken(world, cookie)))
      c.header("Set-Cookie", endedCookie(), { append: true });
    return refuse(c, { refusal: { kind: "unauthenticated", error: "members_unauthorised" } });
  }
  const refuseInput = (c: Call, error: z.ZodError) => refuse(c, { problems: problemsOf(error) });
  return {
    visitOf: visit,
    refuse,
    /** 403 where the site has no member area, else null. */
    closedTo,
    /** The member who calls, else 401; 403 where the site has no member area. */
    memberOf,
    /** Admits to a call everybody whom `gate` does not refuse; by default, it refuses where visitors may not log in. */
    everybody: (gate = (visit: Visit) => accessRefusal(world, visit)) => ({
      admit(c: Call): Visit | Response {
        const caller = visit(c);
        const refusal = gate(caller);
        return refusal === null ? caller : refuse(c, { refusal });
      },
      refuse: refuseInput,
    }),
    /** Admits to a call the members whom `gate` does not refuse; by default, all of them. */
    members: (gate: (caller: Caller) => Refusal | null = () => null) => ({
      security: "member" as const,
      async admit(c: Call): Promise<Caller | Response> {
        const member = await memberOf(c);
        if (member instanceof Response) return member;
        const caller = { member, visit: visit(c) };
        const refusal = gate(caller);
        return refusal === null ? caller : refuse(c, { refusal });
      },
      refuse: refuseInput,
    }),
    /** The full address of a member's picture, on the site that was called; null where there is none. */
    avatarUrl(c: Call, { avatarKey }: Member): string | null {
      const { venue } = c.var;
      const origin = venue === null ? publicOrigin(world.config, "localhost") : venueOrigin(world, venue);
      return avatarKey === null ? null : `${origin}${avatarPath(avatarKey)}`;
    },
    /** 200 with a body that must not be cached. */
    answer(c: Call, body: object): Response {
      c.header("Cache-Control", "no-store");
      return c.json(body);
    },
  };
}

/** The cookie that marks a browser as known to the accounts that logged in with it. Log-ins from it are not delayed by others' failures. */
export function browserCookie(browser: string): string {
  return `${BROWSER_COOKIE}=${browser}; Path=/; Max-Age=${BROWSER_SECONDS}; Secure; HttpOnly; SameSite=Lax`;
}
