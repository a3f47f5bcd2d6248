import { m } from "../../paraglide/messages.js";
import { TextField } from "../../ui/field.tsx";
import { PSEUDO_MAX } from "../contract.ts";
import { changePseudo } from "../pseudo.server.ts";
import { formAnswer, showRefused } from "./form-answer.server.ts";
import { focusOf } from "./form-state.ts";
import { MemberForm, Submit } from "./member-form.tsx";
import { afterwards, leaveTo, loggedInRequest } from "./member-request.server.ts";
import { showFormPage } from "./show-form-page.server.tsx";
import { toastCookie } from "./toast-cookie.server.ts";
import type { Route } from "./+types/pseudo.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** /pseudo (section 2.6). */
export async function loader({ context }: Route.LoaderArgs) {
  const request = loggedInRequest(context, "Pseudo");
  const state = context.get(formAnswer);
  await showFormPage(request, {
    heading: m.account_pseudo_title(),
    lead: m.account_pseudo_text(),
    state,
    labels: { pseudo: m.account_pseudo_label() },
    content: (
      <MemberForm state={state}>
        <TextField
          name="pseudo"
          label={m.account_pseudo_label()}
          autoComplete="nickname"
          spellCheck={false}
          maxLength={PSEUDO_MAX}
          defaultValue={state.values["pseudo"] ?? request.member.pseudo ?? ""}
          problem={state.problems["pseudo"]}
          help={m.account_pseudo_help()}
          isFocused={focusOf(state, ["pseudo"]) === "pseudo"}
          required
        />
        <Submit label={m.account_pseudo_submit()} />
      </MemberForm>
    ),
  });
  return null;
}

export async function action({ context }: Route.ActionArgs) {
  const request = loggedInRequest(context, "Pseudo");
  const { world, member, fields, visitor } = request;
  const changed = await changePseudo(world, member, { pseudo: fields["pseudo"] ?? "" });
  if (!("ok" in changed)) return showRefused(context, request, changed, { kept: ["pseudo"], fields: ["pseudo"] });
  visitor.cookies.push(toastCookie(m.account_pseudo_done()));
  return leaveTo(afterwards(request));
}
