import type { ReactNode } from "react";
import { useServerMarkup } from "../hooks/use-server-markup.ts";

/**
 * Renders its children on the server and keeps them during hydration, but never creates them in the browser. Used for scripts, which
 * Trusted Types would refuse there.
 */
export function ServerOnly({ children }: { children: ReactNode }) {
  return useServerMarkup() ? children : null;
}
