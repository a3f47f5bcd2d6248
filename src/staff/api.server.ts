import { DONE } from "../platform/api/done.ts";
import { isUuid } from "../platform/uuid.ts";
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { m } from "../messages/messages.js";
import { addCall } from "../platform/api/calls.server.ts";
import { apiError } from "../platform/api/errors.server.ts";
import { apiRouter, type ApiEnv } from "../platform/api/router.server.ts";
import { isSameOrigin } from "../platform/http/same-origin.server.ts";
import type { World } from "../platform/world.ts";
import { endedOperatorCookie, operatorSessionCookie } from "./access.server.ts";
import { operatorOf } from "./calls.server.ts";
import { permission, ticketBody } from "./contract.ts";
import type { Operator, Site } from "./operator.ts";
import { logOutOperator, openOperatorSession, revokeSession, revokeTicket } from "./sessions.server.ts";

const EXAMPLE_TICKET = {
  ticket: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJDYW1pbGxlIn0.DjVLNM6TJ6qXb55j18etHMd2dZJc",
} as const;

const result = z.object({ data: z.object({ result: z.literal(true) }) });
type Call = Context<ApiEnv<Site>>;

/** The calls for tickets and sessions of the staff. */
export function operatorApi(world: World, table: Sites) {
  const api = apiRouter<Site>();
  addOwnSession(api, world, table);
  addRevocations(api, world, table);
  return api;
}

type Api = ReturnType<typeof apiRouter<Site>>;
type Sites = { all: () => readonly Site[] };

function addOwnSession(api: Api, world: World, table: Sites): void {
  const operators = { security: "operator", admit: (c: Call) => operatorOf(world, c) } as const;
  addCall(api, {
    method: "post",
    path: "/operators/sessions",
    summary: "Exchanges a single-use ticket for a session token, which is also set as a cookie",
    admit: (c) => c.header("Cache-Control", "no-store"),
    body: ticketBody,
    example: { body: EXAMPLE_TICKET, answer: { data: { token: "7WmXf0b3mW2Jv0h6Jt9s1eV1q8y4nA5cK2rD3uT6zQg" } } },
    answer: z.object({ data: z.object({ token: z.string() }) }),
    refusals: [401, 403, 429],
    handle: async (c, { body }) => {
      // Another site's page must not log anybody in.
      const isForeign = c.req.header("origin") !== undefined && !isSameOrigin(c.req.raw);
      if (isForeign) return apiError(c, 403, m.operators_forbidden);
      const opened = await openOperatorSession(world, table.all(), body.ticket);
      if (opened === null) return apiError(c, 401, m.operators_ticket_refused);
      c.header("Set-Cookie", operatorSessionCookie(opened.token));
      return c.json({ data: { token: opened.token } });
    },
  });

  addCall(api, {
    method: "delete",
    path: "/operators/sessions",
    summary: "Ends this session",
    ...operators,
    example: { answer: DONE },
    answer: result,
    handle: async (c, { by }) => {
      await logOutOperator(world, by);
      c.header("Set-Cookie", endedOperatorCookie());
      return c.json(DONE);
    },
  });

  addCall(api, {
    method: "get",
    path: "/authedit",
    summary: "The permissions of the operator's token",
    ...operators,
    example: { answer: { permissions: ["SITE_UPDATE", "CONTENT_PUBLISH", "OFFERS"] } },
    answer: z.object({ permissions: z.array(permission) }),
    handle: (c, { by }) => c.json({ permissions: by.permissions }),
  });
}

function addRevocations(api: Api, world: World, table: Sites): void {
  const administrators = { security: "operator", admit: (c: Call) => administratorOf(world, c) } as const;
  addCall(api, {
    method: "delete",
    path: "/operators/sessions/{id}",
    summary: "Ends another operator's session; takes STAFF",
    ...administrators,
    params: z.object({ id: z.string() }),
    example: { answer: DONE },
    answer: result,
    refusals: [404],
    handle: async (c, { by, params: { id } }) => {
      if (isUuid(id.toLowerCase()) && (await revokeSession(world, by, id))) return c.json(DONE);
      return apiError(c, 404, m.operators_session_unknown);
    },
  });

  addCall(api, {
    method: "delete",
    path: "/operators/tickets",
    summary: "Revokes an unused ticket; takes STAFF",
    ...administrators,
    body: ticketBody,
    example: { body: EXAMPLE_TICKET, answer: DONE },
    answer: result,
    refusals: [404],
    handle: async (c, { by, body }) => {
      if (await revokeTicket(world, table.all(), by, body.ticket)) return c.json(DONE);
      return apiError(c, 404, m.operators_ticket_refused);
    },
  });
}

async function administratorOf(world: World, c: Call): Promise<Operator | Response> {
  const operator = await operatorOf(world, c);
  if (operator instanceof Response || operator.permissions.includes("STAFF")) return operator;
  return apiError(c, 403, m.operators_forbidden);
}
