type Paint = PerformanceEntry & { element?: Element | null };

/** The longest wait for the first picture, in milliseconds. */
const PICTURE_MS_MAX = 3000;
/** A loaded picture is on the screen after this time, in browsers that do not report it. */
const SHOWN_MS_MAX = 250;

/**
 * Resolves when the page's first picture is on the screen, or at once in a hidden page, such as a prerendered one. Whatever can wait,
 * such as fonts and the pictures below, is loaded afterwards.
 */
export async function firstPaint(root: Document): Promise<void> {
  if (root.hidden) return;
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

/** Resolves at a paint entry of the browser, which it reports once the paint is on the screen. */
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

/** Resolves after a time. */
export function after(ms: number): Promise<unknown> {
  return new Promise((go) => setTimeout(go, ms));
}
