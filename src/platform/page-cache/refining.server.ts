import { refine } from "./bytes.server.ts";
import type { CachedPage } from "./cache.server.ts";

/** A page that is saved over again while somebody types is not worth the work; one that stays so long is. */
const AFTER_MS = 3_000;

/**
 * Presses kept pages harder once they have proved to stay: the first visitor after a save waits for a few milliseconds of compression
 * instead of a quarter of a second, and all later ones load the smaller bytes. One page at a time, in the order of first visits.
 */
export function openPageRefining(isKept: (key: string, page: CachedPage) => boolean) {
  let last: Promise<void> = Promise.resolve();

  async function refineKept(key: string, page: CachedPage): Promise<void> {
    if (isKept(key, page)) await refine(page);
  }

  /** Once for every page that is kept; the process does not stay for it. */
  function later(key: string, page: CachedPage): void {
    setTimeout(() => {
      last = last.then(() => refineKept(key, page));
    }, AFTER_MS).unref();
  }
  return { later };
}
