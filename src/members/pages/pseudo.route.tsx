import { useAnswer } from "../../ui/hooks/use-answer.ts";
import { answerOf } from "../../ui/client-action.ts";
import { m } from "../../paraglide/messages.js";
import { textsOf } from "../../platform/form-body.server.ts";
import { TextField } from "../../ui/field.tsx";
import { PSEUDO_MAX } from "../limits.ts";
import { changePseudo } from "../pseudo.server.ts";
import { accountFrame } from "./account-frame.server.ts";
import { accountMeta } from "./account-meta.ts";
import { answerRefused, keptValues } from "./form-answer.server.ts";
import { FormPage } from "./form-page.tsx";
import { EMPTY_FORM, focusOf } from "./form-state.ts";
import { MemberForm, Submit } from "./member-form.tsx";
import { afterwards, leaveTo, loggedInRequest } from "./member-request.server.ts";
import { toastCookie } from "./toast-cookie.server.ts";
import type { Route } from "./+types/pseudo.route.ts";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";

export const handle = { isBare: true, start: "soon" };

/** /pseudo (section 2.6). */
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
  const changed = await changePseudo(asked.world, asked.member, { pseudo: fields["pseudo"] ?? "" });
  if (!("ok" in changed))
    return answerRefused(asked, changed, { values: keptValues(fields, ["pseudo"]), fields: ["pseudo"] });
  asked.visitor.cookies.push(toastCookie(m.account_pseudo_done()));
  return leaveTo(afterwards(asked));
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOf(serverAction);
}

export const meta: Route.MetaFunction = ({ loaderData }) => accountMeta(loaderData?.frame);

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
