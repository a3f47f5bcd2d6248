import { useState, useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/**
 * True in a component that the server has rendered, also while and after the browser hydrates it; false in one that the
 * browser creates. The first answer is kept.
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

/** True once React runs in the browser; false on the server and in the first render there, so that both agree. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
