import * as deskPaths from "../../staff/desk-paths.ts";
import { useDeskAnswer } from "../../venues/desk/use-desk-answer.ts";
import { NO_ANSWER } from "../../venues/desk/answer.ts";
import { answerDesk, typedAgain } from "../../venues/desk/answer.server.ts";
import { DeskForm } from "../../ui/desk/form.tsx";
import { DeskPage } from "../../venues/desk/page.tsx";
import { DeskSubmit, DeskText } from "../../ui/desk/parts.tsx";
import { deskRequest, redirectInDesk } from "../../venues/desk/request.server.ts";
import { m } from "../../messages/messages.js";
import { textsOf } from "../../platform/http/form-body.server.ts";
import { findPerson } from "./people.server.ts";
import type { Route } from "./+types/desk-people.route.ts";

export { clientAction } from "../../venues/desk/client-action.ts";
export { deskHandle as handle, deskMeta as meta } from "../../venues/desk/page.tsx";

export function loader() {
  return { title: m.deskpeople_people() };
}

export async function action({ context, request }: Route.ActionArgs) {
  const asked = deskRequest(context);
  const fields = textsOf(await request.formData());
  const found = await findPerson(asked.world, asked, (fields["who"] ?? "").slice(0, 300));
  if ("ok" in found) return redirectInDesk(asked, deskPaths.person(found.ok.ref));
  const typed = typedAgain(fields, ["who"]);
  if (found.refusal === "forbidden") return answerDesk(found, typed);
  return answerDesk({ problems: [{ key: "who", message: `deskpeople_refused_${found.refusal}` }] }, typed);
}

/**
 * '/desk/membres': finds one person by a complete number or address. The search is posted, so that no address or log contains it.
 */
export default function DeskPeople({ loaderData: { title }, actionData }: Route.ComponentProps) {
  const { values, problems, alert } = useDeskAnswer<typeof action>(actionData) ?? NO_ANSWER;
  return (
    <DeskPage title={title} lead={m.deskpeople_people_lead()} alert={alert}>
      <DeskForm className="desk-form desk-search" role="search">
        <DeskText
          name="who"
          label={m.deskpeople_who()}
          help={m.deskpeople_who_help()}
          defaultValue={values["who"] ?? ""}
          problem={problems["who"]}
          isFocused={problems["who"] !== undefined}
          maxLength={300}
        />
        <DeskSubmit>{m.deskpeople_search()}</DeskSubmit>
      </DeskForm>
    </DeskPage>
  );
}
