import { answerDesk, answerOf } from "../../operators/pages/desk-answer.server.ts";
import { DeskButtons, DeskForm, DeskText } from "../../operators/pages/desk-parts.tsx";
import { deskRequest, leaveDesk } from "../../operators/pages/desk-request.server.ts";
import { showDeskPage } from "../../operators/pages/show-desk-page.server.tsx";
import { m } from "../../paraglide/messages.js";
import { findPerson } from "../people.server.ts";
import type { Route } from "./+types/desk-people.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** '/desk/membres': one person by the whole of a number. What is typed is posted, so that no address or log holds it. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const answer = answerOf(context);
  await showDeskPage(request, {
    title: m.deskpeople_people(),
    lead: m.deskpeople_people_lead(),
    content: (
      <DeskForm className="desk-form desk-search" role="search">
        <DeskText
          name="who"
          label={m.deskpeople_who()}
          help={m.deskpeople_who_help()}
          defaultValue={request.fields["who"] ?? ""}
          problem={answer.problem("who")}
          isFocused={answer.isFirst("who")}
          maxLength={300}
        />
        <DeskButtons>
          <button className="button button-venue" type="submit">
            {m.deskpeople_search()}
          </button>
        </DeskButtons>
      </DeskForm>
    ),
  });
  return null;
}

export async function action({ context }: Route.ActionArgs) {
  const request = deskRequest(context);
  const found = await findPerson(request.world, request, (request.fields["who"] ?? "").slice(0, 300));
  if ("ok" in found) return leaveDesk(request, `/desk/membres/${found.ok.ref}`);
  if (found.refusal === "forbidden") return answerDesk(context, found);
  return answerDesk(context, { problems: [{ key: "who", message: `deskpeople_refused_${found.refusal}` }] });
}
