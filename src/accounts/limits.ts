/** Limits that pages show and the contract checks. Free of the schema library, so that the browser does not load it. */

/** The largest picture of a member, in bytes: 5 MiB. */
export const AVATAR_BYTES_MAX = 5 * 1024 * 1024;
export const CIVILITIES = { MR: 0, MME: 1 } as const;
export const PASSWORD_MIN = 8;
export const PHONE_INPUT_MAX = 25;
export const OTP_LENGTH = 4;
export const PSEUDO_MAX = 20;
