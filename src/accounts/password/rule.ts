import { PASSWORD_MIN } from "../limits.ts";

/** The parts of section 5's password rule as they are marked while typing; `contract.ts` holds the rule that counts. Browser-safe. */
export const RULE_PARTS = {
  length: (password: string) => password.length >= PASSWORD_MIN,
  upper: (password: string) => /\p{Lu}/u.test(password),
  special: (password: string) => /[^\p{L}\p{M}\p{N}\s]/u.test(password),
  digit: (password: string) => /\p{Nd}/u.test(password),
} as const;

/** The same but for the length, as a field's `pattern`. */
export const RULE_PATTERN = String.raw`(?=.*\p{Lu})(?=.*[^\p{L}\p{M}\p{N}\s])(?=.*\p{Nd}).*`;
