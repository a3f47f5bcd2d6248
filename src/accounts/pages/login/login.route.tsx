import * as paths from "../../../venues/paths.ts";
import { useAnswer } from "../../../ui/hooks/use-answer.ts";
import { m } from "../../../messages/messages.js";
import { textsOf } from "../../../platform/http/form-body.server.ts";
import { demoAddress } from "../../demo-accounts.ts";
import { loginInput } from "../../contract.ts";
import { logIn } from "../../login/login.server.ts";
import { accountFrame } from "../account/account-frame.server.ts";
import { answerRefused, keptValues, visitWithProof, submitted } from "../../forms/form-answer.server.ts";
import { FormPage } from "../../forms/form-page.tsx";
import { EMPTY_FORM, focusOf } from "../../forms/form-state.ts";
import { CurrentPasswordField } from "../../forms/current-password-field.tsx";
import { EmailField } from "../../forms/email-field.tsx";
import { MemberForm, OtherFormLink, Submit } from "../../forms/member-form.tsx";
import { SocialButtons } from "./social-buttons.tsx";
import {
  anonymousRequest,
  keptQuery,
  redirectAfterForm,
  setSessionCookies,
} from "../../forms/member-request.server.ts";
import { afterLogIn, callbackUrl, socialWays } from "../../forms/log-in-links.server.ts";
import type { Route } from "./+types/login.route.ts";

export { clientAction } from "../../forms/client-action.ts";
export { shouldRevalidate } from "../../../ui/should-revalidate.ts";

export const handle = { isBare: true, start: "soon" };

/**
 * /me-connecter: log-in by e-mail and password or by a provider. Beside a sandbox `?demo=member` fills in the address of
 * that demo account, never a password; in production it does nothing, so no address of a person stands in a link.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const request = anonymousRequest(context);
  return {
    frame: await accountFrame(request, { title: m.account_login_title() }),
    ways: socialWays(request, "login"),
    kept: keptQuery(request),
    demoEmail: request.world.config.sandbox === null ? null : demoAddress(request.query.get("demo")),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const asked = anonymousRequest(context);
  const fields = textsOf(await request.formData());
  const { email = "", password = "" } = fields;
  const input = { email, password, origin: callbackUrl(asked, "") };
  const result = await submitted(asked, loginInput, input, (read) =>
    logIn(asked.world, visitWithProof(asked, fields), read),
  );
  if ("ok" in result) {
    setSessionCookies(asked, result.ok);
    return redirectAfterForm(afterLogIn(asked));
  }
  return answerRefused(asked, result, {
    values: keptValues(fields, ["email"]),
    fields: ["email", "password"],
    accessRefused: m.account_alert_access_login,
  });
}

export default function LogIn({ loaderData, actionData }: Route.ComponentProps) {
  const { frame, ways, kept, demoEmail } = loaderData;
  const untouched = demoEmail === null ? EMPTY_FORM : { ...EMPTY_FORM, values: { email: demoEmail } };
  const state = useAnswer(actionData) ?? untouched;
  const focus = focusOf(state, ["email", "password"]) ?? (state.alert === null ? null : "password");
  return (
    <FormPage
      frame={frame}
      heading={m.account_login_title()}
      state={state}
      footer={
        frame.isHandOff ? null : (
          <OtherFormLink
            question={m.account_login_unknown()}
            label={m.account_login_register()}
            href={`${paths.register}${kept}`}
          />
        )
      }
    >
      <SocialButtons ways={ways} />
      <MemberForm state={state} proof="asked" focusOnAlert="password">
        <EmailField state={state} isFocused={focus === "email"} autoComplete="username" />
        <CurrentPasswordField state={state} isFocused={focus === "password"} />
        <p>
          <a className="text-link form-aside" href={`${paths.recover}${kept}`}>
            {m.account_login_forgot()}
          </a>
        </p>
        <Submit label={m.account_login_submit()} />
      </MemberForm>
    </FormPage>
  );
}
