import { LRUCache } from "lru-cache";
import type { PageBytes } from "./bytes.server.ts";

/** A cached answer for anonymous visitors. `tags` name the data it was made of. From `validUntil` (epoch ms) on it is stale. */
export type CachedPage = PageBytes & {
  status: number;
  /** False for answers of which there may be any number, such as a search without results. They are not cached. */
  isCacheable: boolean;
  headers: [string, string][];
  tags: string[];
  validUntil: number;
};
export type PageCache = ReturnType<typeof openPageCache>;

const BYTES_MAX = 128 * 1024 * 1024;
const PAGES_MAX = 5_000;

/**
 * The cache of rendered pages, bounded in number and bytes; the least recently used go first. Concurrent requests for a page share one
 * render. If a save happens during a render, its result is answered but not cached.
 */
export function openPageCache(now: () => number) {
  const pages = new LRUCache<string, CachedPage>({ max: PAGES_MAX, maxSize: BYTES_MAX, sizeCalculation: sizeOf });
  const rendering = new Map<string, Promise<CachedPage>>();
  const clearedAt = new Map<string, number>();
  let clears = 0;

  function get(key: string): CachedPage | undefined {
    const page = pages.get(key);
    if (page === undefined) return undefined;
    if (page.validUntil > now()) return page;
    pages.delete(key);
    return undefined;
  }

  /** The page of this key, rendered by `render` if it is not cached. Only answers with status 200 and `isCacheable` are cached. */
  function fill(key: string, render: () => Promise<CachedPage>): Promise<CachedPage> {
    const kept = get(key);
    if (kept !== undefined) return Promise.resolve(kept);
    const running = rendering.get(key);
    if (running !== undefined) return running;
    const startedAt = clears;
    const started = render()
      .then((page) => {
        if (page.status === 200 && page.isCacheable && !isOvertaken(page, startedAt)) pages.set(key, page);
        return page;
      })
      .finally(() => {
        if (rendering.get(key) === started) rendering.delete(key);
      });
    rendering.set(key, started);
    return started;
  }

  /** Drops every page made of one of these tags. Later requests do not join a render that began before. */
  function clear(tags: readonly string[]): void {
    clears += 1;
    for (const tag of tags) clearedAt.set(tag, clears);
    rendering.clear();
    for (const [key, page] of pages.entries()) if (page.tags.some((tag) => tags.includes(tag))) pages.delete(key);
  }

  function clearAll(): void {
    clears += 1;
    clearedAt.set(EVERY_PAGE, clears);
    rendering.clear();
    pages.clear();
  }

  function isOvertaken(page: CachedPage, startedAt: number): boolean {
    return [EVERY_PAGE, ...page.tags].some((tag) => (clearedAt.get(tag) ?? 0) > startedAt);
  }

  return { get, fill, clear, clearAll, size: () => pages.size };
}

const EVERY_PAGE = "*";

function sizeOf(page: CachedPage): number {
  // Room for both compressed forms, which may be added later; each is less than half the text.
  return page.identity.length * 3 + 2_000;
}
