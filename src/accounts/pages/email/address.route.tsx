import * as paths from "../../../venues/paths.ts";
import { m } from "../../../messages/messages.js";
import { textsOf } from "../../../platform/http/form-body.server.ts";
import { pathTest } from "../../../platform/path-test.ts";
import { newToken } from "../../../platform/cryptography.server.ts";
import { useAnswer } from "../../../ui/hooks/use-answer.ts";
import type { Refused } from "../../contract.ts";
import {
  addressAsked,
  agreeToChange,
  refuseChange,
  type Answered,
  type Side,
} from "../../email/change-answers.server.ts";
import { answerRefused, answerState, oncePerForm } from "../../forms/form-answer.server.ts";
import { FormPage } from "../../forms/form-page.tsx";
import { EMPTY_FORM } from "../../forms/form-state.ts";
import { MemberForm, OtherAnswer, OtherFormLink, Submit } from "../../forms/member-form.tsx";
import { memberRequest, removeSessionCookie, type MemberRequest } from "../../forms/member-request.server.ts";
import { accountFrame } from "../account/account-frame.server.ts";
import { Success } from "../account/account-page.tsx";
import type { Route } from "./+types/address.route.ts";

export { clientAction } from "../../forms/client-action.ts";
export { shouldRevalidate } from "../../../ui/should-revalidate.ts";

export const handle = { isBare: true, start: "soon" };

const isNewAddress = pathTest(paths.newAddress);

/** How an answer ended. A used, expired or unknown link is dead. */
type AddressEnd = Answered["result"] | "dead" | "over";

/**
 * /nouvelle-adresse: the new address agrees to a change. /changement-adresse: the old one agrees, or says 'It was not me', which ends the
 * change. Opening the page does not use the link up; sending the form does.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const request = memberRequest(context);
  const side = sideOf(request);
  const title = side === "new" ? m.account_address_new_title() : m.account_address_old_title();
  return {
    side,
    title,
    frame: await accountFrame(request, { title }),
    /** Null for a dead link. */
    email: await addressAsked(request.world, side, request.query.get("token") ?? ""),
    formKey: newToken(request.world),
  };
}

function sideOf({ path }: MemberRequest): Side {
  return isNewAddress(path) ? "new" : "old";
}

export async function action({ context, request }: Route.ActionArgs) {
  const asked = memberRequest(context);
  const { world, visit, query } = asked;
  const side = sideOf(asked);
  const fields = textsOf(await request.formData());
  const input = { token: query.get("token") ?? "" };
  const answer = side === "new" ? "agree" : fields["answer"];
  // An unknown answer neither agrees nor refuses.
  if (answer !== "agree" && answer !== "refuse") return answerState(200, EMPTY_FORM);
  const answered = await oncePerForm({ world, fields }, `POST ${asked.path} ${answer}`, input, () =>
    answer === "agree" ? agreeToChange(world, visit, side, input) : refuseChange(world, visit, input),
  );
  return answerChange(asked, answered);
}

/** A member whose own address changed is logged out with all other sessions. */
function answerChange(request: MemberRequest, answered: { ok: Answered } | Refused) {
  const ended = (status: number, end: AddressEnd) => answerState(status, { values: { end } });
  if (!("ok" in answered)) {
    const error = "refusal" in answered ? answered.refusal.error : null;
    if (error === "members_link_dead") return ended(400, "dead");
    if (error === "members_email_change_over") return ended(409, "over");
    return answerRefused(request, answered, { fields: [] });
  }
  const { result, accountId } = answered.ok;
  if (result === "changed" && request.member?.accountId === accountId) removeSessionCookie(request);
  return ended(200, result);
}

/** Asks one side to agree, and then says how the change goes on. */
export default function Address({ loaderData, actionData }: Route.ComponentProps) {
  const { side, title, frame, email, formKey } = loaderData;
  const state = useAnswer(actionData) ?? EMPTY_FORM;
  const end = state.values["end"] as AddressEnd | undefined;
  if (end !== undefined || email === null)
    return <FormPage frame={frame} closeHref="/" state={EMPTY_FORM} {...endPage(side, end ?? "dead")} />;
  const isNew = side === "new";
  return (
    <FormPage
      frame={frame}
      heading={title}
      lead={isNew ? m.account_address_new_text({ email }) : m.account_address_old_text({ email })}
      closeHref="/"
      state={state}
    >
      <MemberForm state={state} formKey={formKey}>
        {!isNew && <input type="hidden" name="answer" value="agree" />}
        <Submit label={isNew ? m.account_address_new_submit() : m.account_address_old_agree()} />
      </MemberForm>
      {!isNew && <OtherAnswer name="answer" value="refuse" label={m.account_address_old_refuse()} formKey={formKey} />}
    </FormPage>
  );
}

/** A used, expired or unknown link gets the same words. */
function endPage(side: Side, end: AddressEnd) {
  const [heading, words] = wordsOf(side, end);
  const isFine = end !== "dead" && end !== "over";
  return {
    heading,
    lead: isFine ? undefined : words,
    footer: end === "changed" && <OtherFormLink label={m.account_login_title()} href={paths.logIn} />,
    children: isFine && <Success>{words}</Success>,
  };
}

function wordsOf(side: Side, end: AddressEnd): [heading: string, words: string] {
  if (end === "changed") return [m.account_address_changed_title(), m.account_address_changed_text()];
  if (end === "refused") return [m.account_address_refused_title(), m.account_address_refused_text()];
  if (end === "over") return [m.account_address_over_title(), m.members_email_change_over()];
  if (end === "dead") return [m.account_confirm_dead_title(), m.account_address_dead_text()];
  const words = side === "new" ? m.account_address_new_waiting() : m.account_address_old_waiting();
  return [m.account_address_waiting_title(), words];
}
