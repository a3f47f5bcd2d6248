/** Words do not wait longer for their face than this, in milliseconds; it still comes when it does. */
const PATIENCE_MS = 1500;

/**
 * The two fonts (fonts.css) come after the first picture, so that they do not share its line; both at once, so that the words
 * change one time. Where the browser has them already, the page begins with them.
 */
export function startFonts(root: Document, addresses: string[], painted: Promise<void>): void {
  if (areKnown()) {
    for (const address of addresses) root.head.append(preload(root, address));
    show(root);
    return;
  }
  void painted
    .then(() => Promise.race([loaded(root), new Promise((go) => setTimeout(go, PATIENCE_MS))]))
    .then(() => show(root));
}

function loaded(root: Document): Promise<void> {
  const loads = ["1em Forum", "1em 'Instrument Sans'"].map((face) => root.fonts.load(face));
  return Promise.all(loads).then(
    () => undefined,
    () => undefined,
  );
}

function show(root: Document): void {
  root.documentElement.setAttribute("data-fonts", "");
}

function preload(root: Document, href: string): HTMLLinkElement {
  return Object.assign(root.createElement("link"), {
    rel: "preload",
    as: "font",
    type: "font/woff2",
    crossOrigin: "",
    href,
  });
}

/** Who comes from another page of the site, or whose worker controls this one, was here before: the browser has kept them. */
function areKnown(): boolean {
  return Boolean(navigator.serviceWorker?.controller) || document.referrer.startsWith(`${location.origin}/`);
}
