/**
 * Lays out the blocks below the first screen and fetches the pictures that wait for scrolling, each in a task of its own, so that a print or
 * a capture of the whole page shows them. A browser that saves data keeps waiting for pictures.
 */
export function showWholePage(page: Document): void {
  const waiting = isSavingData() ? ".late-block" : ".late-block,.pic[loading=lazy]";
  for (const one of page.querySelectorAll<HTMLElement>(waiting))
    setTimeout(() => {
      // A block takes no notice of the picture's property, nor a picture of the block's attribute.
      Object.assign(one, { loading: "eager" }).dataset["near"] = "";
    });
}

export function isSavingData(): boolean | undefined {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
}
