import type { World } from "../platform/world.ts";
import { liveTag } from "../venues/venue.ts";
import { liveMegapot } from "./jackpots.server.ts";

/**
 * The Megapot's live amount, cached on each node until the floor reports another. A poll without a change needs no SQL.
 */
export type LiveMegapot = {
  /** In euros; null where the floor has not reported one. */
  amount: () => Promise<number | null>;
  forget: (tags: readonly string[]) => void;
  forgetAll: () => void;
};

export function openLiveMegapot(world: World): LiveMegapot {
  let kept: Promise<number | null> | undefined;

  function read(): Promise<number | null> {
    const reading = liveMegapot(world);
    kept = reading;
    reading.catch(() => {
      if (kept === reading) kept = undefined;
    });
    return reading;
  }

  return {
    amount: () => kept ?? read(),
    forget(tags) {
      if (tags.includes(liveTag("MEGAPOT"))) kept = undefined;
    },
    forgetAll() {
      kept = undefined;
    },
  };
}
