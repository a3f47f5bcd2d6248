/** A forced look at who is logged in happens at most once in this time (sections 4 and 9), however many pages the tab goes through. */
const THROTTLE_MS = 30_000;
const KEY = "asked-at";

/** Without storage, and after the device's clock was set back, every page asks anew. */
export function wasAskedLately(): boolean {
  try {
    const kept = sessionStorage.getItem(KEY);
    const since = Date.now() - Number(kept);
    return kept !== null && since >= 0 && since < THROTTLE_MS;
  } catch {
    return false;
  }
}

export function askedNow(): void {
  try {
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    return;
  }
}

/** What was seen may be over: the next look is taken at once. */
export function forgetAsking(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    return;
  }
}
