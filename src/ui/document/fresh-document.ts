import { recallInTab, rememberInTab } from "../tab-storage.ts";

const KEY = "fresh-document";
/** A page that fails again within this time, in milliseconds, is not loaded once more. */
const AGAIN_MS = 60_000;
let isLeaving = false;

/**
 * Loads a page that failed in the browser again, as a document. Returns false if that was just tried for the same address, or if the
 * tab's storage does not work, because then the page could be reloaded for ever.
 */
export function loadFreshDocument(): boolean {
  if (isLeaving) return true;
  const address = location.pathname + location.search;
  const [before, at] = (recallInTab(KEY) ?? "").split("\n");
  if (before === address && Date.now() - Number(at) < AGAIN_MS) return false;
  const mark = `${address}\n${Date.now()}`;
  rememberInTab(KEY, mark);
  if (recallInTab(KEY) !== mark) return false;
  isLeaving = true;
  location.reload();
  return true;
}

/** For a failure that leaves nothing of the page: loads it again, or shows an error page without script if it fails again. */
export function leaveBrokenPage(): void {
  if (!loadFreshDocument()) location.replace("/stopped");
}
