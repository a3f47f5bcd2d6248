/**
 * Wakes React late: on the visitor's first intent, or when the page is idle after load (not under Save-Data). The client
 * entry waits in the page as inert text; the same text in a new module script is covered by the same policy hash.
 */
type TrustedTypes = { createPolicy: (name: string, rules: { createScript?: (text: string) => string; createScriptURL?: (url: string) => string }) => Policy };
type Policy = { createScript: (text: string) => string; createScriptURL: (url: string) => string };

const page = document;
const passThrough = { createScript: (text: string) => text, createScriptURL: (url: string) => url };
const policy = (window as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("baize", passThrough) ?? passThrough;
const intents = ["pointerdown", "keydown", "focusin"] as const;
page.documentElement.classList.add("js");

function wake() {
  for (const intent of intents) page.removeEventListener(intent, wake, true);
  const inert = page.getElementById("entry");
  if (inert === null || inert.dataset["awake"] !== undefined) return;
  inert.dataset["awake"] = "";
  const script = page.createElement("script");
  script.type = "module";
  script.text = policy.createScript(inert.textContent ?? "");
  page.head.append(script);
}

for (const intent of intents) page.addEventListener(intent, wake, { capture: true, passive: true });
addEventListener("load", () => {
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection;
  const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2000));
  if (connection?.saveData !== true) setTimeout(() => whenIdle(wake), 1500);
  if ("serviceWorker" in navigator && page.documentElement.dataset["offline"] !== undefined) {
    whenIdle(() => void navigator.serviceWorker.register(policy.createScriptURL("/sw.js")).catch(() => undefined));
  }
});
