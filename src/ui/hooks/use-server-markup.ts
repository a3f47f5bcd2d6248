import { useState, useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/**
 * True in a component that the server rendered, also during and after hydration; false in one that the browser created. The first result
 * is kept.
 */
export function useServerMarkup(): boolean {
  const isServerMarkup = useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
  const [isKept] = useState(isServerMarkup);
  return isKept;
}

/** True once React runs in the browser; false on the server and in the first render, so that both agree. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
