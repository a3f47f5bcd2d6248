import type { Context } from "hono";
import { m } from "../messages/messages.js";
import type { ApiEnv } from "../platform/api/router.server.ts";
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

/**
 * Runs `work` for the operator on a site: the named one, else the host's, else the only one of the session. Answers 403
 * where the session lacks the permission there, or where the call names another site than the host's. Within `work`,
 * the database shows rows of that site only.
 */
export async function operatorAt<Venue extends Site>(
  world: World,
  table: { all: () => readonly Venue[] },
  c: Context<ApiEnv<Venue>>,
  { permission, projectId }: { permission: Permission; projectId?: number | undefined },
  work: (at: Desk<Venue>) => Promise<Response>,
): Promise<Response> {
  const operator = await operatorOf(world, c);
  if (operator instanceof Response) return operator;
  const only = operator.projectIds.length === 1 ? operator.projectIds[0] : undefined;
  const wanted = projectId ?? c.var.venue?.projectId ?? only;
  const venue = table.all().find((one) => one.projectId === wanted);
  const isElsewhere = c.var.venue !== null && c.var.venue.projectId !== wanted;
  if (venue === undefined || isElsewhere || !may(operator, permission, venue.projectId))
    return apiError(c, 403, m.operators_forbidden);
  return world.database.forVenue(venue, () => work({ operator, venue }));
}
