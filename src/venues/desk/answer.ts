/** What an action of the desk answers where it did not lead elsewhere. Words are in the operator's language already. */
export type DeskAnswer = {
  /** What was typed, by the names of the fields that are shown again. */
  values: Record<string, string>;
  /** What is wrong with a field, by its name. */
  problems: Record<string, string>;
  /** What is wrong as a whole. */
  alert: string | null;
};

/** A form that nobody has sent yet. */
export const NO_ANSWER: DeskAnswer = { values: {}, problems: {}, alert: null };
