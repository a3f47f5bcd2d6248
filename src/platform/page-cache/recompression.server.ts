import { recompress } from "./bytes.server.ts";
import type { CachedPage } from "./cache.server.ts";

/** How long a page is cached before it is compressed harder. While somebody edits, each save has it rendered again, and compressing each of those harder would be wasted. */
const AFTER_MS = 3_000;

/**
 * Compresses cached pages harder after a while. The first visitor after a save waits a few milliseconds for quick compression instead of
 * a quarter of a second; later visitors load fewer bytes. It handles one page at a time, in the order of first visits.
 */
export function openRecompression(isCacheable: (key: string, page: CachedPage) => boolean) {
  let last: Promise<void> = Promise.resolve();

  async function recompressKept(key: string, page: CachedPage): Promise<void> {
    if (isCacheable(key, page)) await recompress(page);
  }

  /** Call it once for every page that is cached. Its timer does not keep the process alive. */
  function later(key: string, page: CachedPage): void {
    setTimeout(() => {
      last = last.then(() => recompressKept(key, page));
    }, AFTER_MS).unref();
  }
  return { later };
}
