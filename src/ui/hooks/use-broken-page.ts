import { useEffect } from "react";
import { loadFreshDocument } from "../document/fresh-document.ts";
import { useServerMarkup } from "./use-server-markup.ts";

/**
 * Reports what broke a page in the browser and lets `leave` load its document, which the server or the service worker can answer.
 * Where the server itself answered with the error, it stays.
 */
export function useBrokenPage(error: unknown, leave: () => unknown = loadFreshDocument): void {
  const isServers = useServerMarkup();
  useEffect(() => {
    if (isServers) return;
    // Data that does not come is an answer, not an error of the page.
    if (error instanceof Error) reportError(error);
    leave();
  }, [error, isServers, leave]);
}
