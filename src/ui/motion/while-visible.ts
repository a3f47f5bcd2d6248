/**
 * Calls `work` now and every `everyMs` while the page is visible, and at once when it becomes visible again. It does nothing while the page
 * is hidden, so that the page stays eligible for the back/forward cache. Returns a function that stops it.
 */
export function whileVisible(work: () => void, everyMs: number): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const rest = () => clearInterval(timer);
  const follow = () => {
    rest();
    if (document.visibilityState !== "visible") return;
    work();
    timer = setInterval(work, everyMs);
  };
  const comeBack = (event: PageTransitionEvent) => event.persisted && follow();
  document.addEventListener("visibilitychange", follow);
  addEventListener("pagehide", rest);
  addEventListener("pageshow", comeBack);
  follow();
  return () => {
    rest();
    document.removeEventListener("visibilitychange", follow);
    removeEventListener("pagehide", rest);
    removeEventListener("pageshow", comeBack);
  };
}
