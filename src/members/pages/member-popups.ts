import { fetchPage } from "../../ui/fetch-page.ts";
import { openSheet, serveSheet } from "../../ui/sheet.ts";

const CONSENT = "consent";

/**
 * Opens popup=Account in place: the dialog is taken from the popup's own address. However it is closed, the menu comes back from
 * where it went (section 2.7); only a link in it leads on.
 */
export function startMemberPopups(root: Document): void {
  root.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-popup]") : null;
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void open(root, link);
  });
  const served = root.querySelector<HTMLDialogElement>("dialog[data-then-menu]");
  if (served !== null) leadBack(root, served);
  const blocking = root.querySelector<HTMLDialogElement>("dialog[data-blocking]");
  if (blocking !== null) block(blocking);
}

async function open(root: Document, link: HTMLAnchorElement): Promise<void> {
  link.setAttribute("aria-busy", "true");
  try {
    const { page } = await fetchPage(link.href);
    const fresh = page.querySelector<HTMLDialogElement>("dialog[data-then-menu]");
    // Somebody who is not logged in any more is led to the log-in.
    if (fresh === null) return location.assign(link.href);
    root.querySelector("dialog[data-then-menu]")?.remove();
    const sheet = root.importNode(fresh, true);
    root.body.append(sheet);
    menuOf(root)?.close();
    serveSheet(sheet, CONSENT);
    leadBack(root, sheet);
  } catch {
    location.assign(link.href);
  } finally {
    link.removeAttribute("aria-busy");
  }
}

function leadBack(root: Document, sheet: HTMLDialogElement): void {
  let isLeaving = false;
  sheet.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (link !== null) isLeaving = link.dataset["close"] === undefined;
  });
  sheet.addEventListener("close", () => {
    const menu = menuOf(root);
    if (isLeaving || menu === null || sheet.open) return;
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
