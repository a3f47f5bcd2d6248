import { fetchPage } from "../../ui/fetch-page.ts";
import { whileVisible } from "../../ui/while-visible.ts";

const REFRESH_MS = 60_000;
/** How long typing rests before the machine is looked up. */
const PAUSE_MS = 300;
const SLOT = /^\d{1,9}$/;

/**
 * The list of the jackpots page in place: a machine's number looks it up after a short pause, an empty field leads back to
 * the latest (section 4 "Jackpots"), and an open page keeps itself up to date. The page itself is fetched, so an unchanged
 * list costs a 304. Listens on the document, because the page may be adopted later.
 */
export function startJackpotList(root: Document | Element): void {
  const page = root.ownerDocument ?? document;
  const asks = openAsks(page);
  let pause: ReturnType<typeof setTimeout> | undefined;

  page.addEventListener("input", ({ target }) => {
    const field = fieldOf(target);
    if (!field) return;
    clearTimeout(pause);
    pause = setTimeout(() => search(field, false), PAUSE_MS);
  });
  page.addEventListener("submit", (event) => {
    const field = event.target instanceof Element && event.target.querySelector(FIELD);
    if (!(field instanceof HTMLInputElement)) return;
    event.preventDefault();
    clearTimeout(pause);
    search(field, true);
  });
  page.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("[data-jackpot-retry]")) void asks.ask(location.href, true);
  });

  function search({ value }: HTMLInputElement, isAgain: boolean): void {
    const slot = value.trim();
    if (slot !== "" && !SLOT.test(slot)) return;
    const address = addressOf(location.href, slot);
    if (address === location.href && !isAgain) return;
    history.replaceState(history.state, "", address);
    void asks.ask(address, true);
  }

  let isOpening = true;
  whileVisible(() => {
    if (!isOpening && page.querySelector(LIST)) void asks.ask(location.href, false);
    isOpening = false;
  }, REFRESH_MS);
}

/** The page's own address with another machine, or with none: then it is the latest list. What else it asks for stays. */
export function addressOf(current: string, slot: string): string {
  const address = new URL(current);
  address.searchParams.delete("tab");
  address.searchParams.delete("slot");
  if (slot !== "") address.searchParams.set("slot", slot);
  return address.href;
}

const FIELD = "[data-jackpot-search] input";
const LIST = "[data-jackpot-list]";

function fieldOf(target: EventTarget | null): HTMLInputElement | null {
  return target instanceof HTMLInputElement && target.matches(FIELD) ? target : null;
}

/** One question at a time: a newer one ends the older, and what nobody asked for aloud waits for those that somebody did. */
function openAsks(page: Document) {
  let current: AbortController | null = null;

  /** `isAloud`: somebody waits for it, so its failure is shown and its result said. */
  async function ask(address: string, isAloud: boolean): Promise<void> {
    if (current !== null && !isAloud) return;
    current?.abort();
    const asked = new AbortController();
    current = asked;
    if (isAloud) page.querySelector(LIST)?.setAttribute("aria-busy", "true");
    const fetched = await fetchPage(address, asked.signal).catch(() => null);
    if (current !== asked) return;
    current = null;
    settle(page, fetched?.page ?? null, isAloud);
  }

  return { ask };
}

function settle(page: Document, fresh: ParentNode | null, isAloud: boolean): void {
  const shown = page.querySelector(LIST);
  const list = fresh?.querySelector(LIST);
  if (!shown) return;
  shown.removeAttribute("aria-busy");
  if (fresh && list) {
    if (!shown.isEqualNode(list)) shown.replaceWith(page.adoptNode(list));
    markTabs(page, fresh);
  }
  if (!list && !isAloud) return;
  const isRetried = page.activeElement?.matches("[data-jackpot-retry]");
  page.querySelector(LIST)?.toggleAttribute("hidden", !list);
  page.querySelector("[data-jackpot-offline]")?.toggleAttribute("hidden", Boolean(list));
  // The button that was pressed is gone: what it brought takes the focus.
  if (isRetried) page.querySelector<HTMLElement>(list ? LIST : "[data-jackpot-retry]")?.focus({ preventScroll: true });
  if (isAloud) say(page, list);
}

function markTabs(page: Document, fresh: ParentNode): void {
  const tabs = page.querySelectorAll("[data-jackpot-tabs] a");
  fresh.querySelectorAll("[data-jackpot-tabs] a").forEach((tab, at) => {
    if (tab.hasAttribute("aria-current")) tabs[at]?.setAttribute("aria-current", "page");
    else tabs[at]?.removeAttribute("aria-current");
  });
}

/** How many were found, or that nothing could be fetched. */
function say(page: Document, list: Element | null | undefined): void {
  const status = page.querySelector("[data-jackpot-status]");
  const words = list?.getAttribute("data-found") ?? page.querySelector("[data-jackpot-offline] p")?.textContent;
  if (status) status.textContent = words ?? "";
}
