import { redirect } from "react-router";
import { logOut } from "../../sessions/open-sessions.server.ts";
import type { Route } from "./+types/log-out.route.ts";
import { removeSessionCookie, redirectAfterForm, memberRequest } from "../../forms/member-request.server.ts";

/** Logging out takes a POST; a GET only redirects to Home. */
export function loader() {
  throw redirect("/");
}

/** '/me-deconnecter': revokes the session and removes the cookie. Logging out twice does no harm. */
export async function action({ context }: Route.ActionArgs) {
  const request = memberRequest(context);
  if (request.member !== null) await logOut(request.world, request.member);
  removeSessionCookie(request);
  return redirectAfterForm("/");
}
