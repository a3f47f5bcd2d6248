import { openModal } from "./modal.ts";

/** A pull this far down, in pixels, closes a sheet (section 2.3). */
const PULL_TO_CLOSE = 110;
const PAPER = "#ffffff";

/**
 * Makes sheets of links: a link `data-sheet="id"`, whose address shows the same sheet without script, opens the dialog in
 * place. Escape, a click beside it, its close link or a pull down close it, and the focus goes back to where it was.
 * A click beside it that falls on the element `besideId` (the consent banner) is not meant for the sheet.
 */
export function startSheets(root: Document | Element, besideId: string): void {
  for (const sheet of root.querySelectorAll<HTMLDialogElement>("dialog.sheet")) {
    const openers = root.querySelectorAll<HTMLElement>(`[data-sheet="${sheet.id}"]`);
    for (const opener of openers) {
      opener.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        openSheet(sheet);
      });
    }
    serveSheet(sheet, besideId);
  }
}

/** Opens a sheet over the page. */
export function openSheet(sheet: HTMLDialogElement): void {
  openModal(sheet);
  sheet.scrollTop = 0;
  setThemeColor(PAPER);
}

/** Makes a dialog a sheet, once; one that the server has opened becomes a true dialog. */
export function serveSheet(sheet: HTMLDialogElement, besideId: string): void {
  if (sheet.dataset["served"] !== undefined) return;
  sheet.dataset["served"] = "";
  const isLeft = serve(sheet, besideId);
  if (sheet.open) takeOver(sheet, isLeft);
}

/**
 * The server has opened the sheet: it becomes a true dialog, and closing it leaves its address; not where a link leads off the
 * page, because a change of the address then would call that off.
 */
function takeOver(sheet: HTMLDialogElement, isLeft: () => boolean): void {
  const focused = document.activeElement;
  sheet.close();
  document.querySelector(".sheet-scrim")?.setAttribute("hidden", "");
  openSheet(sheet);
  // Whoever is in the sheet already stays where they are.
  if (focused instanceof HTMLElement && sheet.contains(focused)) focused.focus();
  // The close of a moment ago is told only now, when the sheet is open again.
  sheet.addEventListener("close", () => sheet.open || isLeft() || leaveAddress());
}

function leaveAddress(): void {
  const url = new URL(location.href);
  for (const name of ["popup", "reverse"]) url.searchParams.delete(name);
  history.replaceState(history.state, "", url);
}

/** Gives whether the sheet was closed by a link that nothing serves in place. */
function serve(sheet: HTMLDialogElement, besideId: string): () => boolean {
  let followed: Event | null = null;
  sheet.addEventListener("close", () => sheet.open || setThemeColor(null));
  sheet.addEventListener("click", (event) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    followed = null;
    const close = target.closest<HTMLElement>("[data-close]");
    // The way back to the menu is a link until a script leads there in place.
    const isPlain = close?.dataset["thenMenu"] !== undefined && sheet.dataset["led"] === undefined;
    if (isPlain) followed = event;
    else if (close !== null) {
      event.preventDefault();
      sheet.close();
    } else if (target.closest("a:not([target], [download])")) {
      followed = event;
      sheet.close();
    } else if (target === sheet && isOutside(sheet, event) && isOutside(document.getElementById(besideId), event))
      sheet.close();
  });
  servePull(sheet);
  return () => followed !== null && !followed.defaultPrevented;
}

/** A finger that pulls a sheet down by its top takes it along, and closes it far enough. */
function servePull(sheet: HTMLDialogElement): void {
  let start: number | null = null;
  let pulled = 0;
  sheet.addEventListener("touchstart", ({ touches }) => {
    start = sheet.scrollTop <= 0 ? (touches[0]?.clientY ?? null) : null;
    pulled = 0;
  });
  sheet.addEventListener(
    "touchmove",
    (event) => {
      if (start === null || matchMedia("(min-width: 900px)").matches) return;
      pulled = Math.max(0, (event.touches[0]?.clientY ?? start) - start);
      if (pulled === 0) return;
      event.preventDefault();
      sheet.style.setProperty("translate", `0 ${pulled}px`);
    },
    { passive: false },
  );
  const release = () => {
    if (start !== null && pulled > PULL_TO_CLOSE) sheet.close();
    start = null;
    sheet.style.removeProperty("translate");
  };
  sheet.addEventListener("touchend", release);
  sheet.addEventListener("touchcancel", release);
}

function isOutside(element: Element | null, { clientX, clientY }: MouseEvent): boolean {
  if (!element) return true;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}

/** The browser's own bar meets the sheet in white, and the page in its colour again. */
function setThemeColor(color: string | null): void {
  const meta = document.querySelector<HTMLMetaElement>("meta[name=theme-color]");
  if (!meta) return;
  // Kept with the element, because more than one script of the page may open sheets.
  meta.dataset["page"] ??= meta.content;
  meta.content = color ?? meta.dataset["page"];
}
