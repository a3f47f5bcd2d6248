import { answerOf } from "../../../ui/forms/client-action.ts";
import { registerAction } from "./register-actions.server.ts";
import { registerPage } from "./register-page.server.ts";
import { RegisterPage } from "./register-page.tsx";
import type { Route } from "./+types/register.route.ts";

export { shouldRevalidate } from "../../forms/form-revalidation.ts";

export const handle = { isBare: true, start: "soon" };

/** /creer-un-compte: social log-ins and the registration form. */
export async function loader({ context, request }: Route.LoaderArgs) {
  return registerPage(context, request, "entrance");
}

export async function action({ context, request }: Route.ActionArgs) {
  return registerAction(context, request, false);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOf(serverAction);
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  return <RegisterPage page={loaderData} answered={actionData} />;
}
