import { recall, remember } from "../tab-storage.ts";

const KEY = "fresh-document";
/** A page that breaks again within this time is not loaded once more, in milliseconds. */
const AGAIN_MS = 60_000;
let isLeaving = false;

/**
 * Loads a page that broke in the browser anew, as a document. False where that was just tried for the same address, or where the
 * tab keeps nothing and could not know: then it would be loaded for ever.
 */
export function loadFreshDocument(): boolean {
  if (isLeaving) return true;
  const address = location.pathname + location.search;
  const [before, at] = (recall(KEY) ?? "").split("\n");
  if (before === address && Date.now() - Number(at) < AGAIN_MS) return false;
  const mark = `${address}\n${Date.now()}`;
  remember(KEY, mark);
  if (recall(KEY) !== mark) return false;
  isLeaving = true;
  location.reload();
  return true;
}

/** For a break that leaves nothing of the page: loads it anew, and leads to a page without script where it breaks again. */
export function leaveBrokenPage(): void {
  if (!loadFreshDocument()) location.replace("/stopped");
}
