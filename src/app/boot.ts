/**
 * Brings script to a page that works without it, and is the only one before the largest paint. React comes on the visitor's
 * first intent, when something live comes into view, or two seconds after the largest paint; until then a tap is served by the
 * browser's own dialogs. The client entry waits in the page as inert text: the same text in a new module script is covered by
 * the same policy hash.
 */
import { askSession } from "../member-area/session-asked.ts";
import { markSession } from "../member-area/session-mark.ts";
import { startFonts } from "../ui/document/fonts.ts";
import { startFirstTaps } from "../ui/document/first-taps.ts";
import { firstPaint } from "../ui/document/first-paint.ts";
import { whenIdle } from "../ui/document/when-idle.ts";

type Policy = {
  createHTML: (text: string) => string;
  createScript: (text: string) => string;
  createScriptURL: (url: string) => string;
};
type TrustedTypes = { createPolicy: (name: string, rules: Policy) => Policy };

const WAKE_MS = 2_000;
const page = document;
const same = (text: string) => text;
const passThrough: Policy = { createHTML: same, createScript: same, createScriptURL: same };
const policy =
  (window as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("baize", passThrough) ?? passThrough;
const own = page.currentScript as HTMLScriptElement;
const { fonts = "", start = "" } = own.dataset;
/** Of a page that is made for one answer; kept pages know their scripts by hash. */
const { nonce } = own;
/** After a tap's own events, which must not wait for the entry. */
const INTENTS = ["pointerup", "keyup", "focusin"] as const;
let isAwake = false;
page.documentElement.classList.add("js");
const isHeld = markSession(page);
const painted = firstPaint(page);
// A policy may be made once under its name; markup that loaders have sanitised goes through it too.
Object.assign(window, { baize: policy });

const entry = () => page.querySelector<HTMLScriptElement>("script#entry");

function isTranslated(): boolean {
  return /translated-/.test(page.documentElement.className);
}

/** A page that the browser has translated stays as it is, because React would break on the exchanged words; one that needs React does not. */
function wake() {
  const inert = entry();
  if (isAwake || inert === null || (isTranslated() && start !== "needed")) return;
  isAwake = true;
  preload();
  const script = page.createElement("script");
  script.type = "module";
  if (nonce) script.nonce = nonce;
  script.text = policy.createScript(inert.text);
  page.head.append(script);
}

function wakeSoon() {
  setTimeout(wake);
}

/** Fetched and parsed beforehand, all at once: the entry alone would ask for them one level of imports after the other. */
function preload() {
  for (const href of entry()?.dataset["modules"]?.split(" ") ?? [])
    page.head.append(Object.assign(page.createElement("link"), { rel: "modulepreload", href }));
}

function wakeInView() {
  const live = page.querySelectorAll("[data-live]");
  if (live.length === 0) return;
  const inView = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    inView.disconnect();
    wakeSoon();
  });
  for (const element of live) inView.observe(element);
}

function startLate() {
  const isSaving = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData;
  for (const intent of INTENTS) page.addEventListener(intent, wakeSoon, { capture: true, passive: true, once: true });
  void painted.then(() => {
    if (start === "soon" || start === "needed") return wakeSoon();
    if (isSaving) return;
    whenIdle(preload);
    wakeInView();
    setTimeout(() => whenIdle(wake), WAKE_MS);
  });
}

startFonts(page, fonts.split(" "), painted);
// In a task of its own: asking for fonts lays out what is shown by then.
void painted.then(() => setTimeout(() => page.documentElement.setAttribute("data-seen", "")));
startFirstTaps(page);
// A page that is made for one answer says who is logged in by itself.
if (isHeld && !nonce) void painted.then(askSession);
const { prerendering } = page as { prerendering?: boolean };
if (prerendering) page.addEventListener("prerenderingchange", startLate, { once: true });
else startLate();
