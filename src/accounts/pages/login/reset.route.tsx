import * as paths from "../../../venues/paths.ts";
import { useAnswer } from "../../../ui/hooks/use-answer.ts";
import { m } from "../../../messages/messages.js";
import { textsOf } from "../../../platform/http/form-body.server.ts";
import { newToken } from "../../../platform/cryptography.server.ts";
import { PageLink } from "../../../venues/pages/page-link.tsx";
import { resetInput, type Refused } from "../../contract.ts";
import { isResetLinkAlive, reset } from "../../password/password.server.ts";
import { accountFrame } from "../account/account-frame.server.ts";
import { Success } from "../account/account-page.tsx";
import {
  answerFailed,
  answerRefused,
  answerState,
  oncePerForm,
  orFailed,
  submitted,
} from "../../forms/form-answer.server.ts";
import { FormPage } from "../../forms/form-page.tsx";
import { EMPTY_FORM, focusOf, type FormState } from "../../forms/form-state.ts";
import { MemberForm, OtherFormLink, Submit } from "../../forms/member-form.tsx";
import {
  anonymousRequest,
  removeSessionCookie,
  memberRequest,
  readMemberAgain,
  type MemberRequest,
} from "../../forms/member-request.server.ts";
import { NewPasswordField } from "../../forms/new-password-field.tsx";
import type { Route } from "./+types/reset.route.ts";

export { clientAction } from "../../forms/client-action.ts";
export { shouldRevalidate } from "../../../ui/should-revalidate.ts";

export const handle = { isBare: true, start: "soon" };

/** /nouveau-mot-de-passe: sets a new password. Opening the page does not use the link up; sending the form does. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = resetRequest(context);
  return {
    frame: await accountFrame(request, { title: m.account_reset_title() }),
    formKey: newToken(request.world),
    isAlive: await isResetLinkAlive(request.world, request.query.get("token") ?? ""),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const asked = resetRequest(context);
  const { world, visit, query } = asked;
  const fields = textsOf(await request.formData());
  const input = { token: query.get("token") ?? "", password: fields["password"] ?? "" };
  const work = () => submitted(asked, resetInput, input, (read) => reset(world, visit, read));
  const result = await orFailed(asked, () => oncePerForm({ world, fields }, `POST ${paths.reset}`, input, work));
  if ("failed" in result) return answerFailed(result.failed);
  if (!("ok" in result)) return answerRefused(asked, withDeadLink(result), { fields: ["password"] });
  if (asked.member !== null) await readMemberAgain(asked);
  if (asked.visitor.member === null) removeSessionCookie(asked);
  return answerState(200, { values: { done: "1" } });
}

/** Members are redirected to Home, except those without a password: they asked for this link while logged in and stay so. */
function resetRequest(context: Route.LoaderArgs["context"]): MemberRequest {
  const request = memberRequest(context);
  return request.member?.hasPassword === false ? request : anonymousRequest(context);
}

/** A malformed token is answered like a used one. */
function withDeadLink(refused: Refused): Refused {
  const isToken = "problems" in refused && refused.problems.some(({ key }) => key === "token");
  return isToken ? { refusal: { kind: "bad_request", error: "members_link_dead" } } : refused;
}

/** Shown before anything is typed: the link was used or has expired. */
const DEAD: FormState = {
  ...EMPTY_FORM,
  get alert() {
    return m.members_failed();
  },
};

export default function Reset({ loaderData, actionData }: Route.ComponentProps) {
  const { frame, formKey, isAlive } = loaderData;
  const state = useAnswer(actionData, m.members_failed()) ?? (isAlive ? EMPTY_FORM : DEAD);
  const isDone = state.values["done"] === "1";
  return (
    <FormPage
      frame={frame}
      heading={m.account_reset_title()}
      lead={isDone ? undefined : state === DEAD ? m.members_link_dead() : m.account_reset_text()}
      closeHref="/"
      state={state}
      footer={
        state.alert !== null && state !== DEAD && <OtherFormLink label={m.account_reset_again()} href={paths.recover} />
      }
    >
      {state === DEAD && (
        <PageLink className="button button-venue" href={paths.recover}>
          {m.account_reset_again()}
        </PageLink>
      )}
      {isDone && (
        <>
          <Success>{m.account_reset_done()}</Success>
          <a className="button button-venue" href={paths.logIn}>
            {m.account_reset_login()}
          </a>
        </>
      )}
      {!isDone && state !== DEAD && (
        <MemberForm state={state} formKey={formKey}>
          <NewPasswordField
            label={m.account_reset_label()}
            problem={state.problems["password"]}
            isFocused={focusOf(state, ["password"]) === "password"}
          />
          <Submit label={m.account_reset_submit()} />
        </MemberForm>
      )}
    </FormPage>
  );
}
