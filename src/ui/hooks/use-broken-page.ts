import { useEffect } from "react";
import { loadFreshDocument } from "../document/fresh-document.ts";
import { useServerMarkup } from "./use-server-markup.ts";

/**
 * Reports the error of a page that failed in the browser, and calls `leave` to load its document, which the server or the service worker
 * can answer. If the server itself has rendered the error page, it stays.
 */
export function useBrokenPage(error: unknown, leave: () => unknown = loadFreshDocument): void {
  const isServers = useServerMarkup();
  useEffect(() => {
    if (isServers) return;
    // Data that could not be loaded is a response, not an error of the page.
    if (error instanceof Error) reportError(error);
    leave();
  }, [error, isServers, leave]);
}
