import * as paths from "../../../venues/paths.ts";
import { REFUSAL_STATUS } from "../../../platform/refusal-kinds.ts";
import { useAnswer } from "../../../ui/hooks/use-answer.ts";
import { redirect } from "react-router";
import { m } from "../../../messages/messages.js";
import { textsOf } from "../../../platform/http/form-body.server.ts";
import { PageLink } from "../../../venues/pages/page-link.tsx";
import { linkInput } from "../../contract.ts";
import { linkByPassword } from "../../social/login.server.ts";
import { disownLogIn, mailedLogIn, type MailedLogIn } from "../../social/social-mail.server.ts";
import { PROVIDER_NAMES } from "../../social/provider-names.ts";
import { redirectCookie } from "../../social/provider-redirect.server.ts";
import { toastCookie } from "../toast-cookie.server.ts";
import { accountFrame } from "../account/account-frame.server.ts";
import { CurrentPasswordField } from "../../forms/current-password-field.tsx";
import { answerRefused, answerState, visitWithProof, submitted } from "../../forms/form-answer.server.ts";
import { askedWith } from "../../forms/asked-words.server.ts";
import { FormPage } from "../../forms/form-page.tsx";
import { EMPTY_FORM, type FormState } from "../../forms/form-state.ts";
import { MemberForm, OtherAnswer, OtherFormLink, Submit } from "../../forms/member-form.tsx";
import {
  anonymousRequest,
  keptQuery,
  redirectAfterForm,
  setSessionCookies,
  type MemberRequest,
} from "../../forms/member-request.server.ts";
import { afterLogIn } from "../../forms/log-in-links.server.ts";
import type { Route } from "./+types/link-provider.route.ts";

export { clientAction } from "../../forms/client-action.ts";
export { shouldRevalidate } from "../../../ui/should-revalidate.ts";

export const handle = { isBare: true, start: "soon" };

/**
 * /connexion/relier: the page of the mail that follows a log-in by a provider which did not verify the address. It says when and with what
 * kind of device the log-in was tried, and asks for the account's password once. A registration goes on in the browser that began it;
 * elsewhere the visitor may register without the provider. Anybody with the mail may say that it was not them.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const request = anonymousRequest(context);
  const { world, visit, query, visitor } = request;
  const token = query.get("token") ?? "";
  const held = await mailedLogIn(world, visit, token);
  if (held === null) throw redirect(`${paths.register}?error=link`);
  const { kind, provider, email, asked } = held;
  if (kind === "registration" && held.isSameBrowser) {
    visitor.cookies.push(redirectCookie(world, "registration", { provider, token, firstname: null, lastname: null }));
    throw redirect(paths.registerForm);
  }
  const name = PROVIDER_NAMES[provider];
  return {
    frame: await accountFrame(request, { title: titleOf(kind, name) }),
    kind,
    provider: name,
    email,
    asked: m.account_link_asked(askedWith(request, asked.at, asked.device)),
    kept: keptQuery(request),
  };
}

function titleOf(kind: MailedLogIn["kind"], provider: string): string {
  return kind === "linking" ? m.account_link_title({ provider }) : m.account_link_elsewhere_title({ provider });
}

export async function action({ context, request }: Route.ActionArgs) {
  const asked = anonymousRequest(context);
  const token = asked.query.get("token") ?? "";
  const fields = textsOf(await request.formData());
  if (fields["intent"] === "disown") return disown(asked, token);
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

/** The page says it after a redirect, because its link is used up. */
async function disown(asked: MemberRequest, token: string) {
  const ended = await disownLogIn(asked.world, asked.visit, token);
  if (!("ok" in ended)) return answerRefused(asked, ended, { fields: [] });
  asked.visitor.cookies.push(toastCookie(m.account_link_disowned()));
  return redirectAfterForm("/");
}

export default function LinkProvider({ loaderData, actionData }: Route.ComponentProps) {
  const { frame, kind, provider, email, asked, kept } = loaderData;
  const state = useAnswer(actionData) ?? EMPTY_FORM;
  const isLinking = kind === "linking";
  return (
    <FormPage
      frame={frame}
      heading={titleOf(kind, provider)}
      lead={isLinking ? m.account_link_text({ provider, email }) : m.account_link_elsewhere_text({ provider, email })}
      state={state}
      footer={<OtherFormLink label={m.account_recover_back()} href={`${paths.logIn}${kept}`} />}
    >
      <p className="quiet">{asked}</p>
      {isLinking ? (
        <PasswordOnce state={state} email={email} kept={kept} />
      ) : (
        <>
          <p className="quiet">{m.account_link_elsewhere_how({ provider })}</p>
          <PageLink className="button button-venue" href={paths.registerForm}>
            {m.account_link_elsewhere_submit({ provider })}
          </PageLink>
        </>
      )}
      <OtherAnswer name="intent" value="disown" label={m.account_confirm_not_me()} />
    </FormPage>
  );
}

function PasswordOnce({ state, email, kept }: { state: FormState; email: string; kept: string }) {
  return (
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
  );
}
