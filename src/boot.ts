/**
 * Brings script to a page that works without it. The page's behaviours come right after load and first paint; React comes on the visitor's
 * first intent, or when the page is idle (not under Save-Data). The client entry waits in the page as inert text: the same
 * text in a new module script is covered by the same policy hash.
 */
import { startFaces } from "./ui/faces.ts";
import { firstPaint } from "./ui/first-paint.ts";
import { whenIdle } from "./ui/when-idle.ts";
import { startPageTransitions } from "./venues/pages/page-transitions.ts";

type Policy = {
  createHTML: (text: string) => string;
  createScript: (text: string) => string;
  createScriptURL: (url: string) => string;
};
type TrustedTypes = { createPolicy: (name: string, rules: Policy) => Policy };

/** A public page has nothing for React to do until somebody acts, so whoever only looks gets the processor for the page. */
const IDLE_WAKE_MS = 8000;
const HANDED_OVER_MS = 50;
const page = document;
const passThrough: Policy = { createHTML: (text) => text, createScript: (text) => text, createScriptURL: (url) => url };
const policy =
  (window as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("baize", passThrough) ?? passThrough;
const { behaviours = "", faces = "" } = (page.currentScript as HTMLScriptElement).dataset;
const intents = ["pointerdown", "keydown", "focusin"] as const;
let isBehaving = false;
let isAwake = false;
page.documentElement.classList.add("js");
const painted = firstPaint(page);
// For fetchPage and late scripts: a policy may be made once under its name.
Object.assign(window, { baize: policy });

function behave() {
  if (isBehaving) return;
  isBehaving = true;
  const script = page.createElement("script");
  script.src = policy.createScriptURL(behaviours);
  page.head.append(script);
}

function wake() {
  behave();
  const inert = page.getElementById("entry");
  if (isAwake || inert === null) return;
  isAwake = true;
  const script = page.createElement("script");
  script.type = "module";
  script.text = policy.createScript(inert.textContent ?? "");
  page.head.append(script);
}

startFaces(page, faces.split(" "), painted);
// In a task of its own: asking for faces lays out what is shown by then.
void painted.then(() => setTimeout(() => page.documentElement.setAttribute("data-seen", "")));
startPageTransitions();
for (const intent of intents) page.addEventListener(intent, wake, { capture: true, passive: true, once: true });
addEventListener("load", () => {
  // Not in the breath in which the frame is handed over.
  void painted.then(() => setTimeout(behave, HANDED_OVER_MS));
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection;
  if (connection?.saveData !== true) setTimeout(() => whenIdle(wake), IDLE_WAKE_MS);
});
