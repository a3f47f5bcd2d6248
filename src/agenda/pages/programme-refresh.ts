import { type FetchedPage, fetchPage, rulesOf } from "../../ui/fetch-page.ts";
import { waitBeforeFetch } from "./broadcast-times.ts";

/** A list that comes sooner than this takes the old one's place without a word. */
const UNSEEN_MS = 300;

/**
 * Fetches the list of the agenda that the page shows again, at most once in five seconds (section 9), and puts it in place
 * of the old one; `done` is called then. Where it cannot be had, the old list stays and a line says so.
 */
export function programmeRefresher(root: Document | Element, done: () => void): () => void {
  let isRunning = false;
  let lastAt: number | null = null;
  return () => {
    if (isRunning || listOf(root) === null) return;
    isRunning = true;
    const focused = listOf(root)?.contains(document.activeElement) === true ? document.activeElement : null;
    const settle = waiting(root);
    setTimeout(
      () => {
        lastAt = performance.now();
        void fetchPage(location.href)
          .catch(() => null)
          .then((fetched) => {
            isRunning = false;
            settle();
            take(root, fetched);
            refocus(root, focused);
            done();
          });
      },
      waitBeforeFetch(lastAt, performance.now()),
    );
  };
}

function take(root: Document | Element, fetched: FetchedPage | null): void {
  const old = listOf(root);
  const fresh = fetched === null ? null : listOf(fetched.page);
  if (old === null) return;
  if (fetched !== null && fetched.path !== location.pathname) location.replace(fetched.path);
  else if (fetched === null || fresh === null) part(old, "offline").hidden = false;
  else {
    adoptFocalRules(fetched.page);
    old.replaceWith(document.adoptNode(fresh));
  }
}

/** The focus that went with the old list, or with what was hidden meanwhile, goes to the same link of the new one. */
function refocus(root: Document | Element, focused: Element | null): void {
  if (focused === null || document.activeElement !== document.body) return;
  const links = [...(listOf(root)?.querySelectorAll("a") ?? [])];
  const same = links.find((link) => link.getAttribute("href") === focused.getAttribute("href"));
  const kept = focused.isConnected && focused instanceof HTMLElement ? focused : same;
  (kept ?? document.getElementById("contenu"))?.focus({ preventScroll: true });
}

/** Breathing rows in the list's final shape, once the wait is long enough to be seen; the answer ends them. */
function waiting(root: Document | Element): () => void {
  const show = (isWaiting: boolean) => {
    const list = listOf(root);
    if (list === null) return;
    list.ariaBusy = String(isWaiting);
    part(list, "waiting").hidden = !isWaiting;
    part(list, "rows").hidden = isWaiting;
    if (isWaiting) part(list, "offline").hidden = true;
  };
  const timer = setTimeout(() => show(true), UNSEEN_MS);
  return () => {
    clearTimeout(timer);
    show(false);
  };
}

const adopted = typeof CSSStyleSheet === "undefined" ? null : new CSSStyleSheet();

/** The new pictures' focal points stand in the new page's own rules. */
function adoptFocalRules(page: ParentNode): void {
  const rules = rulesOf(page);
  if (!adopted || rules === "") return;
  adopted.replaceSync(rules);
  if (!document.adoptedStyleSheets.includes(adopted)) document.adoptedStyleSheets.push(adopted);
}

function listOf(root: ParentNode): HTMLElement | null {
  return root.querySelector<HTMLElement>("[data-agenda-list]");
}

function part(list: HTMLElement, name: "offline" | "waiting" | "rows"): HTMLElement {
  return list.querySelector<HTMLElement>(`[data-agenda-${name}]`) ?? list;
}
