import { useEffect } from "react";

/** How long a page has been open, in milliseconds, before the pictures further down are fetched. */
const REST_MS = 1_500;

/**
 * Fetches the pictures that wait for scrolling once the page has come to rest, so that a print or a capture of the whole page shows
 * them. A browser that saves data keeps waiting.
 */
export function useWholePictures(pathname: string): void {
  useEffect(() => {
    if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
    const timer = setTimeout(() => {
      for (const image of document.images) Object.assign(image, { loading: "eager", decoding: "sync" });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [pathname]);
}
