import { m } from "../../paraglide/messages.js";
import { logIn } from "../login.server.ts";
import { memberPaths } from "../paths.ts";
import { formAnswer, provingVisit, showRefused } from "./form-answer.server.ts";
import { LoginForm } from "./login-form.tsx";
import { OtherWay } from "./member-form.tsx";
import { anonymousRequest, keptQuery, leaveTo, welcome } from "./member-request.server.ts";
import { showFormPage } from "./show-form-page.server.tsx";
import { afterLogIn, callbackUrl, isNativeRedirect, socialWays } from "./ways.server.ts";
import type { Route } from "./+types/login.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** /me-connecter (sections 2.2 and 2.6). */
export async function loader({ context }: Route.LoaderArgs) {
  const request = anonymousRequest(context);
  const kept = keptQuery(request);
  const state = context.get(formAnswer);
  await showFormPage(request, {
    heading: m.account_login_title(),
    state,
    labels: { email: m.account_email(), password: m.account_password() },
    content: <LoginForm state={state} ways={socialWays(request)} recoverHref={`${memberPaths.recover}${kept}`} />,
    footer: isNativeRedirect(request) ? null : (
      <OtherWay
        question={m.account_login_unknown()}
        label={m.account_login_register()}
        href={`${memberPaths.register}${kept}`}
      />
    ),
  });
  return null;
}

export async function action({ context }: Route.ActionArgs) {
  const request = anonymousRequest(context);
  const { world, fields } = request;
  const { email = "", password = "" } = fields;
  const result = await logIn(world, provingVisit(request), { email, password, origin: callbackUrl(request, "") });
  if ("ok" in result) {
    welcome(request, result.ok);
    return leaveTo(afterLogIn(request));
  }
  return showRefused(context, request, result, {
    kept: ["email"],
    fields: ["email", "password"],
    accessRefused: m.account_alert_access_login,
  });
}
