import type { Context } from "hono";
import { m } from "../messages/messages.js";
import { addressPart, idParameter, type ApiEnv } from "../platform/api/router.server.ts";
import { apiError } from "../platform/api/errors.server.ts";
import type { World } from "../platform/world.ts";
import { currentOperator } from "./access.server.ts";
import type { Permission } from "./contract.ts";
import { may, type Desk, type Operator, type Site } from "./operator.ts";

/** The operator of the request, or a 401. Answers to operators are never cached. */
export async function operatorOf<Venue extends Site>(
  world: World,
  c: Context<ApiEnv<Venue>>,
): Promise<Operator | Response> {
  c.header("Cache-Control", "no-store");
  return (await currentOperator(world, c.req.raw)) ?? apiError(c, 401, m.operators_unauthorised);
}

/** The number of a site in an address; -1, which is no site, for anything else. */
export const projectPart = addressPart(idParameter, -1, "1051");

type Asked<Body> = { params: Record<string, unknown>; body: () => Promise<Body | undefined> };

/**
 * Admits operators with a permission on a site to a call: the site that the address or else the body names by
 * `projectId`, else the host's, else the only one of the session. Answers 403 where the session lacks the permission
 * there, or where the call names another site than the host's. Within the call, the database shows rows of that site only.
 */
export function operatorsAt<Venue extends Site, Body = unknown>(
  world: World,
  table: { all: () => readonly Venue[] },
  permission: Permission | ((body: Body | undefined) => Permission),
) {
  return {
    security: "operator" as const,
    async admit(c: Context<ApiEnv<Venue>>, { params, body }: Asked<Body>): Promise<Desk<Venue> | Response> {
      const operator = await operatorOf(world, c);
      if (operator instanceof Response) return operator;
      const read = "projectId" in params ? undefined : await body();
      const named: unknown = params["projectId"] ?? Object(read).projectId;
      const only = operator.projectIds.length === 1 ? operator.projectIds[0] : undefined;
      const projectId = named ?? c.var.venue?.projectId ?? only;
      const venue = table.all().find((one) => one.projectId === projectId);
      const needed = typeof permission === "function" ? permission(read) : permission;
      const isElsewhere = c.var.venue !== null && c.var.venue.projectId !== projectId;
      if (venue === undefined || isElsewhere || !may(operator, needed, venue.projectId))
        return apiError(c, 403, m.operators_forbidden);
      return { operator, venue };
    },
    async within(c: Context<ApiEnv<Venue>>, { venue }: Desk<Venue>, work: () => Promise<Response>): Promise<Response> {
      // A body arrives after its sender was admitted, an upload up to a minute later: the session may have ended.
      const operator = c.req.method === "GET" ? null : await operatorOf(world, c);
      return operator instanceof Response ? operator : world.database.forVenue(venue, work);
    },
  };
}
