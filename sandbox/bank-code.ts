/** The second factor of every bank in the sandbox. */
export const BANK_CODE = "123456";
