/** Limits that pages show and the contract checks. Free of the schema library, so that the browser does not load it. */

/** The largest picture of a member, in bytes: 5 MiB. */
export const AVATAR_BYTES_MAX = 5 * 1024 * 1024;
export const CIVILITIES = { MR: 0, MME: 1 } as const;
export const PASSWORD_MIN = 8;
/** The parts of the password rule, which are marked one by one while somebody types. */
export const PASSWORD_RULE = {
  length: (password: string) => password.length >= PASSWORD_MIN,
  upper: (password: string) => /\p{Lu}/u.test(password),
  special: (password: string) => /[^\p{L}\p{M}\p{N}\s]/u.test(password),
  digit: (password: string) => /\p{Nd}/u.test(password),
} as const;
/** The same rule without the length, as a field's `pattern`. */
export const PASSWORD_PATTERN = String.raw`(?=.*\p{Lu})(?=.*[^\p{L}\p{M}\p{N}\s])(?=.*\p{Nd}).*`;
export const PHONE_INPUT_MAX = 25;
export const OTP_LENGTH = 4;
export const PSEUDO_MAX = 20;
