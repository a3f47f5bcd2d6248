import { showFailure } from "../../ui/failure.ts";
import { type FetchedPage, fetchPage, rulesOf } from "../../ui/fetch-page.ts";
import { openModal } from "../../ui/modal.ts";
import { transitionTo } from "./page-transitions.ts";

/** A detail on its way or here: the element, its own style rules, and its title. */
type Detail = { element: Element; sheet: CSSStyleSheet; title: string };
type OverState = { over?: boolean } | null;

/**
 * Opens a venue's details over the page whose links (`data-over`) lead to them (section 2.5). The address becomes the detail's
 * own, so it can be shared, reloaded, and left by the way back. Without script, or where the detail does not come as expected,
 * the link is a link.
 */
export function startDetailsInPlace(root: Document): void {
  const basePath = location.pathname;
  const baseTitle = root.title;
  const coming = new Map<string, Promise<Detail>>();
  let dialog: HTMLDialogElement | null = null;

  const ask = (href: string) => {
    const known = coming.get(href);
    if (known !== undefined) return known;
    const asked = fetchPage(href).then(detailOf);
    coming.set(href, asked);
    // A detail is kept for this visit of the page only while it came; a failure may be tried again.
    asked.catch(() => coming.delete(href));
    return asked;
  };

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
    link.setAttribute("aria-busy", "true");
    ask(link.href)
      .then((detail) => {
        history.pushState({ over: true } satisfies OverState, "", link.href);
        show(detail, link.querySelector("img"));
      })
      .catch((problem: unknown) => {
        if (problem === NO_DETAIL) location.assign(link.href);
        else showFailure();
      })
      .finally(() => link.removeAttribute("aria-busy"));
  });

  // React's router hears popstate too, and knows nothing of these entries.
  addEventListener(
    "popstate",
    (event) => {
      const isOver = (event.state as OverState)?.over === true;
      if (location.pathname === basePath && dialog === null && !isOver) return;
      event.stopImmediatePropagation();
      if (location.pathname === basePath) hide();
      else if (isOver)
        ask(location.href).then(
          (detail) => show(detail, null),
          () => location.reload(),
        );
      else location.reload();
    },
    { capture: true },
  );

  function show(detail: Detail, from: HTMLImageElement | null): void {
    hide();
    const over = document.createElement("dialog");
    over.className = "detail-over";
    over.setAttribute("aria-labelledby", "detail-title");
    over.append(document.importNode(detail.element, true));
    over.addEventListener("cancel", (event) => {
      event.preventDefault();
      history.back();
    });
    over.addEventListener("click", ({ target }) => {
      if (target instanceof Element && target.closest(".detail-frame") === null) history.back();
    });
    dialog = over;
    transitionTo(from, () => {
      document.adoptedStyleSheets.push(detail.sheet);
      document.body.append(over);
      openModal(over);
      document.title = detail.title;
      over.scrollTop = 0;
    });
    document.documentElement.toggleAttribute("data-over", true);
    over.addEventListener("close", () => {
      document.documentElement.removeAttribute("data-over");
      document.dispatchEvent(new Event("baize:own-page"));
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== detail.sheet);
      over.remove();
      document.title = baseTitle;
    });
  }

  function hide(): void {
    const open = dialog;
    dialog = null;
    if (open) transitionTo(null, () => open.close());
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
    history.back();
  });
}

/** True where the entry before this one is a page of this site. */
function canGoBack(): boolean {
  const { navigation } = window as { navigation?: { canGoBack: boolean } };
  return navigation?.canGoBack ?? (history.length > 1 && document.referrer.startsWith(`${location.origin}/`));
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
