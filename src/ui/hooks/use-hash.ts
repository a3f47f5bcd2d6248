import { useLocation } from "react-router";
import { useHydrated } from "./use-server-markup.ts";

/** The hash of the address with "#". Empty on the server, which does not know it, and in the first render in the browser. */
export function useHash(): string {
  const { hash } = useLocation();
  return useHydrated() ? hash : "";
}
