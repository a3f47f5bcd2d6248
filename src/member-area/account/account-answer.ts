import { EMPTY_FORM, type FormState } from "../../accounts/forms/form-state.ts";

/** What a member may do on this screen; each is a form of its own that says so. */
export type AccountIntent = "email" | "optins" | "password" | "define" | "session";

/** What the last form led to: the section that it belongs to shows it. `erasedOn` is a day in words, for an account that was just deleted. */
export type AccountAnswer = {
  intent: AccountIntent | null;
  isDone: boolean;
  state: FormState;
  erasedOn: string | null;
};

export const NOTHING_ASKED: AccountAnswer = { intent: null, isDone: false, state: EMPTY_FORM, erasedOn: null };
