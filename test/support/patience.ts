/** For what happens by itself and soon. A busy machine gets enough time; only a hang uses all of it. */
export const SOON = { timeout: 30_000, interval: 20 };
