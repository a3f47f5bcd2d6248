import { isNative, openPopup } from "../../native/bridge.ts";
import { POPUP_EVENT } from "../../members/pages/member-popups.ts";
import { decimalOfMinor } from "../../platform/decimal.ts";
import { amountTyped, depositProblem } from "../amount.ts";
import { bankPath } from "../bank-path.ts";
import { handleOf, forgetHandle } from "./handles.ts";
import { BODY_EVENT, hold, leaveForLogIn, refresh, sheetOf } from "./sheet-body.ts";
import { refusalWords, tell } from "./tell.ts";

/** Section 9, "Delay before payment redirect". */
const REDIRECT_MS = 200;
/** What passes by itself is asked again as often, with the same key, before the member hears of it (F5). */
const TRIES = 4;
const AGAIN_MS = 2_000;
const PATIENCE_MS = 20_000;

type Started = { data?: { transaction_uuid?: string; link?: string }; error?: unknown };

/** The name of an order, kept while its outcome is not known: whatever is repeated, the bank is asked once (I10). */
let order: { about: string; key: string } | null = null;
/** The form whose order is on its way; once the bank's page is known it stays so, until another body stands in its place. */
let underWay: HTMLFormElement | null = null;

/** The deposit form (sections 2.7 and 5): what may be sent is said while it is typed; 'Continue' sends it once. */
export function startDeposits(root: Document): void {
  root.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset["amount"] !== undefined) judge(target.form);
  });
  root.addEventListener("click", ({ target }) => {
    const preset = target instanceof Element ? target.closest<HTMLElement>("[data-deposit] [data-preset]") : null;
    const form = preset?.closest("form") ?? null;
    const field = fieldOf(form);
    if (preset === null || field === null) return;
    field.value = preset.dataset["preset"] ?? "";
    judge(form);
  });
  root.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset["deposit"] === undefined) return;
    event.preventDefault();
    void send(root, form);
  });
  // Before the sheet's own listener, which closes it where a link leads away.
  root.addEventListener("click", (event) => leaveByLink(event), { capture: true });
  for (const event of [POPUP_EVENT, BODY_EVENT]) root.addEventListener(event, () => judge(formOf(root)));
  judge(formOf(root));
}

function formOf(root: Document): HTMLFormElement | null {
  return sheetOf(root)?.querySelector<HTMLFormElement>("form[data-deposit]") ?? null;
}

function fieldOf(form: HTMLFormElement | null): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>("[data-amount]") ?? null;
}

/** What was typed, in cents, where it may be sent; says what is wrong with it, and disables 'Continue' (section 5). */
function judge(form: HTMLFormElement | null): bigint | null {
  const field = fieldOf(form);
  if (form === null || field === null) return null;
  const typed = amountTyped(field.value, document.documentElement.lang === "en" ? "en" : "fr");
  const minor = typeof typed === "bigint" ? typed : null;
  const problem = typeof typed === "bigint" ? depositProblem(typed, BigInt(form.dataset["room"] ?? "0")) : typed;
  if (problem === null) field.removeAttribute("aria-invalid");
  else field.setAttribute("aria-invalid", "true");
  for (const line of form.querySelectorAll<HTMLElement>("[data-amount-problem]"))
    line.hidden = line.dataset["amountProblem"] !== problem || field.value.trim() === "";
  for (const key of form.querySelectorAll<HTMLElement>("[data-preset]"))
    key.setAttribute("aria-pressed", String(minor === BigInt(key.dataset["preset"] ?? "0") * 100n));
  const go = form.querySelector<HTMLButtonElement>("[data-deposit-go]");
  if (go !== null) go.disabled = problem !== null || underWay === form;
  return problem === null ? minor : null;
}

async function send(root: Document, form: HTMLFormElement): Promise<void> {
  const sheet = sheetOf(root);
  const siteId = Number(form.dataset["site"]);
  const handle = handleOf(siteId);
  const minor = judge(form);
  if (sheet === null || minor === null || underWay?.isConnected === true) return;
  if (handle === null) return void refresh(root, { hasEnded: true }).catch(() => tell(form, "other"));
  setUnderWay(form, true);
  let isLeaving = false;
  tell(form, null);
  try {
    const amount = decimalOfMinor(minor);
    const answer = await asked(form, { siteId, handle, amount });
    if (answer.status === 401) return leaveForLogIn(sheet);
    const body = (await answer.json()) as Started;
    const { transaction_uuid: uuid, link } = body.data ?? {};
    if (!answer.ok || uuid === undefined || link === undefined) return await refused(root, form, answer, body);
    isLeaving = true;
    order = null;
    hold(root, siteId, handle);
    // Back from the bank by the browser's own button leads to the wallet, not to the page under it.
    history.replaceState(history.state, "", sheet.dataset["href"] ?? "/");
    refresh(root).catch(() => undefined);
    setTimeout(() => goToBank(uuid, link), REDIRECT_MS);
  } catch {
    tell(form, navigator.onLine ? "other" : "offline");
  } finally {
    if (!isLeaving) setUnderWay(form, false);
  }
}

function setUnderWay(form: HTMLFormElement, isOn: boolean): void {
  underWay = isOn ? form : null;
  form.toggleAttribute("data-waiting", isOn);
  judge(form);
}

/** The bank's answer to an order; what passes by itself is asked again without a word. */
async function asked(
  form: HTMLFormElement,
  { siteId, handle, amount }: { siteId: number; handle: string; amount: string },
): Promise<Response> {
  const about = `${siteId} ${amount}`;
  if (order?.about !== about) order = { about, key: crypto.randomUUID() };
  const { key } = order;
  for (let tried = 1; ; tried += 1) {
    const answer = await fetch("/api/transaction/init", {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": key },
      signal: AbortSignal.timeout(PATIENCE_MS),
      body: JSON.stringify({
        provider: "instant_transfer",
        return_url: form.dataset["return"],
        from: "web",
        site_id: siteId,
        product: { type: "cashless", amount: Number(amount), currency: "EUR" },
        data: { site_id: siteId, pin_code: handle },
      }),
    });
    if (answer.status !== 503 || tried >= TRIES) return answer;
    const seconds = Number(answer.headers.get("Retry-After"));
    await new Promise((resolve) => setTimeout(resolve, seconds > 0 ? Math.min(seconds, 5) * 1000 : AGAIN_MS));
  }
}

async function refused(root: Document, form: HTMLFormElement, answer: Response, { error }: Started): Promise<void> {
  // What was refused for good is another order the next time.
  if (answer.status !== 503) order = null;
  // Only what was refused for good is told as such: of an unknown outcome nobody says that the card is in a machine (F5).
  if (error === "INIT_TRANSACTION_ERROR" && answer.status !== 503) return tell(form, "init");
  // The handle has ended, or the room is another than was shown: the server draws what is so.
  if (answer.status === 403) {
    forgetHandle(Number(form.dataset["site"]));
    return refresh(root, { hasEnded: true });
  }
  const words = answer.status === 422 ? refusalWords(error) : null;
  tell(form, words === null ? "other" : "server", words ?? undefined);
}

/** In the app the bank's page opens in a popup of its own (section 6), elsewhere in the place of this page. */
function goToBank(uuid: string, link: string): void {
  if (isNative(window)) openPopup(window, bankPath(uuid));
  else if (/^https?:/.test(link)) location.assign(link);
}

function leaveByLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-bank-page]") : null;
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  goToBank(link.dataset["bankPage"] ?? "", link.href);
}
