/** What a page can do beyond links and forms; fetched after load, or at the first intent, and before React. */
import { startInstallable } from "./ui/installable.ts";
import { startNextToast } from "./ui/next-toast.ts";
import { startPageBehaviours } from "./venues/pages/page-behaviours.ts";

startPageBehaviours(document);
startNextToast();
startInstallable(document);

/** A page that can do more names its script; inside the app (G81) there is one more. The site's one policy for late scripts lets them in. */
const { script } = document.querySelector<HTMLElement>("[data-script]")?.dataset ?? {};
if (script !== undefined) fetchScript(script);
if ("__BAIZE_NATIVE__" in window) fetchScript("/assets/native.js");

function fetchScript(src: string): void {
  const { baize } = window as { baize?: { createScriptURL: (url: string) => string } };
  const element = document.createElement("script");
  element.src = baize?.createScriptURL(src) ?? src;
  document.head.append(element);
}
