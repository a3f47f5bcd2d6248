import * as paths from "../../../venues/paths.ts";
import { useAnswer } from "../../../ui/hooks/use-answer.ts";
import { m } from "../../../messages/messages.js";
import { textsOf } from "../../../platform/http/form-body.server.ts";
import { newToken } from "../../../platform/cryptography.server.ts";
import { PageLink } from "../../../venues/pages/page-link.tsx";
import { emailConfirmationInput, type Refused } from "../../contract.ts";
import {
  confirmEmail,
  disownRegistration,
  registrationAsked,
  resendConfirmation,
} from "../../email/confirmation.server.ts";
import { popupHref } from "../../paths.ts";
import { accountFrame } from "../account/account-frame.server.ts";
import { Success } from "../account/account-page.tsx";
import { answerRefused, answerState, oncePerForm, submitted } from "../../forms/form-answer.server.ts";
import { askedWith } from "../../forms/asked-words.server.ts";
import { FormPage } from "../../forms/form-page.tsx";
import { EMPTY_FORM } from "../../forms/form-state.ts";
import { MemberForm, OtherAnswer, OtherFormLink, Submit } from "../../forms/member-form.tsx";
import {
  redirectAfterForm,
  memberRequest,
  removeSessionCookie,
  setSessionCookies,
  type MemberRequest,
} from "../../forms/member-request.server.ts";
import { toastCookie } from "../toast-cookie.server.ts";
import { sentMailWords } from "../../forms/wait-words.ts";
import { callbackUrl } from "../../forms/log-in-links.server.ts";
import type { Route } from "./+types/confirm-email.route.ts";

export { clientAction } from "../../forms/client-action.ts";
export { shouldRevalidate } from "../../../ui/should-revalidate.ts";

export const handle = { isBare: true, start: "soon" };

/**
 * /email-confirmation. Only a post confirms, so a program that opens the link of a mail does not use it up. In the browser that
 * registered the page's script posts at once. Elsewhere the visitor reads when and with what kind of device the registration was made,
 * and may say that it was not theirs.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const request = memberRequest(context);
  const { world, visit, member, query } = request;
  const registration = await registrationAsked(world, visit, member, query.get("token") ?? "");
  return {
    frame: await accountFrame(request, { title: m.account_confirm_title() }),
    formKey: newToken(world),
    /** Null for a dead link. */
    registration:
      registration === null
        ? null
        : {
            asked: m.account_confirm_asked(askedWith(request, registration.askedAt, registration.device)),
            isOwn: registration.isOwn,
          },
    /** Null where nobody is logged in. */
    isConfirmed: member?.isEmailValid ?? null,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const asked = memberRequest(context);
  const { world, visit, member, query, visitor } = asked;
  const fields = textsOf(await request.formData());
  const { intent } = fields;
  if (intent === "resend") return resend(asked);
  const input = { token_validation_email: query.get("token") ?? "" };
  if (intent === "disown") return disown(asked, fields, input);
  const confirmed = await oncePerForm({ world, fields }, `POST ${paths.confirmEmail}`, input, () =>
    submitted(asked, emailConfirmationInput, input, (read) => confirmEmail(world, visit, member, read)),
  );
  if (!("ok" in confirmed)) return deadOr(asked, confirmed);
  const { token, browser } = confirmed.ok;
  if (token !== null) setSessionCookies(asked, { token, ...(browser === undefined ? {} : { browser }) });
  visitor.cookies.push(toastCookie(m.account_confirm_done()));
  return redirectAfterForm(token === null && member === null ? paths.logIn : popupHref("Menu"));
}

async function disown(asked: MemberRequest, fields: Record<string, string>, input: object) {
  const { world, visit, member } = asked;
  const ended = await oncePerForm({ world, fields }, `POST ${paths.confirmEmail} disown`, input, () =>
    submitted(asked, emailConfirmationInput, input, (read) => disownRegistration(world, visit, member, read)),
  );
  if (!("ok" in ended)) return deadOr(asked, ended);
  if (member?.accountId === ended.ok.accountId) removeSessionCookie(asked);
  return answerState(200, { values: { disowned: "1" } });
}

function deadOr(asked: MemberRequest, refused: Refused) {
  const isDead = "problems" in refused || refused.refusal.error === "members_link_dead";
  return isDead ? answerState(400, { values: { dead: "1" } }) : answerRefused(asked, refused, { fields: [] });
}

async function resend(request: MemberRequest) {
  const { world, visit, member } = request;
  if (member === null) return answerState(401, { values: { dead: "1" } });
  const input = { email: member.email, callback_url: callbackUrl(request, paths.confirmEmail) };
  const result = await resendConfirmation(world, visit, member, input);
  if ("ok" in result) {
    const sent = sentMailWords(m.account_confirm_sent(), result.ok.waitSeconds, request.locale);
    return answerState(200, { values: { dead: "1", sent } });
  }
  return answerRefused(request, result, { values: { dead: "1" }, fields: [] });
}

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { frame, formKey, isConfirmed, registration } = loaderData;
  const answer = useAnswer(actionData);
  const state = answer ?? EMPTY_FORM;
  if (state.values["disowned"] === "1")
    return (
      <FormPage frame={frame} heading={m.account_confirm_disowned_title()} closeHref="/" state={state}>
        <Success>{m.account_confirm_disowned_text()}</Success>
      </FormPage>
    );
  if (state.values["dead"] === "1" || registration === null)
    return (
      <FormPage
        frame={frame}
        heading={m.account_confirm_dead_title()}
        lead={isConfirmed === true ? m.account_confirm_already() : m.account_confirm_dead_text()}
        state={state}
        footer={isConfirmed !== null && <OtherFormLink label={m.account_confirm_on()} href={popupHref("Menu")} />}
      >
        <DeadLink isConfirmed={isConfirmed} sent={state.values["sent"]} />
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
      <p className="quiet">{registration.asked}</p>
      <MemberForm state={state} formKey={formKey} isSentAtOnce={registration.isOwn && answer === undefined}>
        <Submit label={m.account_confirm_submit()} />
      </MemberForm>
      <OtherAnswer name="intent" value="disown" label={m.account_confirm_not_me()} formKey={formKey} />
    </FormPage>
  );
}

type DeadLinkProps = { isConfirmed: boolean | null; sent: string | undefined };

/** The same neutral words for a used, expired or unknown link, with a new link for a member who can have one. */
function DeadLink({ isConfirmed, sent }: DeadLinkProps) {
  return (
    <>
      {sent !== undefined && <Success>{sent}</Success>}
      {isConfirmed === false && (
        <MemberForm state={EMPTY_FORM}>
          <input type="hidden" name="intent" value="resend" />
          <Submit label={m.account_confirm_resend()} isDisabled={sent !== undefined} />
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
