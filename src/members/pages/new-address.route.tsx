import { m } from "../../paraglide/messages.js";
import { addressAsked, agreeToChange } from "../email-change-answers.server.ts";
import { endOf, leaveAnswer, showEnd } from "./address-change-end.server.tsx";
import { formAnswer, formKeyOf, onceAForm } from "./form-answer.server.ts";
import { MemberForm, Submit } from "./member-form.tsx";
import { memberRequest } from "./member-request.server.ts";
import { showFormPage } from "./show-form-page.server.tsx";
import type { Route } from "./+types/new-address.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** /nouvelle-adresse (G71): the address that an account is to have says that it is its holder's. Looking uses nothing up, sending does. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = memberRequest(context);
  const state = context.get(formAnswer);
  const end = endOf(state);
  const email = end === null ? await addressAsked(request.world, "new", request.query.get("token") ?? "") : null;
  if (email === null) await showEnd(request, "new", end ?? "dead");
  else
    await showFormPage(request, {
      heading: m.account_address_new_title(),
      lead: m.account_address_new_text({ email }),
      closeHref: "/",
      state,
      labels: {},
      content: (
        <MemberForm state={state} formKey={formKeyOf(request)}>
          <Submit label={m.account_address_new_submit()} />
        </MemberForm>
      ),
    });
  return null;
}

export async function action({ context }: Route.ActionArgs) {
  const request = memberRequest(context);
  const { world, visit, query } = request;
  const input = { token: query.get("token") ?? "" };
  const answered = await onceAForm(request, "POST /nouvelle-adresse", input, () =>
    agreeToChange(world, visit, "new", input),
  );
  return leaveAnswer(context, request, answered);
}
