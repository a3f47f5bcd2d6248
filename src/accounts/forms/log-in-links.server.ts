import * as paths from "../../venues/paths.ts";
import { SOCIAL_PROVIDERS } from "../../platform/gateways/social.ts";
import { venueOrigin } from "../../venues/addresses/origins.server.ts";
import { PROVIDER_NAMES } from "../social/provider-names.ts";
import { redirectTarget, keptQuery, type MemberRequest } from "./member-request.server.ts";
import type { SocialWay } from "../pages/login/social-buttons.tsx";

/** Where log-in and registration lead: to the app's hand-off if it asked for one, else to where every flow ends. */
export function afterLogIn(request: MemberRequest): string {
  return isNativeRedirect(request) ? `${paths.nativeLogIn}${keptQuery(request)}` : redirectTarget(request);
}

/** In native-redirect mode the page offers neither registration nor closing. */
export function isNativeRedirect({ query }: Pick<MemberRequest, "query">): boolean {
  return query.has("native_redirect_url");
}

/** The address of a page of this site for links in mails. Built from the venue table, never from the request, which can be forged. */
export function callbackUrl({ world, venue }: Pick<MemberRequest, "world" | "venue">, path: string): string {
  return `${venueOrigin(world, venue)}${path}`;
}

/** The social log-ins that this site offers, each with its link. */
export function socialWays(request: MemberRequest, from: "login" | "register"): SocialWay[] {
  const { world, venue } = request;
  return SOCIAL_PROVIDERS.flatMap((provider) => {
    if (!venue.config[`login_${provider}`] || world.gateways.social[provider] === null) return [];
    const kept = new URLSearchParams(keptQuery(request));
    if (from === "register") kept.set("from", from);
    const query = kept.size === 0 ? "" : `?${kept}`;
    return [{ provider, name: PROVIDER_NAMES[provider], href: `${paths.social(provider)}${query}` }];
  });
}
