/** Sections 5 and 9. In a file of their own: the contract brings the schema library along, which is no page's. Browser-safe. */
export const PIN_LENGTH = 4;
export const PIN_ATTEMPTS_MAX = 3;
