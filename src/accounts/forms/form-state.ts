/**
 * What a form's page shows again after it was sent: what was typed (never a password), what is wrong with which field, and what is
 * wrong with the whole. Words are in the visitor's language already.
 */
export type FormState = {
  values: Record<string, string>;
  problems: Record<string, string>;
  alert: string | null;
  /** The server wants a proof of work that this form did not bring. */
  wantsProof: boolean;
};

export const EMPTY_FORM: FormState = { values: {}, problems: {}, alert: null, wantsProof: false };

/** The field that the cursor waits in: the first of `names` that has a problem, else the first of all on a page without an alert. */
export function focusOf(state: FormState, names: readonly string[]): string | null {
  const wrong = names.find((name) => state.problems[name] !== undefined);
  return wrong ?? null;
}
