import { m } from "../../paraglide/messages.js";
import { recover } from "../password.server.ts";
import { memberPaths } from "../paths.ts";
import { formAnswer, orFailed, provingVisit, showFailed, showRefused, showState } from "./form-answer.server.ts";
import { EMPTY_FORM, focusOf } from "./form-state.ts";
import { EmailField } from "./login-form.tsx";
import { MemberForm, OtherWay, Submit } from "./member-form.tsx";
import { anonymousRequest, keptQuery } from "./member-request.server.ts";
import { Success } from "./account-page.tsx";
import { showFormPage } from "./show-form-page.server.tsx";
import { callbackUrl } from "./ways.server.ts";
import type { Route } from "./+types/recover.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** /recuperer-mon-mot-de-passe (sections 2.2 and 2.6). */
export async function loader({ context }: Route.LoaderArgs) {
  const request = anonymousRequest(context);
  const state = context.get(formAnswer);
  const isDone = state.values["done"] === "1";
  await showFormPage(request, {
    heading: m.account_recover_title(),
    lead: isDone ? undefined : m.account_recover_text(),
    state,
    labels: { email: m.account_email() },
    content: (
      <>
        {isDone && <Success>{m.account_recover_done()}</Success>}
        <MemberForm state={state} proof="asked" failed={m.members_failed()}>
          <EmailField
            state={state}
            isFocused={focusOf(state, ["email"]) === "email"}
            autoComplete="username"
            isDisabled={isDone}
          />
          <Submit label={m.account_recover_submit()} isDisabled={isDone} />
        </MemberForm>
      </>
    ),
    footer: <OtherWay label={m.account_recover_back()} href={`${memberPaths.logIn}${keptQuery(request)}`} />,
  });
  return null;
}

/** Nobody learns whether the address has an account (G50): what is right is answered alike. */
export async function action({ context }: Route.ActionArgs) {
  const request = anonymousRequest(context);
  const { world, fields } = request;
  const input = { email: fields["email"] ?? "", callback_url: callbackUrl(request, memberPaths.reset) };
  const result = await orFailed(request, () => recover(world, provingVisit(request), input));
  if ("failed" in result) return showFailed(context, request, result.failed, ["email"]);
  if (!("ok" in result)) return showRefused(context, request, result, { kept: ["email"], fields: ["email"] });
  return showState(context, 200, { ...EMPTY_FORM, values: { email: input.email.slice(0, 300), done: "1" } });
}
