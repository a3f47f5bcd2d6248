/** The delay in browsers without requestIdleCallback, in milliseconds. */
const PATIENCE_MS = 500;

/** Runs `work` when the browser is idle. */
export function whenIdle(work: () => void): void {
  if (window.requestIdleCallback === undefined) setTimeout(work, PATIENCE_MS);
  else window.requestIdleCallback(work);
}
