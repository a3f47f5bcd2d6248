/** The PIN's limits have a file of their own, because pages must not load the schema library that the contract imports. Browser-safe. */
export const PIN_LENGTH = 4;
export const PIN_ATTEMPTS_MAX = 3;
