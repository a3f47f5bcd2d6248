import * as paths from "../../../venues/paths.ts";
import { answerOf } from "../../../ui/forms/client-action.ts";
import { m } from "../../../messages/messages.js";
import { textsOf } from "../../../platform/http/form-body.server.ts";
import { agreeToChange } from "../../email/change-answers.server.ts";
import { addressPage, answerChange } from "./address-page.server.ts";
import { AddressPage } from "./address-page.tsx";
import { oncePerForm } from "../../forms/form-answer.server.ts";
import { memberRequest } from "../../forms/member-request.server.ts";
import type { Route } from "./+types/new-address.route.ts";

export { shouldRevalidate } from "../../../ui/should-revalidate.ts";

export const handle = { isBare: true, start: "soon" };

/** /nouvelle-adresse: the new address agrees to the change. Opening the page does not use the link up; sending the form does. */
export async function loader({ context }: Route.LoaderArgs) {
  return addressPage(memberRequest(context), "new", m.account_address_new_title());
}

export async function action({ context, request }: Route.ActionArgs) {
  const asked = memberRequest(context);
  const { world, visit, query } = asked;
  const fields = textsOf(await request.formData());
  const input = { token: query.get("token") ?? "" };
  const answered = await oncePerForm({ world, fields }, `POST ${paths.newAddress}`, input, () =>
    agreeToChange(world, visit, "new", input),
  );
  return answerChange(asked, answered);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOf(serverAction);
}

export default function NewAddress({ loaderData, actionData }: Route.ComponentProps) {
  return <AddressPage side="new" page={loaderData} answered={actionData} />;
}
