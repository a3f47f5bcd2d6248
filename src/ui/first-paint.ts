/** The page goes on without its first picture after this long. */
const PICTURE_MS_MAX = 3000;

/**
 * Settles when the page's first picture stands in the window (at once where nobody looks, as on a page made ready before the
 * click): whatever may wait, such as faces and the pictures below, then has the line and the processor to itself.
 */
export async function firstPaint(root: Document): Promise<void> {
  if (root.visibilityState === "hidden") return;
  const patience = new Promise((go) => setTimeout(go, PICTURE_MS_MAX));
  await Promise.race([patience, Promise.all([firstContent(), firstPicture(root).then(frame)])]);
  await frame();
}

function firstContent(): Promise<unknown> {
  return new Promise((go) => new PerformanceObserver(go).observe({ type: "paint", buffered: true }));
}

async function firstPicture(root: Document): Promise<unknown> {
  if (root.readyState === "loading") await once(root, "DOMContentLoaded");
  const picture = root.querySelector<HTMLImageElement>("img[fetchpriority=high]");
  return picture === null || picture.complete || Promise.race([once(picture, "load"), once(picture, "error")]);
}

function once(target: EventTarget, event: string): Promise<unknown> {
  return new Promise((go) => target.addEventListener(event, go, { once: true }));
}

function frame(): Promise<unknown> {
  return new Promise((go) => requestAnimationFrame(go));
}
