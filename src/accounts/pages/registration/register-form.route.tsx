import { answerOf } from "../../../ui/forms/client-action.ts";
import { registerAction } from "./register-actions.server.ts";
import { registerPage } from "./register-page.server.ts";
import { RegisterPage } from "./register-page.tsx";
import type { Route } from "./+types/register-form.route.ts";

export { shouldRevalidate } from "../../forms/form-revalidation.ts";

export const handle = { isBare: true, start: "soon" };

/** /creer-un-compte-form: the registration form without the social log-ins. */
export async function loader({ context, request }: Route.LoaderArgs) {
  return registerPage(context, request, "form");
}

export async function action({ context, request }: Route.ActionArgs) {
  return registerAction(context, request, true);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOf(serverAction);
}

export default function RegisterByForm({ loaderData, actionData }: Route.ComponentProps) {
  return <RegisterPage page={loaderData} answered={actionData} />;
}
