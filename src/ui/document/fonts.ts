import { addLink } from "./add-link.ts";
import { after } from "./first-paint.ts";

/** The longest wait for the fonts before they are used, in milliseconds. They still appear when they are loaded later. */
const TIMEOUT_MS = 1500;

/**
 * Loads the two fonts (fonts.css) after the first picture, so that they do not compete with it, and shows both at once, so that the text
 * changes only once. If the browser has cached them, the page uses them from the start.
 */
export function startFonts(root: Document, addresses: string[], painted: Promise<void>): void {
  if (areKnown()) {
    for (const href of addresses) addLink({ rel: "preload", as: "font", crossOrigin: "", href });
    show(root);
    return;
  }
  void painted.then(() => Promise.race([loaded(root), after(TIMEOUT_MS)])).then(() => show(root));
}

function loaded(root: Document): Promise<unknown> {
  return Promise.allSettled(["1em Forum", "1em 'Instrument Sans'"].map((face) => root.fonts.load(face)));
}

function show(root: Document): void {
  root.documentElement.dataset["fonts"] = "";
}

/** True if the visitor has probably been here before: they come from another page of the site, or a service worker controls this one. */
function areKnown(): boolean {
  return Boolean(navigator.serviceWorker?.controller) || document.referrer.startsWith(`${location.origin}/`);
}
