/**
 * What the page of a form shows after it was sent: the typed texts (never a password), problems by field, and an alert for the
 * whole form. Texts are in the visitor's language.
 */
export type FormState = {
  values: Record<string, string>;
  problems: Record<string, string>;
  alert: string | null;
  /** The server asks for a proof of work that this form did not bring. */
  wantsProof: boolean;
};

export const EMPTY_FORM: FormState = { values: {}, problems: {}, alert: null, wantsProof: false };

/** The field to focus: the first of `names` with a problem, or null. */
export function focusOf(state: FormState, names: readonly string[]): string | null {
  const wrong = names.find((name) => state.problems[name] !== undefined);
  return wrong ?? null;
}
