import { showFailure } from "../../ui/failure.ts";
import { type FetchedPage, fetchPage, rulesOf } from "../../ui/fetch-page.ts";
import { openModal } from "../../ui/modal.ts";
import { transitionTo } from "./page-transitions.ts";

/** A detail of the venue: the element, its own style rules, and its title. */
type Detail = { element: Element; sheet: CSSStyleSheet; title: string };
type Shown = { dialog: HTMLDialogElement; sheet: CSSStyleSheet };
type OverState = { over?: boolean } | null;

/**
 * Opens a venue's details over the page whose links (`data-over`) lead to them (section 2.5). The address becomes the detail's
 * own, so it can be shared, reloaded, and left by the way back. Without script, or where the detail does not come as expected,
 * the link is a link. Pages that open details are not React's (decision 0006), so nobody else reads the address.
 */
export function startDetailsInPlace(root: Document): void {
  const basePath = loadedPath();
  const baseTitle = root.title;
  const ask = askedOnce();
  let shown: Shown | null = null;
  let latest = 0;
  if (location.pathname !== basePath) location.reload();

  // Asked for on the way to the click: under the pointer, or at the touch.
  for (const early of ["pointerenter", "pointerdown"] as const)
    root.addEventListener(
      early,
      ({ target }) => {
        const link = overLink(target);
        if (link) void ask(link.href).catch(() => undefined);
      },
      { capture: true, passive: true },
    );

  root.addEventListener("click", (event) => {
    const link = overLink(event.target);
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void open(link);
  });

  addEventListener("popstate", (event) => {
    const isOver = (event.state as OverState)?.over === true;
    latest += 1;
    if (location.pathname === basePath) hide();
    else if (isOver) ask(location.href).then((detail) => show(detail, null), reload);
    else location.reload();
  });

  /** Of several clicks the last one counts. */
  async function open(link: HTMLAnchorElement): Promise<void> {
    const own = (latest += 1);
    link.setAttribute("aria-busy", "true");
    try {
      const detail = await ask(link.href);
      if (own !== latest) return;
      history.pushState({ over: true } satisfies OverState, "", link.href);
      show(detail, link.querySelector("img"));
    } catch (problem) {
      if (own !== latest) return;
      if (problem === NO_DETAIL) location.assign(link.href);
      else showFailure();
    } finally {
      link.removeAttribute("aria-busy");
    }
  }

  function show(detail: Detail, from: HTMLImageElement | null): void {
    const before = shown;
    const dialog = dialogOf(detail);
    shown = { dialog, sheet: detail.sheet };
    transitionTo(from, () => {
      dismiss(before);
      document.adoptedStyleSheets.push(detail.sheet);
      document.body.append(dialog);
      openModal(dialog);
      document.title = detail.title;
      dialog.scrollTop = 0;
    });
  }

  function hide(): void {
    const before = shown;
    shown = null;
    if (before === null) return;
    // It may still be seen for a moment, and a second press of its close would go one page further back.
    before.dialog.inert = true;
    transitionTo(null, () => {
      dismiss(before);
      document.title = baseTitle;
    });
  }
}

/**
 * The close link of a detail: back to where the visitor came from on this site, otherwise its own address, the list
 * (section 2.5).
 */
export function startBackLinks(root: Document): void {
  root.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-back]") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !canGoBack()) return;
    event.preventDefault();
    goBack();
  });
  for (const arrival of ["popstate", "pageshow"]) addEventListener(arrival, () => (isLeaving = false));
}

let isLeaving = false;

/** One step, however often it is asked for before it is done. */
function goBack(): void {
  if (isLeaving) return;
  isLeaving = true;
  history.back();
}

/** True where the entry before this one is a page of this site. */
function canGoBack(): boolean {
  const { navigation } = window as { navigation?: { canGoBack: boolean } };
  return navigation?.canGoBack ?? (history.length > 1 && document.referrer.startsWith(`${location.origin}/`));
}

function dialogOf(detail: Detail): HTMLDialogElement {
  const dialog = document.createElement("dialog");
  dialog.className = "detail-over";
  dialog.setAttribute("aria-labelledby", "detail-title");
  dialog.append(document.importNode(detail.element, true));
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    goBack();
  });
  dialog.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest(".detail-frame") === null) goBack();
  });
  return dialog;
}

/** Closed before it goes, so that the focus returns to the link. */
function dismiss(shown: Shown | null): void {
  if (shown === null) return;
  shown.dialog.close();
  shown.dialog.remove();
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== shown.sheet);
}

/** Details that are here or on their way, by address; one that did not come may be asked for again. */
function askedOnce(): (href: string) => Promise<Detail> {
  const coming = new Map<string, Promise<Detail>>();
  return (href) => {
    const known = coming.get(href);
    if (known !== undefined) return known;
    const asked = fetchPage(href).then(detailOf);
    coming.set(href, asked);
    asked.catch(() => coming.delete(href));
    return asked;
  };
}

const NO_DETAIL = new Error("the page has no detail to show in place");

function detailOf({ page }: FetchedPage): Detail {
  const element = page.querySelector("[data-detail]");
  if (element === null) throw NO_DETAIL;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rulesOf(page));
  return { element, sheet, title: page.querySelector("title")?.textContent ?? document.title };
}

function overLink(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-over]") : null;
}

/** Whose document this is. A visitor who was quicker than the script may have gone back since, to an address of the same history. */
function loadedPath(): string {
  const [loaded] = performance.getEntriesByType("navigation");
  return loaded === undefined ? location.pathname : new URL(loaded.name).pathname;
}

function reload(): void {
  location.reload();
}
