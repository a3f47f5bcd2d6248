import { POPUP_EVENT } from "../../members/pages/member-popups.ts";
import { fetchPage } from "../../ui/fetch-page.ts";
import { IN_PLACE_EVENT } from "../../ui/form-in-place.ts";
import { whileVisible } from "../../ui/while-visible.ts";
import { startWalletForms } from "./start-wallet-forms.ts";

const ASK_AGAIN_MS = 3_000;
let isAsking = false;

/** What the card can do beyond being shown: find the device's wallet, be printed, and come as soon as it is there. */
export function startCard(root: Document): void {
  const refresh = () => {
    startWalletForms(root);
    if (waiting(root) === null || isAsking) return;
    isAsking = true;
    whileVisible(() => void ask(root), ASK_AGAIN_MS);
  };
  for (const event of [POPUP_EVENT, IN_PLACE_EVENT]) root.addEventListener(event, refresh);
  root.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("[data-print]") !== null) print();
  });
  refresh();
}

function waiting(root: ParentNode): Element | null {
  return root.querySelector("[data-card=waiting]");
}

async function ask(root: Document): Promise<void> {
  const place = waiting(root);
  if (place === null || place.closest("dialog")?.open === false) return;
  try {
    const { page } = await fetchPage("/?popup=Card");
    const fresh = page.querySelector("[data-card]");
    if (fresh === null || fresh.getAttribute("data-card") === "waiting") return;
    place.replaceWith(root.importNode(fresh, true));
    startWalletForms(root);
  } catch {
    // It is asked for again in a moment.
  }
}
