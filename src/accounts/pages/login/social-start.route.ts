import * as paths from "../../../venues/paths.ts";
import { redirect } from "react-router";
import { providerOf, startVisit } from "../../social/visit.server.ts";
import { anonymousRequest, keptQuery, redirectAfterForm } from "../../forms/member-request.server.ts";
import { callbackUrl } from "../../forms/ways.server.ts";
import type { Route } from "./+types/social-start.route.ts";

/** /connexion/{provider}: redirects to the provider, with a state and a nonce that only this browser knows. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const request = anonymousRequest(context);
  const { world, venue, visitor, query } = request;
  const provider = providerOf(params.provider);
  const gateway = provider === null ? null : world.gateways.social[provider];
  if (provider === null || gateway === null || !venue.config[`login_${provider}`])
    throw redirect(`${paths.register}?error=off`);
  const { visit, cookie } = startVisit(
    world,
    provider,
    keptQuery(request),
    query.get("from") === "register" ? "register" : "login",
  );
  visitor.cookies.push(cookie);
  const redirectUri = callbackUrl(request, paths.socialReturn(provider));
  return redirectAfterForm(gateway.authorizeUrl({ redirectUri, state: visit.state, nonce: visit.nonce }));
}
