import { EMPTY_FORM, type FormState } from "../../accounts/forms/form-state.ts";

/** The actions of the account screen. Each has its own form, which names it. */
export type AccountIntent = "email" | "optins" | "password" | "define" | "session";

/** The answer to the last form; its section shows it. */
export type AccountAnswer = {
  intent: AccountIntent | null;
  isDone: boolean;
  state: FormState;
  /** Words that tell that a mail was sent and when it comes. */
  sent: string | null;
};

export const NOTHING_ASKED: AccountAnswer = { intent: null, isDone: false, state: EMPTY_FORM, sent: null };
