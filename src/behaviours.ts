/** What a page can do beyond links and forms; fetched after load, or at the first intent, and before React. */
import { startNextToast } from "./ui/next-toast.ts";
import { startPageBehaviours } from "./venues/pages/page-behaviours.ts";

startPageBehaviours(document);
startNextToast();

/** A page that can do more names its script, which the site's one policy for late scripts lets in. */
const { script } = document.querySelector<HTMLElement>("[data-script]")?.dataset ?? {};
if (script !== undefined) {
  const { baize } = window as { baize?: { createScriptURL: (url: string) => string } };
  const element = document.createElement("script");
  element.src = baize?.createScriptURL(script) ?? script;
  document.head.append(element);
}
