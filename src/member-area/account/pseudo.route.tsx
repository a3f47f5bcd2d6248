import { useAnswer } from "../../ui/hooks/use-answer.ts";
import { m } from "../../messages/messages.js";
import { textsOf } from "../../platform/http/form-body.server.ts";
import { TextField } from "../../ui/forms/field.tsx";
import { readInput } from "../../accounts/contract.ts";
import { pseudoInput } from "../../accounts/profile/contract.ts";
import { PSEUDO_MAX } from "../../accounts/limits.ts";
import { changePseudo } from "../../accounts/profile/pseudo.server.ts";
import { accountFrame } from "../../accounts/pages/account/account-frame.server.ts";
import { answerRefused, keptValues } from "../../accounts/forms/form-answer.server.ts";
import { FormPage } from "../../accounts/forms/form-page.tsx";
import { EMPTY_FORM, focusOf } from "../../accounts/forms/form-state.ts";
import { MemberForm, Submit } from "../../accounts/forms/member-form.tsx";
import { redirectTarget, redirectAfterForm, loggedInRequest } from "../../accounts/forms/member-request.server.ts";
import { toastCookie } from "../../accounts/pages/toast-cookie.server.ts";
import type { Route } from "./+types/pseudo.route.ts";

export { clientAction } from "../../accounts/forms/client-action.ts";
export { shouldRevalidate } from "../../ui/should-revalidate.ts";

export const handle = { isBare: true, start: "soon" };

/** /pseudo: changes the nickname. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = loggedInRequest(context, "Pseudo");
  return {
    frame: await accountFrame(request, { title: m.account_pseudo_title() }),
    pseudo: request.member.pseudo ?? "",
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const asked = loggedInRequest(context, "Pseudo");
  const fields = textsOf(await request.formData());
  const read = readInput(pseudoInput, { pseudo: fields["pseudo"] ?? "" });
  const changed = "input" in read ? await changePseudo(asked.world, asked.member, read.input) : read;
  if (!("ok" in changed))
    return answerRefused(asked, changed, { values: keptValues(fields, ["pseudo"]), fields: ["pseudo"] });
  asked.visitor.cookies.push(toastCookie(m.account_pseudo_done()));
  return redirectAfterForm(redirectTarget(asked));
}

export default function Pseudo({ loaderData, actionData }: Route.ComponentProps) {
  const { frame, pseudo } = loaderData;
  const state = useAnswer(actionData) ?? EMPTY_FORM;
  return (
    <FormPage frame={frame} heading={m.account_pseudo_title()} lead={m.account_pseudo_text()} state={state}>
      <MemberForm state={state}>
        <TextField
          name="pseudo"
          label={m.account_pseudo_label()}
          autoComplete="nickname"
          spellCheck={false}
          maxLength={PSEUDO_MAX}
          defaultValue={state.values["pseudo"] ?? pseudo}
          problem={state.problems["pseudo"]}
          help={m.account_pseudo_help()}
          isFocused={focusOf(state, ["pseudo"]) === "pseudo"}
          required
        />
        <Submit label={m.account_pseudo_submit()} />
      </MemberForm>
    </FormPage>
  );
}
