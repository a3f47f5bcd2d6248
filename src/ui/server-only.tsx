import { type ReactNode, useState, useSyncExternalStore } from "react";

const subscribe = () => () => undefined;

/**
 * Renders its children on the server and keeps them while the browser hydrates, but never creates them in the browser: for
 * scripts, which Trusted Types would refuse. The first answer is kept, so hydration does not remove them.
 */
export function ServerOnly({ children }: { children: ReactNode }) {
  const isServerMarkup = useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
  const [isKept] = useState(isServerMarkup);
  return isKept ? children : null;
}
