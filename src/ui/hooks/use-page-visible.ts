import { useSyncExternalStore } from "react";

function subscribe(follow: () => void): () => void {
  document.addEventListener("visibilitychange", follow);
  return () => document.removeEventListener("visibilitychange", follow);
}

/** True while the page is visible; false on the server. */
export function usePageVisible(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.visibilityState === "visible",
    () => false,
  );
}
