import { EditorPage } from "./desk-editor-form.tsx";
import { editedOf, loadEditor, takeEditor } from "./desk-editor.server.ts";
import type { Route } from "./+types/desk-entry.route.ts";

export { deskMeta as meta } from "../../operators/pages/desk-page.tsx";

/** One entry of a list of the desk: '/desk/agenda/5101', or '/desk/agenda/nouveau'. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  return loadEditor(await editedOf(context, sectionIn(request), params.item));
}

export async function action({ context, request, params }: Route.ActionArgs) {
  return takeEditor(await editedOf(context, sectionIn(request), params.item));
}

export default function DeskEntry({ loaderData, actionData }: Route.ComponentProps) {
  return <EditorPage editor={loaderData} answer={actionData} />;
}

function sectionIn(request: Request): string {
  return new URL(request.url).pathname.split("/")[2] ?? "";
}
