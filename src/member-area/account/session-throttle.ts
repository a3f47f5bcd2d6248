import { forgetInTab, recallInTab, rememberInTab } from "../../ui/tab-storage.ts";

/** The tab asks who is logged in at most once in this time, however many pages it visits. */
const THROTTLE_MS = 30_000;
const KEY = "asked-at";

/** True if this tab asked a moment ago. False without storage, and after the device's clock was set back: every page asks then. */
export function wasAskedRecently(): boolean {
  const kept = recallInTab(KEY);
  const since = Date.now() - Number(kept);
  return kept !== null && since >= 0 && since < THROTTLE_MS;
}

/** Call it when the tab asks. */
export function noteAsking(): void {
  rememberInTab(KEY, String(Date.now()));
}

/** The last answer may be outdated: the next page asks at once. */
export function forgetAsking(): void {
  forgetInTab(KEY);
}
