import { LRUCache } from "lru-cache";
import type { World } from "../world.ts";

const REMEMBERED = 20_000;
/** Entries expire anyway, in case a notification is lost. */
const AGE_MS = 10 * 60_000;
const EVERYTHING = "*";

/** A value that was read. `about` is the name by which notifications invalidate it, `until` the instant at which it expires by itself. */
export type Read<Value> = { value: Value; about: string; until?: Date };

/**
 * A cache of values read from the database. A notification on `channel` that names a value's `about` removes it, so polls without
 * news need no query. A notification that arrives during a read prevents that read from being cached. Keys may be session tokens:
 * they stay in memory only, and hashing them would cost more than the rest of a poll.
 */
export async function openNotifiedCache<Value extends object>({ database, now }: World, channel: string) {
  const keysAbout = new Map<string, Set<string>>();
  const kept = new LRUCache<string, { value: Value; about: string; until: number }>({
    max: REMEMBERED,
    dispose({ about }, key) {
      const keys = keysAbout.get(about);
      keys?.delete(key);
      if (keys?.size === 0) keysAbout.delete(about);
    },
  });
  const reading = new Set<Set<string>>();
  const stop = await database.listen(
    channel,
    (about) => {
      for (const told of reading) told.add(about);
      for (const key of keysAbout.get(about) ?? []) kept.delete(key);
    },
    () => {
      // Notifications sent while the connection was lost never arrive.
      for (const told of reading) told.add(EVERYTHING);
      kept.clear();
    },
  );

  function keep(key: string, { value, about, until }: Read<Value>): void {
    const old = now().getTime() + AGE_MS;
    kept.set(key, { value, about, until: Math.min(old, until?.getTime() ?? old) });
    keysAbout.set(about, (keysAbout.get(about) ?? new Set()).add(key));
  }

  return {
    /** The cached value of a key, or null. */
    kept(key: string): Value | null {
      const found = kept.get(key);
      return found !== undefined && found.until > now().getTime() ? found.value : null;
    },
    /** Loads a value and caches it, unless it was invalidated meanwhile. */
    async read(key: string, load: () => Promise<Read<Value> | null>): Promise<Value | null> {
      const told = new Set<string>();
      reading.add(told);
      try {
        const read = await load();
        if (read !== null && !told.has(read.about) && !told.has(EVERYTHING)) keep(key, read);
        return read?.value ?? null;
      } finally {
        reading.delete(told);
      }
    },
    close: stop,
  };
}
