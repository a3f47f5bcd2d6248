import { useDeskAnswer } from "../../venues/desk/use-desk-answer.ts";
import { EditorPage } from "./desk-editor-form.tsx";
import { editedAt, loadEditor, takeEditor } from "./desk-editor.server.ts";
import type { Route } from "./+types/desk-section.route.ts";

export { clientAction } from "../../venues/desk/client-action.ts";
export { deskHandle as handle, deskMeta as meta } from "../../venues/desk/page.tsx";

/** A form of the desk, '/desk/horaires' and the like, or one entry of a list: '/desk/agenda/5101', '/desk/agenda/nouveau'. */
export async function loader({ context, params }: Route.LoaderArgs) {
  return loadEditor(await editedAt(context, params.item));
}

export async function action({ context, request, params }: Route.ActionArgs) {
  return takeEditor(await editedAt(context, params.item), await request.formData());
}

export default function DeskSection({ loaderData, actionData }: Route.ComponentProps) {
  return <EditorPage editor={loaderData} answer={useDeskAnswer<typeof action>(actionData)} />;
}
