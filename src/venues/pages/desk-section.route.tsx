import { editedOf, showEditor, takeEditor } from "./desk-editor.server.tsx";
import type { Route } from "./+types/desk-section.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** A form of the desk: '/desk/horaires' and its like. */
export async function loader({ context, request }: Route.LoaderArgs) {
  return showEditor(context, await editedOf(context, sectionIn(request)));
}

export async function action({ context, request }: Route.ActionArgs) {
  return takeEditor(context, await editedOf(context, sectionIn(request)));
}

function sectionIn(request: Request): string {
  return new URL(request.url).pathname.split("/")[2] ?? "";
}
