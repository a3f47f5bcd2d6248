/** The largest amount of a top-up that is read, in cents. A JSON number holds it exactly. */
export const AMOUNT_MAX_MINOR = 100_000_000_00n;
