import { IN_PLACE_EVENT, type InPlace } from "../../ui/form-in-place.ts";
import { RULE_PARTS } from "../password-rule.ts";
import { looksLikeMobile } from "../phone-shapes.ts";
import { startProofs } from "./form-proof.ts";
import { startFormSteps } from "./form-steps.ts";
import { followPrefix, isOfNoCountry } from "./phone-country.ts";

/**
 * What the member area's forms can do where a script runs: none of it is needed to send them. Events are heard on the document,
 * because an answer exchanges the form in place.
 */
export function startMemberForms(root: Document): void {
  startProofs(root);
  startFormSteps(root);
  root.addEventListener("click", (event) => reveal(event.target));
  root.addEventListener("input", (event) => follow(event));
  root.addEventListener("paste", (event) => refuseWords(event), { capture: true });
  root.addEventListener(IN_PLACE_EVENT, ({ detail }: CustomEventInit<InPlace>) => {
    if (detail !== undefined) rememberRefused(detail.place);
    refresh(root);
  });
  refresh(root);
  const atOnce = root.querySelector<HTMLFormElement>("form[data-at-once]");
  if (atOnce !== null) whenSeen(root, () => atOnce.requestSubmit());
}

/** A page that the browser only prepares does nothing yet. */
function whenSeen(root: Document, act: () => void): void {
  const { prerendering } = root as { prerendering?: boolean };
  if (prerendering === true) root.addEventListener("prerenderingchange", act, { once: true });
  else act();
}

function refresh(root: Document): void {
  for (const form of root.querySelectorAll<HTMLFormElement>("form[data-form]")) guard(form);
  for (const field of root.querySelectorAll<HTMLElement>("[data-password]")) markRule(field);
  for (const button of root.querySelectorAll<HTMLButtonElement>("button[data-wait]")) wait(button);
}

function follow(event: Event): void {
  const { target } = event;
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
  if (target instanceof HTMLInputElement && target.dataset["phone"] !== undefined) followPrefix(target);
  if (target.form !== null) guard(target.form);
  const password = target.closest<HTMLElement>("[data-password]");
  if (password !== null) markRule(password);
  if (!(target instanceof HTMLInputElement)) return;
  if (target.dataset["date"] !== undefined && isTyped(event)) addSlashes(target);
  if (target.dataset["code"] !== undefined && /^\d{4}$/.test(target.value)) target.form?.requestSubmit();
}

/** The main button waits for what section 5 wants first: the terms ticked, a number that can be one. */
function guard(form: HTMLFormElement): void {
  const terms = form.querySelector<HTMLInputElement>("[data-terms]");
  const phone = form.querySelector<HTMLInputElement>("[data-phone]");
  const button = form.querySelector<HTMLButtonElement>(".form-submit");
  if (button === null || (terms === null && phone === null)) return;
  const isStep = terms !== null && terms.closest("[hidden]") !== null;
  const country = form.querySelector<HTMLSelectElement>("select[name=country]")?.value ?? "";
  button.disabled =
    (terms !== null && !isStep && !terms.checked) ||
    (phone !== null && (isOfNoCountry(phone) || !looksLikeMobile(phone.value, country)));
}

function reveal(target: EventTarget | null): void {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>("[data-reveal]") : null;
  const field = button === null ? null : document.getElementById(button.dataset["reveal"] ?? "");
  if (button === null || !(field instanceof HTMLInputElement)) return;
  const isShown = field.type === "password";
  field.type = isShown ? "text" : "password";
  button.setAttribute("aria-pressed", String(isShown));
}

/** Passwords that the server refused: the rule's parts may all be met, and it is no suitable one. */
const refused = new Set<string>();

function rememberRefused(answer: HTMLElement): void {
  for (const field of answer.querySelectorAll<HTMLInputElement>("[data-password] [aria-invalid]"))
    refused.add(field.value);
}

function markRule(place: HTMLElement): void {
  const password = place.querySelector("input")?.value ?? "";
  const parts = [...place.querySelectorAll<HTMLElement>("[data-rule]")];
  for (const part of parts) {
    const isMet = RULE_PARTS[part.dataset["rule"] as keyof typeof RULE_PARTS](password);
    part.toggleAttribute("data-is-met", isMet);
  }
  const told = place.querySelector<HTMLElement>("[data-met]");
  const isWhole = parts.every((part) => part.dataset["isMet"] !== undefined) && !refused.has(password);
  if (told !== null) told.textContent = isWhole ? (told.dataset["met"] ?? "") : "";
}

function isTyped(event: Event): boolean {
  return event instanceof InputEvent && event.inputType === "insertText";
}

/** 1204 becomes 12/04/ on the way to 12/04/1988. */
function addSlashes(field: HTMLInputElement): void {
  if (/^\d{2}(\/\d{2})?$/.test(field.value)) field.value += "/";
}

/** Pasted text that is not all digits is no code (section 5). */
function refuseWords(event: ClipboardEvent): void {
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || target.dataset["code"] === undefined) return;
  const text = event.clipboardData?.getData("text").replaceAll(/\s/g, "") ?? "";
  event.preventDefault();
  if (!/^\d{1,4}$/.test(text)) return;
  target.value = text;
  target.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Another code can be had a minute after the last: the button says how long that is. */
function wait(button: HTMLButtonElement): void {
  const until = Date.now() + Number(button.dataset["wait"]) * 1000;
  const label = button.textContent;
  const waiting = button.dataset["waitLabel"] ?? "";
  button.removeAttribute("data-wait");
  const count = () => {
    const left = Math.ceil((until - Date.now()) / 1000);
    button.disabled = left > 0;
    button.textContent = left > 0 ? waiting.replace("{seconds}", String(left)) : label;
    if (left > 0 && button.isConnected) setTimeout(count, 1000);
  };
  count();
}
