import * as paths from "../../../venues/paths.ts";
import { useAnswer } from "../../../ui/hooks/use-answer.ts";
import { answerOf } from "../../../ui/forms/client-action.ts";
import { m } from "../../../messages/messages.js";
import { textsOf } from "../../../platform/http/form-body.server.ts";
import { newToken } from "../../../platform/sealing.server.ts";
import { addressAsked, agreeToChange, refuseChange } from "../../email/change-answers.server.ts";
import { accountFrame } from "../account/account-frame.server.ts";
import { answerChange } from "./address-answer.server.ts";
import { addressEnd, endPage } from "./address-end.tsx";
import { answerState, oncePerForm } from "../../forms/form-answer.server.ts";
import { FormPage } from "../../forms/form-page.tsx";
import { EMPTY_FORM } from "../../forms/form-state.ts";
import { MemberForm, Submit } from "../../forms/member-form.tsx";
import { memberRequest } from "../../forms/member-request.server.ts";
import type { Route } from "./+types/address-change.route.ts";

export { shouldRevalidate } from "../../../ui/should-revalidate.ts";

export const handle = { isBare: true, start: "soon" };

/**
 * /changement-adresse: the old address agrees to the change, or says 'It was not me', which ends it. Opening the page does not use
 * the link up; sending the form does.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const request = memberRequest(context);
  return {
    frame: await accountFrame(request, { title: m.account_address_old_title() }),
    email: await addressAsked(request.world, "old", request.query.get("token") ?? ""),
    formKey: newToken(request.world),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const asked = memberRequest(context);
  const { world, visit, query } = asked;
  const fields = textsOf(await request.formData());
  const input = { token: query.get("token") ?? "" };
  const agrees = fields["answer"] === "agree";
  // An unknown answer neither agrees nor refuses.
  if (!agrees && fields["answer"] !== "refuse") return answerState(200, EMPTY_FORM);
  const call = `POST ${paths.addressChange} ${agrees ? "agree" : "refuse"}`;
  const answered = await oncePerForm({ world, fields }, call, input, () =>
    agrees ? agreeToChange(world, visit, "old", input) : refuseChange(world, visit, input),
  );
  return answerChange(asked, answered);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOf(serverAction);
}

export default function AddressChange({ loaderData, actionData }: Route.ComponentProps) {
  const { frame, email, formKey } = loaderData;
  const state = useAnswer(actionData) ?? EMPTY_FORM;
  const end = addressEnd(state, email);
  if (end !== null || email === null)
    return <FormPage frame={frame} closeHref="/" state={EMPTY_FORM} {...endPage("old", end ?? "dead")} />;
  return (
    <FormPage
      frame={frame}
      heading={m.account_address_old_title()}
      lead={m.account_address_old_text({ email })}
      closeHref="/"
      state={state}
    >
      <MemberForm state={state} formKey={formKey}>
        <input type="hidden" name="answer" value="agree" />
        <Submit label={m.account_address_old_agree()} />
      </MemberForm>
      <MemberForm state={EMPTY_FORM} formKey={formKey}>
        <input type="hidden" name="answer" value="refuse" />
        <button className="button button-line form-submit" type="submit">
          {m.account_address_old_refuse()}
        </button>
      </MemberForm>
    </FormPage>
  );
}
