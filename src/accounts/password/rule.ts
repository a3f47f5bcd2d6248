import { PASSWORD_MIN } from "../limits.ts";

/** The parts of the password rule, for marking while typing. The rule that decides is in `contract.ts`. Browser-safe. */
export const RULE_PARTS = {
  length: (password: string) => password.length >= PASSWORD_MIN,
  upper: (password: string) => /\p{Lu}/u.test(password),
  special: (password: string) => /[^\p{L}\p{M}\p{N}\s]/u.test(password),
  digit: (password: string) => /\p{Nd}/u.test(password),
} as const;

/** The rule without the length, as a field's `pattern`. */
export const RULE_PATTERN = String.raw`(?=.*\p{Lu})(?=.*[^\p{L}\p{M}\p{N}\s])(?=.*\p{Nd}).*`;
