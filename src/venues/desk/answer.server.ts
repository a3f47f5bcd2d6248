import { data } from "react-router";
import type { DeskAnswer } from "./answer.ts";
import { deskProblem } from "./words.server.ts";

/** What a verb of the desk returns when it refuses: problems by field, or one refusal. The values are message keys. */
export type DeskRefused = { problems: { key: string; message: string }[] } | { refusal: string };

/** Turns a refusal into the action's answer, with its HTTP status. Return it from the action. */
export function answerDesk(refused: DeskRefused, values: Record<string, string> = {}) {
  const answer: DeskAnswer = { values, problems: {}, alert: null };
  if ("refusal" in refused) answer.alert = deskProblem(`deskpeople_refused_${refused.refusal}`);
  else for (const { key, message } of refused.problems) answer.problems[key] ??= deskProblem(message);
  return data(answer, { status: "refusal" in refused && refused.refusal === "forbidden" ? 403 : 422 });
}

/** The submitted values that the form shows again, by field name. */
export function typedAgain(fields: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));
}
