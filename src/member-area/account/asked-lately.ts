import { forget, recall, remember } from "../../ui/tab-storage.ts";

/** A forced look at who is logged in happens at most once in this time (sections 4 and 9), however many pages the tab goes through. */
const THROTTLE_MS = 30_000;
const KEY = "asked-at";

/** Without storage, and after the device's clock was set back, every page asks anew. */
export function wasAskedLately(): boolean {
  const kept = recall(KEY);
  const since = Date.now() - Number(kept);
  return kept !== null && since >= 0 && since < THROTTLE_MS;
}

export function askedNow(): void {
  remember(KEY, String(Date.now()));
}

/** What was seen may be over: the next look is taken at once. */
export function forgetAsking(): void {
  forget(KEY);
}
