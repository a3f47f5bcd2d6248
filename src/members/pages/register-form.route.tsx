import { registerAction } from "./register-actions.server.ts";
import { showRegisterPage } from "./register-page.server.tsx";
import type { Route } from "./+types/register-form.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** /creer-un-compte-form. */
export async function loader({ context, request }: Route.LoaderArgs) {
  await showRegisterPage(context, request, "form");
  return null;
}

export async function action({ context, request }: Route.ActionArgs) {
  return registerAction(context, request, true);
}
