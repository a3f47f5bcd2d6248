/** True while the page is visible. Always true inside the native app, because the app's own popups hide the page behind them. */
export function isPageVisible(): boolean {
  return document.visibilityState === "visible" || "__BAIZE_NATIVE__" in window;
}

/**
 * Calls `follow` when the page is hidden or shown, returns from the back/forward cache, or is online again. Returns a function that stops
 * it.
 */
export function onPageVisibility(follow: () => void): () => void {
  const followReturn = (event: PageTransitionEvent) => event.persisted && follow();
  document.addEventListener("visibilitychange", follow);
  addEventListener("pageshow", followReturn);
  addEventListener("online", follow);
  return () => {
    document.removeEventListener("visibilitychange", follow);
    removeEventListener("pageshow", followReturn);
    removeEventListener("online", follow);
  };
}
