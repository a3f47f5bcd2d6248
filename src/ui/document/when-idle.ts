/** The delay in browsers without requestIdleCallback, in milliseconds. */
const FALLBACK_MS = 500;

/** Runs `work` when the browser is idle. */
export function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(work);
  else setTimeout(work, FALLBACK_MS);
}
