/** What an action of the desk returns when it does not redirect. Texts are in the operator's language already. */
export type DeskAnswer = {
  /** Submitted values to show again, by field name. */
  values: Record<string, string>;
  /** What is wrong with each field, by field name. */
  problems: Record<string, string>;
  /** What is wrong with the form as a whole. */
  alert: string | null;
};

/** The state of a form that has not been submitted. */
export const NO_ANSWER: DeskAnswer = { values: {}, problems: {}, alert: null };
