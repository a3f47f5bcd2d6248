import { LRUCache } from "lru-cache";
import type { World } from "../world.ts";

const REMEMBERED = 20_000;
/** A lost notice cannot mislead for ever. */
const AGE_MS = 10 * 60_000;
const EVERYTHING = "*";

/** What was read: `about` is what the channel calls it, `until` when it is over by itself. */
export type Read<Value> = { value: Value; about: string; until?: Date };

/**
 * What was read from the database, remembered until a notice of `channel` names what it is about: an unchanged poll asks the database
 * nothing. What is told while something is being read counts for it too. Keys may be tokens: they stay in memory only, where hashing
 * one with every poll costs more than all else that a poll needs.
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
      // What was said while nobody listened is lost.
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
    /** What is remembered under a key; null where nothing is. */
    kept(key: string): Value | null {
      const found = kept.get(key);
      return found !== undefined && found.until > now().getTime() ? found.value : null;
    },
    /** What `load` gives, remembered where nothing was told of it meanwhile. */
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
