import * as paths from "../../../venues/paths.ts";
import { useAnswer } from "../../../ui/hooks/use-answer.ts";
import { m } from "../../../messages/messages.js";
import { textsOf } from "../../../platform/http/form-body.server.ts";
import { recoverInput } from "../../contract.ts";
import { recover } from "../../password/password.server.ts";
import { accountFrame } from "../account/account-frame.server.ts";
import { Success } from "../account/account-page.tsx";
import {
  answerFailed,
  answerRefused,
  answerState,
  keptValues,
  orFailed,
  visitWithProof,
  submitted,
} from "../../forms/form-answer.server.ts";
import { FormPage } from "../../forms/form-page.tsx";
import { EMPTY_FORM, focusOf } from "../../forms/form-state.ts";
import { EmailField } from "../../forms/email-field.tsx";
import { MemberForm, OtherFormLink, Submit } from "../../forms/member-form.tsx";
import { anonymousRequest, keptQuery } from "../../forms/member-request.server.ts";
import { sentMailWords } from "../../forms/wait-words.ts";
import { callbackUrl } from "../../forms/log-in-links.server.ts";
import type { Route } from "./+types/recover.route.ts";

export { clientAction } from "../../forms/client-action.ts";
export { shouldRevalidate } from "../../../ui/should-revalidate.ts";

export const handle = { isBare: true, start: "soon" };

/** /recuperer-mon-mot-de-passe: asks for a link to a new password. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = anonymousRequest(context);
  return { frame: await accountFrame(request, { title: m.account_recover_title() }), kept: keptQuery(request) };
}

/** Every well-formed address gets the same answer, so that nobody learns whether it has an account. */
export async function action({ context, request }: Route.ActionArgs) {
  const asked = anonymousRequest(context);
  const fields = textsOf(await request.formData());
  const input = { email: fields["email"] ?? "", callback_url: callbackUrl(asked, paths.reset) };
  const result = await orFailed(asked, () =>
    submitted(asked, recoverInput, input, (read) => recover(asked.world, visitWithProof(asked, fields), read)),
  );
  const values = keptValues(fields, ["email"]);
  if ("failed" in result) return answerFailed(result.failed, values);
  if (!("ok" in result)) return answerRefused(asked, result, { values, fields: ["email"] });
  const done = sentMailWords(m.account_recover_done(), result.ok.waitSeconds, asked.locale);
  return answerState(200, { values: { email: input.email.slice(0, 300), done } });
}

export default function Recover({ loaderData: { frame, kept }, actionData }: Route.ComponentProps) {
  const state = useAnswer(actionData, m.members_failed()) ?? EMPTY_FORM;
  const { done } = state.values;
  const isDone = done !== undefined;
  return (
    <FormPage
      frame={frame}
      heading={m.account_recover_title()}
      lead={isDone ? undefined : m.account_recover_text()}
      state={state}
      footer={<OtherFormLink label={m.account_recover_back()} href={`${paths.logIn}${kept}`} />}
    >
      {isDone && <Success>{done}</Success>}
      <MemberForm state={state} proof="asked">
        <EmailField
          state={state}
          isFocused={focusOf(state, ["email"]) === "email"}
          autoComplete="username"
          isDisabled={isDone}
        />
        <Submit label={m.account_recover_submit()} isDisabled={isDone} />
      </MemberForm>
    </FormPage>
  );
}
