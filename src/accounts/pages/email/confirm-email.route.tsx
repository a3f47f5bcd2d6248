import * as paths from "../../../venues/paths.ts";
import { useAnswer } from "../../../ui/hooks/use-answer.ts";
import { answerOf } from "../../../ui/forms/client-action.ts";
import { m } from "../../../messages/messages.js";
import { textsOf } from "../../../platform/http/form-body.server.ts";
import { newToken } from "../../../platform/sealing.server.ts";
import { PageLink } from "../../../venues/pages/page-link.tsx";
import { emailConfirmationInput } from "../../contract.ts";
import { confirmEmail, resendConfirmation } from "../../email/confirmation.server.ts";
import { popupHref } from "../../paths.ts";
import { accountFrame } from "../account/account-frame.server.ts";
import { accountMeta } from "../account/account-meta.ts";
import { Success } from "../account/account-page.tsx";
import { answerRefused, answerState, oncePerForm, submitted } from "../../forms/form-answer.server.ts";
import { FormPage } from "../../forms/form-page.tsx";
import { EMPTY_FORM } from "../../forms/form-state.ts";
import { MemberForm, OtherFormLink, Submit } from "../../forms/member-form.tsx";
import {
  redirectAfterForm,
  memberRequest,
  setSessionCookies,
  type MemberRequest,
} from "../../forms/member-request.server.ts";
import { toastCookie } from "../toast-cookie.server.ts";
import { callbackUrl } from "../../forms/ways.server.ts";
import type { Route } from "./+types/confirm-email.route.ts";

export { shouldRevalidate } from "../../../ui/should-revalidate.ts";

export const handle = { isBare: true, start: "soon" };

/**
 * /email-confirmation. Only a post confirms, so a program that opens the link of a mail does not use it up. The page's script posts
 * at once; without script there is a button.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const request = memberRequest(context);
  return {
    frame: await accountFrame(request, { title: m.account_confirm_title() }),
    formKey: newToken(request.world),
    /** Null where nobody is logged in. */
    isConfirmed: request.member?.isEmailValid ?? null,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const asked = memberRequest(context);
  const { world, visit, member, query, visitor } = asked;
  const fields = textsOf(await request.formData());
  if (fields["intent"] === "resend") return resend(asked);
  const input = { token_validation_email: query.get("token") ?? "" };
  const confirmed = await oncePerForm({ world, fields }, `POST ${paths.confirmEmail}`, input, () =>
    submitted(asked, emailConfirmationInput, input, (read) => confirmEmail(world, visit, member, read)),
  );
  if ("ok" in confirmed) {
    const { token, browser } = confirmed.ok;
    if (token !== null) setSessionCookies(asked, { token, ...(browser === undefined ? {} : { browser }) });
    visitor.cookies.push(toastCookie(m.account_confirm_done()));
    return redirectAfterForm(popupHref("Menu"));
  }
  if ("refusal" in confirmed && confirmed.refusal.error !== "members_link_dead")
    return answerRefused(asked, confirmed, { fields: [] });
  return answerState(400, { values: { dead: "1" } });
}

async function resend(request: MemberRequest) {
  const { world, visit, member } = request;
  if (member === null) return answerState(401, { values: { dead: "1" } });
  const input = { email: member.email, callback_url: callbackUrl(request, paths.confirmEmail) };
  const result = await resendConfirmation(world, visit, member, input);
  if ("ok" in result) return answerState(200, { values: { dead: "1", sent: "1" } });
  return answerRefused(request, result, { values: { dead: "1" }, fields: [] });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOf(serverAction);
}

export const meta: Route.MetaFunction = ({ loaderData }) => accountMeta(loaderData?.frame);

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { frame, formKey, isConfirmed } = loaderData;
  const answer = useAnswer(actionData);
  const state = answer ?? EMPTY_FORM;
  if (state.values["dead"] === "1")
    return (
      <FormPage
        frame={frame}
        heading={m.account_confirm_dead_title()}
        lead={isConfirmed === true ? m.account_confirm_already() : m.account_confirm_dead_text()}
        state={state}
        footer={isConfirmed !== null && <OtherFormLink label={m.account_confirm_on()} href={popupHref("Menu")} />}
      >
        <DeadLink isConfirmed={isConfirmed} isSent={state.values["sent"] === "1"} />
      </FormPage>
    );
  return (
    <FormPage
      frame={frame}
      heading={m.account_confirm_title()}
      lead={m.account_confirm_text()}
      state={state}
      footer={isConfirmed === null && <OtherFormLink label={m.account_login_title()} href={paths.logIn} />}
    >
      <MemberForm state={state} formKey={formKey} isSentAtOnce={answer === undefined}>
        <Submit label={m.account_confirm_submit()} />
      </MemberForm>
    </FormPage>
  );
}

type DeadLinkProps = { isConfirmed: boolean | null; isSent: boolean };

/** The same neutral words for a used, expired or unknown link, with a new link for a member who can have one. */
function DeadLink({ isConfirmed, isSent }: DeadLinkProps) {
  return (
    <>
      {isSent && <Success>{m.account_confirm_sent()}</Success>}
      {isConfirmed === false && (
        <MemberForm state={EMPTY_FORM}>
          <input type="hidden" name="intent" value="resend" />
          <Submit label={m.account_confirm_resend()} isDisabled={isSent} />
        </MemberForm>
      )}
      {isConfirmed === null && (
        <PageLink className="button button-venue" href={paths.logIn}>
          {m.account_login_title()}
        </PageLink>
      )}
    </>
  );
}
