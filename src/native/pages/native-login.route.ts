import * as paths from "../../venues/paths.ts";
import { redirect } from "react-router";
import { gateHref } from "../../accounts/paths.ts";
import { isIncomplete } from "../../accounts/member.ts";
import { keptQuery, memberRequest } from "../../accounts/forms/member-request.server.ts";
import { openAppSession } from "../hand-off.server.ts";
import { appAddress, withToken } from "../redirect-url.ts";
import type { Route } from "./+types/native-login.route.ts";

/**
 * '/native-me-connecter': redirects to the app with a session for it. Without a valid address of the app it redirects to Home; where
 * nobody is logged in, to the log-in, which returns here.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const request = memberRequest(context);
  const { world, visit, member, query } = request;
  const asked = query.get("native_redirect_url");
  if (asked === null) throw redirect("/");
  if (member === null) throw redirect(`${paths.logIn}${keptQuery(request)}`);
  const address = appAddress(asked, world.config.nativeScheme);
  if (address === null || isIncomplete(member)) throw redirect("/");
  const session = await openAppSession(world, visit, member);
  if (session === null) throw redirect(gateHref("Menu", "/"));
  // The address holds a token: the answer must not be cached.
  throw redirect(withToken(address, session.token), { headers: { "Cache-Control": "no-store" } });
}
