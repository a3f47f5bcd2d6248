const FRAME_MS = 16;

/**
 * Lays out the blocks below the first screen and fetches the pictures that wait for scrolling, so that a print or a capture of the whole
 * page shows them. One a frame, because a phone lays out all of them in half a second without a pause for taps. A browser that saves data
 * keeps waiting for pictures.
 */
export function showWholePage(page: Document): void {
  const waiting = page.querySelectorAll<HTMLElement>(isSavingData() ? ".late-block" : ".late-block,.pic[loading=lazy]");
  waiting.forEach((one, place) =>
    setTimeout(() => {
      // A block takes no notice of the picture's property, nor a picture of the block's attribute.
      Object.assign(one, { loading: "eager" }).dataset["near"] = "";
    }, place * FRAME_MS),
  );
}

export function isSavingData(): boolean | undefined {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
}
