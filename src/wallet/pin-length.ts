/** Section 5. In a file of its own: the contract brings the schema library along, which is no page's. Browser-safe. */
export const PIN_LENGTH = 4;
