import * as paths from "../../venues/paths.ts";
import { redirect } from "react-router";
import { m } from "../../messages/messages.js";
import { FormPage } from "../../accounts/forms/form-page.tsx";
import { EMPTY_FORM } from "../../accounts/forms/form-state.ts";
import { keptQuery, memberRequest } from "../../accounts/forms/member-request.server.ts";
import { isIncomplete } from "../../accounts/member.ts";
import { accountFrame } from "../../accounts/pages/account/account-frame.server.ts";
import { gateHref } from "../../accounts/paths.ts";
import { endedRedirectCookie, heldRedirect } from "../../accounts/social/provider-redirect.server.ts";
import { openAppSession } from "../hand-off.server.ts";
import { appAddress, withToken } from "../redirect-url.ts";
import type { Route } from "./+types/native-login.route.ts";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";

export const handle = { isBare: true, start: "soon" };

/**
 * '/native-me-connecter': redirects to the app with a session for it. Without a valid address of the app it redirects to Home; where
 * nobody is logged in, to the log-in, which returns here. A visitor whom another site's page led here decides by a button first, so that
 * no foreign page opens sessions; who comes back from a provider has decided.
 */
export async function loader({ context, request: raw }: Route.LoaderArgs) {
  const request = memberRequest(context);
  const { world, visit, visitor, member, query } = request;
  const asked = query.get("native_redirect_url");
  if (asked === null) throw redirect("/");
  if (member === null) throw redirect(`${paths.logIn}${keptQuery(request)}`);
  const address = appAddress(asked, world.config.nativeScheme);
  if (address === null || isIncomplete(member)) throw redirect("/");
  const isBack = heldRedirect(world, raw, "handOff") !== null;
  if (visitor.isFromElsewhere && !isBack)
    return {
      frame: await accountFrame(request, { title: m.account_app_title() }),
      href: `${paths.nativeLogIn}${keptQuery(request)}`,
    };
  if (isBack) visitor.cookies.push(endedRedirectCookie());
  const session = await openAppSession(world, visit, member);
  if (session === null) throw redirect(gateHref("Menu", "/"));
  // The address holds a token: the answer must not be cached.
  throw redirect(withToken(address, session.token), { headers: { "Cache-Control": "no-store" } });
}

export default function NativeLogIn({ loaderData: { frame, href } }: Route.ComponentProps) {
  return (
    <FormPage
      frame={frame}
      heading={m.account_app_title()}
      lead={m.account_app_text()}
      closeHref="/"
      state={EMPTY_FORM}
    >
      <a className="button button-venue" href={href}>
        {m.account_app_submit()}
      </a>
    </FormPage>
  );
}
