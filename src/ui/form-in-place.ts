import { hideFailure, showFailure } from "./failure.ts";

/** Longer than this, in milliseconds, and the visitor is told. */
const PATIENCE_MS = 20_000;
const LEAVING_MS = 5_000;
/** Told on the document once an answer stands in the page: its `detail` is an InPlace. */
export const IN_PLACE_EVENT = "baize:in-place";
/** Where the answer stands and the form that was sent; none where the page asked by itself. */
export type InPlace = { place: HTMLElement; form: HTMLFormElement | null };
/** Told on the document once a form was taken and its answer leads elsewhere: `detail.form` is the form that was sent. */
export const TAKEN_EVENT = "baize:taken";
/** Told on the document once a form was sent without a result, and the visitor was told so: `detail.form` is the form. */
export const FAILED_EVENT = "baize:failed";

/**
 * Sends the forms inside `[data-in-place]` without leaving the page: the element of the same name in the answer, its value or
 * else its id, takes that element's place. What was typed stays, passwords included, which no answer repeats; the focus goes to the first field that
 * is wrong, else to what is said about it. Where the answer leads elsewhere the browser goes there; without a result the banner
 * says what the form has for that (`data-failed`). Without this script every such form is an ordinary one.
 */
export function startFormsInPlace(root: Document): void {
  root.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented || form.method !== "post") return;
    const place = form.closest<HTMLElement>("[data-in-place]");
    if (place === null || event.submitter?.hasAttribute("formtarget") === true) return;
    event.preventDefault();
    // A form that is under way is not sent a second time.
    if (form.dataset["waiting"] === undefined) void send(form, place, event.submitter);
  });
}

async function send(form: HTMLFormElement, place: HTMLElement, submitter: HTMLElement | null): Promise<void> {
  form.dataset["waiting"] = "";
  try {
    const answer = await postForm(form, submitter);
    const location = answer.headers.get("X-Location");
    if (location !== null) {
      document.dispatchEvent(new CustomEvent(TAKEN_EVENT, { detail: { form } }));
      goTo(location);
      // A download leaves the page where it is.
      setTimeout(() => delete form.dataset["waiting"], LEAVING_MS);
      return;
    }
    const page = pageOf(await answer.text());
    const fresh = page.querySelector<HTMLElement>(placeOf(place.dataset["inPlace"], place.id));
    if (fresh !== null) exchangeOther(page, fresh);
    if (fresh === null) fail(form, answer.status === 401);
    else exchange(place, fresh, form);
  } catch {
    fail(form);
  }
  delete form.dataset["waiting"];
}

function fail(form: HTMLFormElement, isOver = false): void {
  showFailure(isOver, form.dataset["failed"]);
  document.dispatchEvent(new CustomEvent(FAILED_EVENT, { detail: { form } }));
}

/** Sends a form as the browser would; where the answer leads is told by its `X-Location`. */
export function postForm(form: HTMLFormElement, submitter: HTMLElement | null): Promise<Response> {
  return fetch(addressOf(form, submitter), {
    method: "POST",
    headers: { Accept: "text/html", "X-In-Place": "1" },
    body: bodyOf(form, submitter),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}

function placeOf(name = "", id = ""): string {
  return name === "" ? `#${CSS.escape(id)}` : `[data-in-place="${CSS.escape(name)}"]`;
}

/** `form.action` would be a field of that name. */
function addressOf(form: HTMLFormElement, submitter: HTMLElement | null): string {
  return submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? location.href;
}

function bodyOf(form: HTMLFormElement, submitter: HTMLElement | null): BodyInit {
  const data = new FormData(form, submitter);
  if (form.enctype === "multipart/form-data") return data;
  const texts = [...data].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  return new URLSearchParams(texts);
}

/** The page that an answer leads to, read anew even where only its hash differs. */
export function goTo(href: string): void {
  const { pathname, search } = new URL(href, location.href);
  if (pathname === location.pathname && search === location.search) location.reload();
  else location.assign(href);
}

function pageOf(html: string): DocumentFragment {
  const { baize } = window as { baize?: { createHTML: (text: string) => string } };
  const template = document.createElement("template");
  template.innerHTML = baize?.createHTML(html) ?? html;
  return template.content;
}

/** Another place that the answer changes as well, where it names one (`data-with`). */
function exchangeOther(page: DocumentFragment, { dataset }: HTMLElement): void {
  if (dataset["with"] === undefined) return;
  const selector = placeOf(dataset["with"]);
  const fresh = page.querySelector<HTMLElement>(selector);
  if (fresh !== null) document.querySelector(selector)?.replaceWith(imported(fresh));
}

function imported(fresh: HTMLElement): HTMLElement {
  const made = document.importNode(fresh, true);
  // An inert document is read as if there were no script: what is said to those without one would be sent along.
  for (const unscripted of made.querySelectorAll("noscript")) unscripted.remove();
  return made;
}

function exchange(place: HTMLElement, fresh: HTMLElement, sent: HTMLFormElement): void {
  hideFailure();
  const kept = secretsOf(place);
  const before = focusName();
  const made = imported(fresh);
  // A script of the page may have to serve its fields before anybody sees them.
  place.replaceWith(made);
  for (const [name, value] of kept) {
    const field = fieldNamed(made, name);
    if (field?.type === "password" && field.value === "" && field.dataset["forget"] === undefined) field.value = value;
  }
  const wrong = controlOf(made.querySelector<HTMLElement>('[aria-invalid="true"]'));
  const told = made.querySelector<HTMLElement>("[role=alert],[role=status],h1,h2");
  const waiting = made.querySelector<HTMLElement>("[autofocus]");
  (wrong ?? waiting ?? (before === null ? null : fieldNamed(made, before)) ?? focusable(told))?.focus();
  document.dispatchEvent(new CustomEvent<InPlace>(IN_PLACE_EVENT, { detail: { place: made, form: sent } }));
}

/** A group of choices is entered by its first. */
function controlOf(field: HTMLElement | null): HTMLElement | null {
  return field instanceof HTMLFieldSetElement ? field.querySelector("input") : field;
}

function secretsOf(place: HTMLElement): Map<string, string> {
  // By what they are for: one that is being shown is of type text.
  const fields = place.querySelectorAll<HTMLInputElement>('input[autocomplete$="password"]');
  return new Map([...fields].map((field) => [field.name, field.value]));
}

function focusName(): string | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLInputElement && activeElement.name !== "" ? activeElement.name : null;
}

function fieldNamed(place: HTMLElement, name: string): HTMLInputElement | null {
  return place.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]:not([type=hidden])`);
}

function focusable(element: HTMLElement | null): HTMLElement | null {
  if (element !== null) element.tabIndex = -1;
  return element;
}
