import { createContext, data, type RouterContextProvider } from "react-router";
import { deskProblem } from "./desk-words.ts";

/** What an action leaves for its page's loader where it did not lead elsewhere. */
export type DeskAnswer = {
  problems: { key: string; message: string }[];
  /** Key of the refusal as a whole. */
  refusal: string | null;
  /** What only this answer says, such as a link that is shown once. */
  shown: string | null;
};

const deskAnswer = createContext<DeskAnswer | null>(null);

/** Leaves `answer` for the loader of the same page; return what it gives from the action. */
export function answerDesk(
  context: Readonly<RouterContextProvider>,
  answer: Partial<DeskAnswer>,
): ReturnType<typeof data<null>> {
  context.set(deskAnswer, { problems: [], refusal: null, shown: null, ...answer });
  const isRefused = answer.refusal === "forbidden";
  const isFine = answer.problems === undefined && answer.refusal === undefined;
  return data(null, { status: isFine ? 200 : isRefused ? 403 : 422 });
}

/** What the action left: the words of each field's problem, and of the whole. */
export function answerOf(context: Readonly<RouterContextProvider>) {
  const left = context.get(deskAnswer);
  const problems = (left?.problems ?? []).map(({ key, message }) => ({ key, text: deskProblem(message) }));
  return {
    shown: left?.shown ?? null,
    alert: left?.refusal == null ? null : deskProblem(`deskpeople_refused_${left.refusal}`),
    /** The problem of a field, by its name. */
    problem: (name: string) => problems.find(({ key }) => key === name)?.text,
    isFirst: (name: string) => problems[0]?.key === name,
    problems,
  };
}
