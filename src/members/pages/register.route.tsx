import { registerAction } from "./register-actions.server.ts";
import { showRegisterPage } from "./register-page.server.tsx";
import type { Route } from "./+types/register.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** /creer-un-compte. */
export async function loader({ context, request }: Route.LoaderArgs) {
  await showRegisterPage(context, request, "entrance");
  return null;
}

export async function action({ context, request }: Route.ActionArgs) {
  return registerAction(context, request, false);
}
