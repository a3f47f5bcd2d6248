/** True while somebody can see the page; inside the app always, because a popup of the app's own hides the page behind it. */
export function isPageSeen(): boolean {
  return document.visibilityState === "visible" || "__BAIZE_NATIVE__" in window;
}

/**
 * Calls back when the page is hidden or seen again, comes back from the back/forward cache, or is online again. Gives what ends
 * it.
 */
export function onPageSight(follow: () => void): () => void {
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
