import { m } from "../../paraglide/messages.js";
import { addressAsked, agreeToChange, refuseChange } from "../email-change-answers.server.ts";
import { endOf, leaveAnswer, showEnd } from "./address-change-end.server.tsx";
import { formAnswer, formKeyOf, onceAForm } from "./form-answer.server.ts";
import { EMPTY_FORM } from "./form-state.ts";
import { MemberForm, Submit } from "./member-form.tsx";
import { memberRequest } from "./member-request.server.ts";
import { showFormPage } from "./show-form-page.server.tsx";
import type { Route } from "./+types/address-change.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/**
 * /changement-adresse (G71): the address that an account has agrees to another one, or says 'It was not me', which ends the change.
 * Looking uses nothing up, sending does.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const request = memberRequest(context);
  const state = context.get(formAnswer);
  const end = endOf(state);
  const email = end === null ? await addressAsked(request.world, "old", request.query.get("token") ?? "") : null;
  if (email === null) await showEnd(request, "old", end ?? "dead");
  else
    await showFormPage(request, {
      heading: m.account_address_old_title(),
      lead: m.account_address_old_text({ email }),
      closeHref: "/",
      state,
      labels: {},
      content: (
        <>
          <MemberForm state={state} formKey={formKeyOf(request)}>
            <input type="hidden" name="answer" value="agree" />
            <Submit label={m.account_address_old_agree()} />
          </MemberForm>
          <MemberForm state={EMPTY_FORM} formKey={formKeyOf(request)}>
            <input type="hidden" name="answer" value="refuse" />
            <button className="button button-line form-submit" type="submit">
              {m.account_address_old_refuse()}
            </button>
          </MemberForm>
        </>
      ),
    });
  return null;
}

export async function action({ context }: Route.ActionArgs) {
  const request = memberRequest(context);
  const { world, visit, query, fields } = request;
  const input = { token: query.get("token") ?? "" };
  const agrees = fields["answer"] === "agree";
  // What a form does not say is no agreement, and no refusal either.
  if (!agrees && fields["answer"] !== "refuse") return null;
  const call = `POST /changement-adresse ${agrees ? "agree" : "refuse"}`;
  const answered = await onceAForm(request, call, input, () =>
    agrees ? agreeToChange(world, visit, "old", input) : refuseChange(world, visit, input),
  );
  return leaveAnswer(context, request, answered);
}
