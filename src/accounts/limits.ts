/** Limits that pages show and the contract checks; without the schema library, so that the browser can have them. */

/** A member's picture, in bytes: 5 MB. */
export const AVATAR_BYTES_MAX = 5 * 1024 * 1024;
export const CIVILITIES = { MR: 0, MME: 1 } as const;
export const PASSWORD_MIN = 8;
export const PHONE_INPUT_MAX = 25;
export const OTP_LENGTH = 4;
export const PSEUDO_MAX = 20;
