type Paint = PerformanceEntry & { element?: Element | null };

/** The page goes on without its first picture after this long. */
const PICTURE_MS_MAX = 3000;
/** A picture that is there is on the screen by then, where the browser does not tell. */
const SHOWN_MS_MAX = 250;

/**
 * Settles when the page's first picture stands in the window (at once where nobody looks, as on a page made ready before the
 * click): whatever may wait, such as faces and the pictures below, then has the line and the processor to itself.
 */
export async function firstPaint(root: Document): Promise<void> {
  if (root.visibilityState === "hidden") return;
  await Promise.race([after(PICTURE_MS_MAX), Promise.all([painted("paint"), firstPicture(root)])]);
}

async function firstPicture(root: Document): Promise<unknown> {
  if (root.readyState === "loading") await once(root, "DOMContentLoaded");
  const picture = root.querySelector<HTMLImageElement>("img[fetchpriority=high]");
  if (picture === null) return;
  const isShown = painted("largest-contentful-paint", ({ element }) => element === picture);
  if (!picture.complete) await Promise.race([once(picture, "load"), once(picture, "error")]);
  return Promise.race([isShown, after(SHOWN_MS_MAX)]);
}

/** The browser tells of a paint once it is on the screen, several frames after the picture is there. */
function painted(type: string, isIt = (_paint: Paint) => true): Promise<unknown> {
  return new Promise<void>((go) =>
    new PerformanceObserver((list) => {
      if (list.getEntries().some(isIt)) go();
    }).observe({ type, buffered: true }),
  );
}

function once(target: EventTarget, event: string): Promise<unknown> {
  return new Promise((go) => target.addEventListener(event, go, { once: true }));
}

function after(ms: number): Promise<unknown> {
  return new Promise((go) => setTimeout(go, ms));
}
