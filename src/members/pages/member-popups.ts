import { fetchPage } from "../../ui/fetch-page.ts";
import { openSheet, serveSheet } from "../../ui/sheet.ts";

const CONSENT = "consent";
/** Told on the document once a popup stands in the page. */
export const POPUP_EVENT = "baize:popup";

/**
 * Opens a member's popup in place: the dialog is taken from the popup's own address. Where the dialog or the way out of it says so,
 * the menu comes back from where it went (section 2.7); a link in it leads on.
 */
export function startMemberPopups(root: Document): void {
  root.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-popup]") : null;
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void open(root, link);
  });
  const served = root.querySelector<HTMLDialogElement>("dialog[data-popup-sheet]");
  if (served !== null) leadBack(root, served);
  const blocking = root.querySelector<HTMLDialogElement>("dialog[data-blocking]");
  if (blocking !== null) block(blocking);
}

async function open(root: Document, link: HTMLAnchorElement): Promise<void> {
  link.setAttribute("aria-busy", "true");
  try {
    const { page } = await fetchPage(link.href);
    const fresh = page.querySelector<HTMLDialogElement>("dialog[data-popup-sheet]");
    // Somebody who is not logged in any more is led to the log-in.
    if (fresh === null) return location.assign(link.href);
    root.querySelector("dialog[data-popup-sheet]")?.remove();
    const sheet = root.importNode(fresh, true);
    root.body.append(sheet);
    menuOf(root)?.close();
    serveSheet(sheet, CONSENT);
    leadBack(root, sheet);
    root.dispatchEvent(new CustomEvent(POPUP_EVENT));
  } catch {
    location.assign(link.href);
  } finally {
    link.removeAttribute("aria-busy");
  }
}

function leadBack(root: Document, sheet: HTMLDialogElement): void {
  sheet.dataset["led"] = "";
  const always = sheet.dataset["thenMenu"] !== undefined;
  let goesBack = always;
  sheet.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (link === null) return;
    goesBack = link.dataset["thenMenu"] !== undefined || (always && link.dataset["close"] !== undefined);
  });
  sheet.addEventListener("close", () => {
    const menu = menuOf(root);
    if (sheet.open) return;
    const wasBack = goesBack;
    goesBack = always;
    if (!wasBack || menu === null) return;
    menu.dataset["reverse"] = "";
    openSheet(menu);
    menu.addEventListener("close", () => delete menu.dataset["reverse"], { once: true });
  });
}

function menuOf(root: Document): HTMLDialogElement | null {
  return root.querySelector<HTMLDialogElement>("dialog#menu");
}

/** The blocking overlay has no way out (section 2.6): neither Escape nor a click beside it closes it. */
function block(dialog: HTMLDialogElement): void {
  dialog.close();
  dialog.showModal();
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  dialog.addEventListener("close", () => dialog.showModal());
}
