import { editedOf, showEditor, takeEditor } from "./desk-editor.server.tsx";
import type { Route } from "./+types/desk-entry.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** One entry of a list of the desk: '/desk/agenda/5101', or '/desk/agenda/nouveau'. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  return showEditor(context, await editedOf(context, sectionIn(request), params.item));
}

export async function action({ context, request, params }: Route.ActionArgs) {
  return takeEditor(context, await editedOf(context, sectionIn(request), params.item));
}

function sectionIn(request: Request): string {
  return new URL(request.url).pathname.split("/")[2] ?? "";
}
