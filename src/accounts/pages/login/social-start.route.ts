import * as paths from "../../../venues/paths.ts";
import { redirect } from "react-router";
import { providerOf, provingPage, startProviderRedirect } from "../../social/provider-redirect.server.ts";
import { anonymousRequest, keptQuery, loggedInRequest, redirectAfterForm } from "../../forms/member-request.server.ts";
import { callbackUrl } from "../../forms/log-in-links.server.ts";
import type { Route } from "./+types/social-start.route.ts";

/**
 * /connexion/{provider}: redirects to the provider, with a state and a nonce that only this browser knows. A visitor comes to log in or
 * to register, a member for a fresh proof.
 */
export async function loader({ context, params, request: raw }: Route.LoaderArgs) {
  const from = new URL(raw.url).searchParams.get("from");
  const proving = provingPage(from);
  const request = proving === null ? anonymousRequest(context) : loggedInRequest(context, "Account");
  const { world, venue, visitor, member } = request;
  const provider = providerOf(params.provider);
  const gateway = provider === null ? null : world.gateways.social[provider];
  if (provider === null || gateway === null || !venue.config[`login_${provider}`])
    throw redirect(`${paths.register}?error=off`);
  const { started, cookie } = startProviderRedirect(world, provider, keptQuery(request), {
    from: proving ?? (from === "register" ? from : "login"),
    holder: member === null ? null : { accountId: member.accountId, sessionId: member.sessionId },
  });
  visitor.cookies.push(cookie);
  const redirectUri = callbackUrl(request, paths.socialReturn(provider));
  return redirectAfterForm(gateway.authorizeUrl({ redirectUri, state: started.state, nonce: started.nonce }));
}
