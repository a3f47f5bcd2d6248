import { openModal } from "../sheets/modal.ts";
import { pageAddressOf } from "../page-address-of.ts";

/** The history state that React's links set too. */
const OPENED = { usr: { opened: true } };

/**
 * Handles taps before React runs: a link that names a dialog (`data-opens`) opens it at once, with its own address and history entry, so
 * that Back closes it. When React starts, it finds the dialog open and keeps it.
 */
export function startFirstTaps(page: Document): void {
  const isServed = () => page.documentElement.hasAttribute("data-hydrated");
  const wanted = () => new URLSearchParams(location.search).get("popup")?.toLowerCase() ?? "";
  const dialogOf = (id: string) =>
    id === "" ? null : page.querySelector<HTMLDialogElement>(`dialog#${CSS.escape(id)}`);
  const loaded = pageAddressOf(location);
  /** True while a step back is under way; another one would leave the page. */
  let isLeaving = false;
  const leave = () => {
    if (!isLeaving) history.back();
    isLeaving = true;
  };

  page.addEventListener("click", (event) => {
    if (isServed() || event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !(event.target instanceof Element)) return;
    const opener = event.target.closest<HTMLAnchorElement>("a[data-opens]");
    const dialog = opener === null ? null : dialogOf(opener.dataset["opens"] ?? "");
    if (opener !== null && dialog !== null) {
      event.preventDefault();
      history.pushState(OPENED, "", opener.href);
      show(dialog);
      return;
    }
    const open = event.target.closest<HTMLDialogElement>("dialog:modal");
    if (open === null || !isOurs()) return;
    if (event.target.closest("[data-close]") === null && event.target !== open) return;
    event.preventDefault();
    leave();
  });
  page.addEventListener(
    "cancel",
    (event) => {
      if (isServed() || !(event.target instanceof HTMLDialogElement) || !isOurs()) return;
      event.preventDefault();
      leave();
    },
    { capture: true },
  );
  addEventListener("popstate", () => {
    isLeaving = false;
    if (isServed()) return;
    // The entry of another page, made by the document before this one: load it, so that React finds the page that the address names.
    if (pageAddressOf(location) !== loaded) return location.reload();
    for (const dialog of page.querySelectorAll<HTMLDialogElement>("dialog:modal"))
      if (dialog.id !== wanted()) dialog.close();
    const dialog = dialogOf(wanted());
    if (dialog !== null && !dialog.open) show(dialog);
  });
}

function isOurs(): boolean {
  return (history.state as typeof OPENED | null)?.usr?.opened === true;
}

function show(dialog: HTMLDialogElement): void {
  openModal(dialog);
  dialog.scrollTop = 0;
}
