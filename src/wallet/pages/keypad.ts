import { POPUP_EVENT } from "../../members/pages/member-popups.ts";
import { PIN_LENGTH } from "../pin-rules.ts";
import { sealPin } from "./seal-pin.ts";
import { BODY_EVENT, hold, leaveForLogIn, refresh, sheetOf } from "./sheet-body.ts";
import { refusalWords, tell } from "./tell.ts";

const DIGITS = new RegExp(`^[0-9]{0,${PIN_LENGTH}}$`);
/** error_details.code of section 8: what closes the view until somebody else has done something. */
const CLOSED = new Set([3001, 3002]);

type Refusal = { error?: unknown; error_details?: { code?: number; attempts_left?: number } };

/** The keypad of section 2.7: keys, keyboard, paste and managers of passwords write into one field, and its fourth digit sends it. */
export function startKeypad(root: Document): void {
  root.addEventListener("click", ({ target }) => {
    const key = target instanceof Element ? target.closest<HTMLElement>("[data-pin] [data-key]") : null;
    if (key !== null) press(root, key.dataset["key"] ?? "");
  });
  root.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset["pinField"] !== undefined) written(root, target);
  });
  root.addEventListener("beforeinput", (event) => {
    const { target, inputType, data } = event;
    if (!(target instanceof HTMLInputElement) || target.dataset["pinField"] === undefined) return;
    if (inputType === "insertText" && data !== null && /[^0-9]/.test(data)) event.preventDefault();
  });
  root.addEventListener("paste", (event) => {
    const { target, clipboardData } = event;
    if (!(target instanceof HTMLInputElement) || target.dataset["pinField"] === undefined) return;
    event.preventDefault();
    const digits = (clipboardData?.getData("text") ?? "").replaceAll(/\s/g, "");
    if (digits.length === PIN_LENGTH && DIGITS.test(digits)) write(root, target, digits);
  });
  root.addEventListener("keydown", (event) => typed(root, event));
  root.addEventListener("submit", (event) => {
    if (event.target instanceof HTMLElement && event.target.dataset["pin"] !== undefined) event.preventDefault();
  });
  for (const event of [POPUP_EVENT, BODY_EVENT]) root.addEventListener(event, () => enter(root));
  enter(root);
}

function formOf(root: Document): HTMLFormElement | null {
  return sheetOf(root)?.querySelector<HTMLFormElement>("form[data-pin]") ?? null;
}

function fieldOf(form: HTMLFormElement | null): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>("[data-pin-field]") ?? null;
}

/** The keys are alive. Whoever has a keyboard types at once; a field in focus would lift the telephone's own keys over ours. */
function enter(root: Document): void {
  for (const control of formOf(root)?.querySelectorAll<HTMLInputElement>(":disabled") ?? []) control.disabled = false;
  if (matchMedia("(pointer: fine)").matches) fieldOf(formOf(root))?.focus({ preventScroll: true });
}

function press(root: Document, key: string): void {
  const field = fieldOf(formOf(root));
  if (field === null) return;
  write(root, field, key === "back" ? field.value.slice(0, -1) : (field.value + key).slice(0, PIN_LENGTH));
}

/** Digits go to the field from anywhere in the sheet. */
function typed(root: Document, event: KeyboardEvent): void {
  const { target, key, ctrlKey, metaKey, altKey } = event;
  const isElsewhere = target instanceof Element && target.closest("#cashless-sheet") !== null;
  if (!isElsewhere || target instanceof HTMLInputElement || ctrlKey || metaKey || altKey) return;
  if (/^[0-9]$/.test(key)) press(root, key);
  else if (key === "Backspace") press(root, "back");
}

function write(root: Document, field: HTMLInputElement, value: string): void {
  if (isWaiting(field.form)) return;
  field.value = value;
  written(root, field);
}

/** What a manager of passwords filled in and is no PIN is no try either. */
function written(root: Document, field: HTMLInputElement): void {
  if (!DIGITS.test(field.value) || isWaiting(field.form)) field.value = "";
  show(field);
  if (field.value.length === PIN_LENGTH && field.form !== null) void unlock(root, field.form, field);
}

function show(field: HTMLInputElement): void {
  const { length } = field.value;
  const dots = field.closest<HTMLElement>("[data-length]");
  if (dots !== null) dots.dataset["length"] = String(length);
  const count = field.form?.querySelector<HTMLElement>("[data-pin-count]");
  if (count) count.textContent = (count.dataset["words"] ?? "").replace("#", String(length));
}

function isWaiting(form: HTMLFormElement | null): boolean {
  return form?.dataset["waiting"] !== undefined;
}

async function unlock(root: Document, form: HTMLFormElement, field: HTMLInputElement): Promise<void> {
  const sheet = sheetOf(root);
  if (sheet === null) return;
  form.dataset["waiting"] = "";
  tell(form, null);
  try {
    const siteId = Number(form.dataset["site"]);
    const answer = await ask(field.value, siteId);
    if (answer.status === 401) return leaveForLogIn(sheet);
    const body = (await answer.json()) as Refusal & { unlock?: string };
    if (answer.ok && body.unlock !== undefined) {
      hold(root, siteId, body.unlock);
      await refresh(root);
    } else await refused(root, form, body);
  } catch {
    tell(form, navigator.onLine ? "failed" : "offline");
  } finally {
    delete form.dataset["waiting"];
    field.value = "";
    show(field);
  }
}

async function ask(pin: string, siteId: number): Promise<Response> {
  const box = await sealPin(pin, siteId);
  if (typeof box !== "string") return box;
  return fetch(`/api/users/account/cashless/${siteId}/${box}`, {
    cache: "no-store",
    referrerPolicy: "no-referrer",
    signal: AbortSignal.timeout(10_000),
  });
}

async function refused(root: Document, form: HTMLFormElement, { error, error_details: details }: Refusal) {
  if (CLOSED.has(details?.code ?? 0)) return refresh(root);
  const words = refusalWords(error);
  tell(form, words === null ? "failed" : "server", words ?? undefined);
  const left = details?.attempts_left;
  if (left === undefined) return;
  for (const line of form.querySelectorAll<HTMLElement>("[data-attempts]"))
    line.hidden = line.dataset["attempts"] !== String(left);
}
