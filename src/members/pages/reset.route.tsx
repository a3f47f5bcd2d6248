import { m } from "../../paraglide/messages.js";
import { reset } from "../password.server.ts";
import { memberPaths } from "../paths.ts";
import { Success } from "./account-page.tsx";
import { formAnswer, formKeyOf, onceAForm, showRefused, showState } from "./form-answer.server.ts";
import { EMPTY_FORM, focusOf } from "./form-state.ts";
import { MemberForm, OtherWay, Submit } from "./member-form.tsx";
import { anonymousRequest } from "./member-request.server.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { showFormPage } from "./show-form-page.server.tsx";
import type { Route } from "./+types/reset.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** /nouveau-mot-de-passe (sections 2.2 and 2.6). Looking at the page uses nothing up; sending it does. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = anonymousRequest(context);
  const state = context.get(formAnswer);
  const isDone = state.values["done"] === "1";
  await showFormPage(request, {
    heading: m.account_reset_title(),
    lead: isDone ? undefined : m.account_reset_text(),
    closeHref: "/",
    state,
    labels: { password: m.account_password() },
    content: isDone ? (
      <>
        <Success>{m.account_reset_done()}</Success>
        <a className="button button-venue" href={memberPaths.logIn}>
          {m.account_reset_login()}
        </a>
      </>
    ) : (
      <MemberForm state={state} formKey={formKeyOf(request)}>
        <NewPasswordField
          label={m.account_reset_label()}
          problem={state.problems["password"]}
          isFocused={focusOf(state, ["password"]) === "password"}
        />
        <Submit label={m.account_reset_submit()} />
      </MemberForm>
    ),
    footer: state.alert !== null && <OtherWay label={m.account_reset_again()} href={memberPaths.recover} />,
  });
  return null;
}

export async function action({ context }: Route.ActionArgs) {
  const request = anonymousRequest(context);
  const { world, visit, query, fields } = request;
  const input = { token: query.get("token") ?? "", password: fields["password"] ?? "" };
  const result = await onceAForm(request, "POST /nouveau-mot-de-passe", input, () => reset(world, visit, input));
  if ("ok" in result) return showState(context, 200, { ...EMPTY_FORM, values: { done: "1" } });
  return showRefused(context, request, withDeadLink(result), { kept: [], fields: ["password"] });
}

/** A token that cannot be one is told like one that is used up. */
function withDeadLink(refused: Exclude<Awaited<ReturnType<typeof reset>>, { ok: unknown }>): typeof refused {
  const isToken = "problems" in refused && refused.problems.some(({ key }) => key === "token");
  return isToken ? { refusal: { status: 400, error: "members_link_dead" } } : refused;
}
