import { redirect } from "react-router";
import { logOut } from "../../sessions/sessions.server.ts";
import type { Route } from "./+types/log-out.route.ts";
import { farewell, leaveTo, memberRequest } from "../../forms/member-request.server.ts";

/** Logging out has an effect, so that it takes a post; a link to it only leads home. */
export function loader() {
  throw redirect("/");
}

/** '/me-deconnecter': ends the session at the server and takes the cookie away (G43). Twice is as good as once. */
export async function action({ context }: Route.ActionArgs) {
  const request = memberRequest(context);
  if (request.member !== null) await logOut(request.world, request.member);
  farewell(request);
  return leaveTo("/");
}
