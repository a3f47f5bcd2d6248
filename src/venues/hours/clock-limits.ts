/** How often a page looks at the clock, in milliseconds. */
export const REFRESH_MS = 30_000;
/** A place closes soon when so many minutes or fewer are left. */
export const CLOSE_SOON_MINUTES = 60;
