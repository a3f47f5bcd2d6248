/**
 * Does `work` now and every `everyMs` while the page is in sight, and at once when it comes back; never while it is hidden,
 * so that a page at rest costs nothing and stays eligible for the back/forward cache. Answers what ends it.
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
