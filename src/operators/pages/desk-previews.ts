import { showFailure } from "../../ui/failure.ts";
import { IN_PLACE_EVENT } from "../../ui/form-in-place.ts";

/** How long after the last key the preview follows. */
const PAUSE_MS = 900;

/**
 * Keeps the preview beside a form up to what is typed. Each one is posted into a frame of its own, which takes the old one's place
 * when it has loaded: nothing flickers, and the browser's history knows nothing of it.
 */
export function startPreviews(root: Document): void {
  let timer = 0;
  const later = (form: HTMLFormElement | null) => {
    clearTimeout(timer);
    if (form !== null) timer = window.setTimeout(() => draw(form), PAUSE_MS);
  };
  root.addEventListener("input", ({ target }) => later(previewed(target)));
  root.addEventListener("change", ({ target }) => later(previewed(target)));
  root.addEventListener("submit", (event) => {
    if (!(event.submitter?.hasAttribute("data-preview") === true) || !(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    draw(event.target);
  });
  const first = () => later(root.querySelector<HTMLFormElement>("form:has([data-preview])"));
  root.addEventListener(IN_PLACE_EVENT, first);
  first();
}

function previewed(target: EventTarget | null): HTMLFormElement | null {
  const form = target instanceof Element ? target.closest("form") : null;
  return form?.querySelector("[data-preview]") === null ? null : form;
}

function draw(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>("[data-preview]");
  const shown = document.querySelector<HTMLIFrameElement>("[data-preview-frame]:not([hidden])");
  if (button === null || shown === null || !form.isConnected || getComputedStyle(shown).display === "none") return;
  const fresh = shown.cloneNode() as HTMLIFrameElement;
  fresh.name = `preview-${Math.trunc(performance.now())}`;
  fresh.hidden = true;
  for (const waiting of document.querySelectorAll("[data-preview-frame][hidden]")) waiting.remove();
  shown.after(fresh);
  const top = shown.contentDocument?.defaultView?.scrollY ?? 0;
  let posted = false;
  fresh.addEventListener("load", () => {
    if (!posted) return;
    const drawn = fresh.contentDocument;
    if (drawn === null) {
      // A page of the browser's own, where no answer came or none that may be framed: the last preview stays.
      fresh.remove();
      return showFailure();
    }
    drawn.defaultView?.scrollTo(0, top);
    fresh.hidden = false;
    shown.remove();
  });
  const copy = document.createElement("form");
  copy.method = "post";
  copy.action = button.formAction;
  copy.target = fresh.name;
  copy.hidden = true;
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== "string") continue;
    copy.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(copy);
  posted = true;
  copy.submit();
  copy.remove();
}
