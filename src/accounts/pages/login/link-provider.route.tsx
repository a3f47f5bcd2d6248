import * as paths from "../../../venues/paths.ts";
import { REFUSAL_STATUS } from "../../../platform/refusal-kinds.ts";
import { useAnswer } from "../../../ui/hooks/use-answer.ts";
import { answerOf } from "../../../ui/forms/client-action.ts";
import { redirect } from "react-router";
import { m } from "../../../messages/messages.js";
import { textsOf } from "../../../platform/http/form-body.server.ts";
import { linkInput } from "../../contract.ts";
import { linkByPassword, mailedLogIn, PROVIDER_NAMES } from "../../social/login.server.ts";
import { holdVisit } from "../../social/visit.server.ts";
import { accountFrame } from "../account/account-frame.server.ts";
import { accountMeta } from "../account/account-meta.ts";
import { CurrentPasswordField } from "../../forms/current-password-field.tsx";
import { answerRefused, answerState, visitWithProof, submitted } from "../../forms/form-answer.server.ts";
import { FormPage } from "../../forms/form-page.tsx";
import { EMPTY_FORM } from "../../forms/form-state.ts";
import { MemberForm, OtherFormLink, Submit } from "../../forms/member-form.tsx";
import {
  anonymousRequest,
  keptQuery,
  redirectAfterForm,
  setSessionCookies,
} from "../../forms/member-request.server.ts";
import { afterLogIn } from "../../forms/ways.server.ts";
import type { Route } from "./+types/link-provider.route.ts";

export { shouldRevalidate } from "../../../ui/should-revalidate.ts";

export const handle = { isBare: true, start: "soon" };

/**
 * /connexion/relier: the page of the mail that follows a log-in by a provider which did not verify the address. It asks for the account's
 * password once, or goes on with the registration.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const request = anonymousRequest(context);
  const { world, query, visitor } = request;
  const token = query.get("token") ?? "";
  const held = await mailedLogIn(world, token);
  if (held === null) throw redirect(`${paths.register}?error=link`);
  const { provider, email } = held;
  if (held.kind === "registration") {
    visitor.cookies.push(holdVisit(world, "registration", { provider, token, firstname: null, lastname: null }));
    throw redirect(paths.registerForm);
  }
  return {
    frame: await accountFrame(request, { title: m.account_link_title({ provider: PROVIDER_NAMES[provider] }) }),
    provider: PROVIDER_NAMES[provider],
    email,
    kept: keptQuery(request),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const asked = anonymousRequest(context);
  const token = asked.query.get("token") ?? "";
  const fields = textsOf(await request.formData());
  const input = { linking_token: token, password: fields["password"] ?? "" };
  const result = await submitted(asked, linkInput, input, (read) =>
    linkByPassword(asked.world, visitWithProof(asked, fields), read),
  );
  if ("refusal" in result && result.refusal.error === "members_credentials_wrong")
    // The provider gave the address, so only the password can be wrong.
    return answerState(REFUSAL_STATUS[result.refusal.kind], { problems: { password: m.account_link_wrong() } });
  if (!("ok" in result)) return answerRefused(asked, result, { fields: ["password"] });
  setSessionCookies(asked, result.ok);
  return redirectAfterForm(afterLogIn(asked));
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOf(serverAction);
}

export const meta: Route.MetaFunction = ({ loaderData }) => accountMeta(loaderData?.frame);

export default function LinkProvider({ loaderData, actionData }: Route.ComponentProps) {
  const { frame, provider, email, kept } = loaderData;
  const state = useAnswer(actionData) ?? EMPTY_FORM;
  return (
    <FormPage
      frame={frame}
      heading={m.account_link_title({ provider })}
      lead={m.account_link_text({ provider, email })}
      state={state}
      footer={<OtherFormLink label={m.account_recover_back()} href={`${paths.logIn}${kept}`} />}
    >
      <MemberForm state={state} proof="asked">
        <input type="hidden" name="email" value={email} autoComplete="username" />
        <CurrentPasswordField state={state} />
        <p>
          <a className="text-link form-aside" href={`${paths.recover}${kept}`}>
            {m.account_login_forgot()}
          </a>
        </p>
        <Submit label={m.account_link_submit()} />
      </MemberForm>
    </FormPage>
  );
}
