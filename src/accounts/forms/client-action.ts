import { answerOf } from "../../ui/forms/client-action.ts";
import type { FormState } from "./form-state.ts";

/** The `clientAction` of every route whose action answers with the state of its form. */
export function clientAction({ serverAction }: { serverAction: () => Promise<FormState> }) {
  return answerOf(serverAction);
}
