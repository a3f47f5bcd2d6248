import { POPUP_EVENT } from "../../members/pages/member-popups.ts";
import { showFailure } from "../../ui/failure.ts";
import { fetchPage } from "../../ui/fetch-page.ts";
import { openSheet } from "../../ui/sheet.ts";
import { whileVisible } from "../../ui/while-visible.ts";

/** How often an open sheet asks whether a gift has moved, at a kiosk for instance. */
const ASK_MS = 2_000;
const SHEET = "dialog#offers-sheet";
const KEPT = ["href", "back", "ticket", "version"];

let isFollowing = false;
let isAsking = false;
/** The last click in the sheet leads to another page: its closing is that, and nothing to come back from. */
let isLeaving = false;
/** Each way taken in the sheet; what comes back for an earlier one is not laid over it. */
let ways = 0;

/**
 * What popup=Offers can do beyond its links: its lists and gifts open inside the sheet that stands, closing a gift leads back to its
 * list (section 2.7), and what happens at the kiosk shows without a reload. Nothing is asked while nobody looks.
 */
export function startOffers(root: Document): void {
  root.addEventListener("click", (event) => onClick(root, event), { capture: true });
  // Before the sheet's own listeners, whatever closed it: its button, Escape, a click beside it, a pull.
  root.addEventListener("close", (event) => onClose(root, event), { capture: true });
  const follow = () => {
    if (isFollowing || root.querySelector(SHEET) === null) return;
    isFollowing = true;
    whileVisible(() => void ask(root), ASK_MS);
  };
  root.addEventListener(POPUP_EVENT, follow);
  follow();
}

function onClick(root: Document, event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(`${SHEET} a`) : null;
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  isLeaving = link.dataset["close"] === undefined;
  if (link.dataset["inSheet"] === undefined) return;
  isLeaving = false;
  event.preventDefault();
  event.stopPropagation();
  void go(root, link.href);
}

function onClose(root: Document, event: Event): void {
  const { target: sheet } = event;
  if (!(sheet instanceof HTMLDialogElement) || !sheet.matches(SHEET) || sheet.open || isLeaving) return;
  const { back } = sheet.dataset;
  if (back === undefined) return;
  event.stopPropagation();
  openSheet(sheet);
  void go(root, back);
}

/** Shows another view in the sheet that stands; where none comes the browser goes there itself. */
async function go(root: Document, href: string): Promise<void> {
  const sheet = root.querySelector<HTMLDialogElement>(SHEET);
  if (sheet === null) return location.assign(href);
  const way = (ways += 1);
  sheet.setAttribute("aria-busy", "true");
  const isShown = await show(root, sheet, href).then(
    () => true,
    () => false,
  );
  if (way !== ways) return;
  sheet.removeAttribute("aria-busy");
  if (!isShown) return showFailure();
  sheet.scrollTop = 0;
  sheet.querySelector<HTMLElement>("[data-close]")?.focus();
}

/** Where another way was taken meanwhile, nothing is shown. */
async function show(root: Document, sheet: HTMLDialogElement, href: string): Promise<void> {
  const way = ways;
  const { page } = await fetchPage(href);
  if (way !== ways) return;
  const fresh = page.querySelector<HTMLDialogElement>(SHEET);
  // Somebody who is not logged in any more is led to the log-in.
  if (fresh === null) return location.assign(href);
  sheet.replaceChildren(...root.importNode(fresh, true).childNodes);
  for (const name of KEPT) {
    const value = fresh.dataset[name];
    if (value === undefined) delete sheet.dataset[name];
    else sheet.dataset[name] = value;
  }
}

async function ask(root: Document): Promise<void> {
  const sheet = root.querySelector<HTMLDialogElement>(SHEET);
  if (sheet === null || !sheet.open || sheet.hasAttribute("aria-busy") || isAsking) return;
  isAsking = true;
  try {
    const { ticket = "", version = "", href = "" } = sheet.dataset;
    const way = ways;
    const answer = await fetch("/api/users/gifts/version", {
      headers: { "Gifts-Ticket": ticket, "If-None-Match": `"${version}"` },
      cache: "no-store",
    });
    const isOver = answer.status === 401;
    const isSame = answer.status === 304 || (answer.ok && answer.headers.get("etag") === `"${version}"`);
    if ((isOver || (answer.ok && !isSame)) && way === ways) await show(root, sheet, href);
  } catch {
    // The next question is asked in a moment.
  } finally {
    isAsking = false;
  }
}
