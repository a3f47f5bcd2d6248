/**
 * Lays out the blocks below the first screen and fetches the pictures that wait for scrolling, so that a print or a capture of the whole
 * page shows them. One in each frame, because a phone lays out all of them in half a second without a pause for taps. A browser that saves
 * data keeps waiting for pictures.
 */
export function showWholePage(page: Document): void {
  showInTurn([
    ...page.querySelectorAll<HTMLElement>(isSavingData() ? ".late-block" : ".late-block,.pic[loading=lazy]"),
  ]);
}

function showInTurn([first, ...others]: HTMLElement[]): void {
  if (!first) return;
  // A block takes no notice of the picture's property, nor a picture of the block's attribute.
  (first as HTMLImageElement).loading = "eager";
  first.dataset["near"] = "";
  requestAnimationFrame(() => showInTurn(others));
}

export function isSavingData(): boolean | undefined {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
}
