/**
 * The only script before the largest paint; the page works without it. It starts React on the visitor's first interaction, when a live
 * element comes into view, or two seconds after the largest paint. Until then the browser's own dialogs serve taps. The client entry is
 * in the page as inert text; copied into a new module script, it is covered by the same policy hash.
 */
import { askSession } from "../member-area/session-asked.ts";
import { markSession } from "../member-area/session-mark.ts";
import { addLink } from "../ui/document/add-link.ts";
import { startFonts } from "../ui/document/fonts.ts";
import { startFirstTaps } from "../ui/document/first-taps.ts";
import { firstPaint } from "../ui/document/first-paint.ts";
import { whenIdle } from "../ui/document/when-idle.ts";
import { isSavingData, showWholePage } from "../ui/document/whole-page.ts";

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
const { files = "", start = "" } = own.dataset;
const [late = "", ...fonts] = files.split(" ");
/** Set on a page made for one answer. A cached page allows its scripts by hash instead. */
const { nonce } = own;
/** React starts at the last event of a tap or key press, so that loading it does not delay the earlier ones. */
const INTERACTIONS = ["pointerup", "keyup", "focusin"] as const;
let isAwake = false;
const isHeld = markSession(page);
const painted = firstPaint(page);
// A Trusted Types policy can be created only once per name, so markup that loaders have sanitised uses this one too.
Object.assign(window, { baize: policy });

const entry = () => page.querySelector<HTMLScriptElement>("script#entry");

/** Does not hydrate a page that the browser has translated, because React fails on the replaced texts, unless the page needs React. */
function wake() {
  const inert = entry();
  if (isAwake || inert === null || (/translated-/.test(page.documentElement.className) && start !== "needed")) return;
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

/** Fetches all modules at once. The entry alone would request one level of imports after the other. */
function preload() {
  for (const href of entry()?.dataset["modules"]?.split(" ") ?? []) addLink({ rel: "modulepreload", href });
}

function wakeInView() {
  const inView = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    inView.disconnect();
    wakeSoon();
  });
  for (const element of page.querySelectorAll("[data-live]")) inView.observe(element);
}

function startLate() {
  for (const interaction of INTERACTIONS) page.addEventListener(interaction, wakeSoon, { capture: true, once: true });
  void painted.then(() => {
    // A visitor who was led here from a missing page is told so by React.
    if (start !== "late" || /missing=1/.test(page.cookie)) return wakeSoon();
    if (isSavingData()) return;
    whenIdle(preload);
    wakeInView();
    setTimeout(() => whenIdle(wake), WAKE_MS);
  });
}

startFonts(page, fonts, painted);
// In a separate task, because asking for fonts forces a layout.
void painted.then(() =>
  setTimeout(() => {
    page.documentElement.dataset["seen"] = "";
    showWholePage(page);
    addLink({ rel: "stylesheet", href: late });
  }),
);
startFirstTaps(page);
// A page made for one answer already says who is logged in.
if (isHeld && !nonce) void painted.then(askSession);
const { prerendering } = page as { prerendering?: boolean };
if (prerendering) page.addEventListener("prerenderingchange", startLate, { once: true });
else startLate();
