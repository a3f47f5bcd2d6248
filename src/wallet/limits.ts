/** The smallest top-up, in cents. */
export const DEPOSIT_MIN_MINOR = 5_000n;

/** The largest amount that is read, in cents. A JSON number holds it exactly. */
export const AMOUNT_MAX_MINOR = 100_000_000_00n;
