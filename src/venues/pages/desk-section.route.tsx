import { EditorPage } from "./desk-editor-form.tsx";
import { editedOf, loadEditor, takeEditor } from "./desk-editor.server.ts";
import type { Route } from "./+types/desk-section.route.ts";

export { deskMeta as meta } from "../../operators/pages/desk-page.tsx";

/** A form of the desk: '/desk/horaires' and its like. */
export async function loader({ context, request }: Route.LoaderArgs) {
  return loadEditor(await editedOf(context, sectionIn(request)));
}

export async function action({ context, request }: Route.ActionArgs) {
  return takeEditor(await editedOf(context, sectionIn(request)));
}

export default function DeskSection({ loaderData, actionData }: Route.ComponentProps) {
  return <EditorPage editor={loaderData} answer={actionData} />;
}

function sectionIn(request: Request): string {
  return new URL(request.url).pathname.split("/")[2] ?? "";
}
