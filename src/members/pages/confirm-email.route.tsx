import { m } from "../../paraglide/messages.js";
import { confirmEmail, resendConfirmation } from "../email-confirmation.server.ts";
import { memberPaths, popupHref } from "../paths.ts";
import { Success } from "./account-page.tsx";
import { formAnswer, formKeyOf, onceAForm, showRefused, showState } from "./form-answer.server.ts";
import { EMPTY_FORM } from "./form-state.ts";
import { MemberForm, OtherWay, Submit } from "./member-form.tsx";
import { leaveTo, memberRequest, welcome, type MemberRequest } from "./member-request.server.ts";
import { showFormPage } from "./show-form-page.server.tsx";
import { toastCookie } from "./toast-cookie.server.ts";
import { callbackUrl } from "./ways.server.ts";
import type { Route } from "./+types/confirm-email.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/**
 * /email-confirmation (section 2.6, G46): a program that follows the link of a mail burns nothing, because only a post confirms; in
 * a browser the page's script sends it at once, and the button does where there is none.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const request = memberRequest(context);
  const { member } = request;
  const state = context.get(formAnswer);
  if (state.values["dead"] === "1") await showDeadLink(request, state.values["sent"] === "1", state.alert);
  else
    await showFormPage(request, {
      heading: m.account_confirm_title(),
      lead: m.account_confirm_text(),
      state,
      labels: {},
      content: (
        <MemberForm state={state} formKey={formKeyOf(request)} isSentAtOnce={state === EMPTY_FORM}>
          <Submit label={m.account_confirm_submit()} />
        </MemberForm>
      ),
      footer: member === null && <OtherWay label={m.account_login_title()} href={memberPaths.logIn} />,
    });
  return null;
}

/** The same neutral words for a link that is used, too old or none (G47), with another one for whoever can have it. */
async function showDeadLink(request: MemberRequest, isSent: boolean, alert: string | null): Promise<void> {
  const { member } = request;
  const mayResend = member !== null && !member.isEmailValid;
  await showFormPage(request, {
    heading: m.account_confirm_dead_title(),
    lead: member?.isEmailValid === true ? m.account_confirm_already() : m.account_confirm_dead_text(),
    state: { ...EMPTY_FORM, alert },
    labels: {},
    content: (
      <>
        {isSent && <Success>{m.account_confirm_sent()}</Success>}
        {mayResend && (
          <MemberForm state={EMPTY_FORM}>
            <input type="hidden" name="intent" value="resend" />
            <Submit label={m.account_confirm_resend()} isDisabled={isSent} />
          </MemberForm>
        )}
        {member === null && (
          <a className="button button-venue" href={memberPaths.logIn}>
            {m.account_login_title()}
          </a>
        )}
      </>
    ),
    footer: member !== null && <OtherWay label={m.account_confirm_on()} href={popupHref("Menu")} />,
  });
}

export async function action({ context }: Route.ActionArgs) {
  const request = memberRequest(context);
  const { world, visit, member, query, fields, visitor } = request;
  if (fields["intent"] === "resend") return resend(context, request);
  const input = { token_validation_email: query.get("token") ?? "" };
  const confirmed = await onceAForm(request, "POST /email-confirmation", input, () =>
    confirmEmail(world, visit, member, input),
  );
  if ("ok" in confirmed) {
    const { token, browser } = confirmed.ok;
    if (token !== null) welcome(request, { token, ...(browser === undefined ? {} : { browser }) });
    visitor.cookies.push(toastCookie(m.account_confirm_done()));
    return leaveTo(popupHref("Menu"));
  }
  if ("refusal" in confirmed && confirmed.refusal.error !== "members_link_dead")
    return showRefused(context, request, confirmed, { kept: [], fields: [] });
  return showState(context, 400, { ...EMPTY_FORM, values: { dead: "1" } });
}

async function resend(context: Route.ActionArgs["context"], request: MemberRequest) {
  const { world, visit, member } = request;
  const dead = { ...EMPTY_FORM, values: { dead: "1" } };
  if (member === null) return showState(context, 401, dead);
  const input = { email: member.email, callback_url: callbackUrl(request, memberPaths.confirmEmail) };
  const result = await resendConfirmation(world, visit, member, input);
  if ("ok" in result) return showState(context, 200, { ...dead, values: { dead: "1", sent: "1" } });
  return showRefused(context, { ...request, fields: { dead: "1" } }, result, { kept: ["dead"], fields: [] });
}
