/** Where a browser cannot say when it has nothing else to do, this long is waited. */
const PATIENCE_MS = 500;

/** Does something when nothing else is to do. */
export function whenIdle(work: () => void): void {
  if (window.requestIdleCallback === undefined) setTimeout(work, PATIENCE_MS);
  else window.requestIdleCallback(work);
}
