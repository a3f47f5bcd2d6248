import type { ReactNode } from "react";
import { useServerMarkup } from "../hooks/use-server-markup.ts";

/**
 * Renders its children on the server and keeps them while the browser hydrates, but never creates them in the browser: for
 * scripts, which Trusted Types would refuse.
 */
export function ServerOnly({ children }: { children: ReactNode }) {
  return useServerMarkup() ? children : null;
}
