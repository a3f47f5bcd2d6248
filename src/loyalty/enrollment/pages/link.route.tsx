import * as paths from "../../../venues/paths.ts";
import { redirect } from "react-router";
import { accountFrame } from "../../../accounts/pages/account/account-frame.server.ts";
import { answerRefused, keptValues, submitted } from "../../../accounts/forms/form-answer.server.ts";
import { FormPage } from "../../../accounts/forms/form-page.tsx";
import { EMPTY_FORM } from "../../../accounts/forms/form-state.ts";
import { redirectAfterForm, loggedInRequest, memberRequest } from "../../../accounts/forms/member-request.server.ts";
import { toastCookie } from "../../../accounts/pages/toast-cookie.server.ts";
import { popupHref } from "../../../accounts/paths.ts";
import { m } from "../../../messages/messages.js";
import { textsOf } from "../../../platform/http/form-body.server.ts";
import { useAnswer } from "../../../ui/hooks/use-answer.ts";
import { cardLinkInput } from "../contract.ts";
import { linkCard } from "../linking.server.ts";
import { LinkCard } from "./link-card.tsx";
import "./scanner.css";
import type { Route } from "./+types/link.route.ts";

export { clientAction } from "../../../accounts/forms/client-action.ts";
export { shouldRevalidate } from "../../../ui/should-revalidate.ts";

export const handle = { isBare: true, start: "needed" };

/** `/players-plus/link`: links a card by its number, typed or scanned. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = linkRequest(context);
  return { frame: await accountFrame(request, { title: m.card_link_title() }) };
}

export async function action({ context, request }: Route.ActionArgs) {
  const asked = linkRequest(context);
  const { world, visit, member, visitor } = asked;
  const fields = textsOf(await request.formData());
  const given = { card_number: fields["card_number"] ?? "" };
  const linked = await submitted(asked, cardLinkInput, given, (input) => linkCard(world, visit, member, input));
  if (!("ok" in linked))
    return answerRefused(asked, linked, { values: keptValues(fields, ["card_number"]), fields: ["card_number"] });
  visitor.cookies.push(toastCookie(m.card_link_done()));
  return redirectAfterForm(popupHref("Card"));
}

/** Requires a logged-in member. Somebody who has a card is sent to it. */
function linkRequest(context: Route.LoaderArgs["context"]) {
  if (!memberRequest(context).venue.config.enrollment) throw redirect("/");
  const request = loggedInRequest(context, "EnrollmentLink");
  if (request.member.playersPlusId !== null) throw redirect(popupHref("Card"));
  return request;
}

export default function Link({ loaderData: { frame }, actionData }: Route.ComponentProps) {
  const state = useAnswer(actionData) ?? EMPTY_FORM;
  const { program } = frame;
  return (
    <FormPage
      frame={frame}
      heading={m.card_link_title()}
      lead={m.card_link_text({ program })}
      state={state}
      closeHref={paths.programme}
    >
      <LinkCard state={state} program={program} />
    </FormPage>
  );
}
