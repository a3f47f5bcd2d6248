import * as deskPaths from "../../staff/desk-paths.ts";
import { redirect } from "react-router";
import { endedOperatorCookie } from "../../staff/access.server.ts";
import { logOutOperator } from "../../staff/sessions.server.ts";
import { deskRequest } from "../../venues/desk/request.server.ts";
import type { Route } from "./+types/desk-log-out.route.ts";

/** '/desk/sortie': ends the operator's session on POST. A GET ends nothing. */
export function loader() {
  throw redirect(deskPaths.home);
}

export async function action({ context }: Route.ActionArgs) {
  const { world, operator, cookies } = deskRequest(context);
  await logOutOperator(world, operator);
  cookies.push(endedOperatorCookie());
  return redirect("/", 303);
}
