/**
 * Does `work` now and every `everyMs` while the page is in sight, and at once when it comes back; never while it is hidden,
 * so that a page at rest costs nothing and stays eligible for the back/forward cache.
 */
export function whileVisible(work: () => void, everyMs: number): void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const follow = () => {
    clearInterval(timer);
    if (document.visibilityState !== "visible") return;
    work();
    timer = setInterval(work, everyMs);
  };
  document.addEventListener("visibilitychange", follow);
  addEventListener("pagehide", () => clearInterval(timer));
  addEventListener("pageshow", (event) => event.persisted && follow());
  follow();
}
