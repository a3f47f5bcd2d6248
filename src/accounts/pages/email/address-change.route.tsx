import * as paths from "../../../venues/paths.ts";
import { answerOf } from "../../../ui/forms/client-action.ts";
import { m } from "../../../messages/messages.js";
import { textsOf } from "../../../platform/http/form-body.server.ts";
import { agreeToChange, refuseChange } from "../../email/change-answers.server.ts";
import { addressPage, answerChange } from "./address-page.server.ts";
import { AddressPage } from "./address-page.tsx";
import { answerState, oncePerForm } from "../../forms/form-answer.server.ts";
import { EMPTY_FORM } from "../../forms/form-state.ts";
import { memberRequest } from "../../forms/member-request.server.ts";
import type { Route } from "./+types/address-change.route.ts";

export { shouldRevalidate } from "../../../ui/should-revalidate.ts";

export const handle = { isBare: true, start: "soon" };

/**
 * /changement-adresse: the old address agrees to the change, or says 'It was not me', which ends it. Opening the page does not use
 * the link up; sending the form does.
 */
export async function loader({ context }: Route.LoaderArgs) {
  return addressPage(memberRequest(context), "old", m.account_address_old_title());
}

export async function action({ context, request }: Route.ActionArgs) {
  const asked = memberRequest(context);
  const { world, visit, query } = asked;
  const fields = textsOf(await request.formData());
  const input = { token: query.get("token") ?? "" };
  const agrees = fields["answer"] === "agree";
  // An unknown answer neither agrees nor refuses.
  if (!agrees && fields["answer"] !== "refuse") return answerState(200, EMPTY_FORM);
  const call = `POST ${paths.addressChange} ${agrees ? "agree" : "refuse"}`;
  const answered = await oncePerForm({ world, fields }, call, input, () =>
    agrees ? agreeToChange(world, visit, "old", input) : refuseChange(world, visit, input),
  );
  return answerChange(asked, answered);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOf(serverAction);
}

export default function AddressChange({ loaderData, actionData }: Route.ComponentProps) {
  return <AddressPage side="old" page={loaderData} answered={actionData} />;
}
