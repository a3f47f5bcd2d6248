/** For what comes by itself, and at once: a busy machine is given its time, and only a hang takes all of it. */
export const SOON = { timeout: 30_000, interval: 20 };
