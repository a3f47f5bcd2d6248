import { memberPaths } from "../../members/paths.ts";
import { fetchPage, inertPage } from "../../ui/fetch-page.ts";
import { moveBalance } from "./balance-motion.ts";
import { forgetHandle, handleOf, holdHandle } from "./handles.ts";

/** Longer than this, in milliseconds, and the visitor is told. */
const PATIENCE_MS = 10_000;
const BODY = ".wallet";
/** Told on the document once another body stands in the sheet. */
export const BODY_EVENT = "baize:wallet";

export function sheetOf(root: Document): HTMLDialogElement | null {
  return root.querySelector<HTMLDialogElement>("dialog#cashless-sheet");
}

export function siteOf(sheet: HTMLElement): number {
  return Number(sheet.dataset["site"]);
}

/** The sheet's own address: where a session that has ended is led to the log-in from, and back to. */
export function leaveForLogIn(sheet: HTMLElement): void {
  location.assign(sheet.dataset["href"] ?? "/");
}

/** Keeps the handle of the sheet's site; once it is idle for too long, the view closes. */
export function hold(root: Document, siteId: number, handle: string): void {
  holdHandle(siteId, handle, () => {
    const sheet = sheetOf(root);
    if (sheet === null || siteOf(sheet) !== siteId) return;
    if (sheet.open) void refresh(root, { hasEnded: true }).catch(() => empty(sheet));
    else empty(sheet);
  });
}

/** Takes what was shown off the page. */
export function empty(sheet: HTMLElement): void {
  sheet.querySelector(BODY)?.replaceChildren();
}

type Wish = { before?: string; hasEnded?: boolean };

let rounds = 0;

/**
 * Draws the sheet's body anew as the server has it: open where a handle is held, else locked. Rejects where no answer comes; of two that overlap
 * the later one counts.
 */
export async function refresh(root: Document, { before, hasEnded = false }: Wish = {}): Promise<void> {
  const sheet = sheetOf(root);
  if (sheet === null) return;
  const round = (rounds += 1);
  const siteId = siteOf(sheet);
  const handle = handleOf(siteId);
  const page = handle === null && !hasEnded ? await lockedPage(sheet) : await openPage(sheet, handle ?? "", before);
  const fresh = page?.querySelector<HTMLElement>(BODY) ?? null;
  if (round !== rounds || sheetOf(root) !== sheet) return;
  if (fresh === null) return leaveForLogIn(sheet);
  if (fresh.dataset["wallet"] !== "open") forgetHandle(siteId);
  else if (handle !== null) hold(root, siteId, handle);
  exchange(root, sheet, fresh);
}

async function lockedPage(sheet: HTMLElement): Promise<ParentNode | null> {
  const { page } = await fetchPage(sheet.dataset["href"] ?? "/");
  return page.querySelector("dialog#cashless-sheet");
}

/** Posted, so that the handle stands in no address. */
async function openPage(sheet: HTMLElement, handle: string, before: string | undefined): Promise<ParentNode | null> {
  const { site = "", under = "/", href = "" } = sheet.dataset;
  const fields = new URLSearchParams({ do: "open", site, under, unlock: handle });
  const session = new URL(href, location.href).searchParams.get("session_id");
  if (session !== null) fields.set("session_id", session);
  if (before !== undefined && before !== "") fields.set("before", before);
  const answer = await postToWallet(fields);
  if (answer.status === 204) return null;
  if (!answer.ok) throw new Error(`the wallet answered ${answer.status}`);
  return inertPage(await answer.text());
}

export function postToWallet(fields: URLSearchParams, keepalive = false): Promise<Response> {
  return fetch(memberPaths.wallet, {
    method: "POST",
    headers: { Accept: "text/html", "X-In-Place": "1" },
    body: fields,
    keepalive,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}

function exchange(root: Document, sheet: HTMLElement, fresh: HTMLElement): void {
  const old = sheet.querySelector<HTMLElement>(BODY);
  const made = root.importNode(fresh, true);
  const wasInside = old?.contains(root.activeElement) === true || root.activeElement === root.body;
  const from = old?.querySelector<HTMLElement>("[data-balance]")?.dataset["balance"];
  const wordsBefore = paymentWords(old);
  if (old === null) sheet.append(made);
  else old.replaceWith(made);
  moveBalance(made, from === undefined ? 0n : BigInt(from));
  const words = paymentWords(made);
  const said = sheet.querySelector("[data-wallet-said]");
  if (said !== null && words !== wordsBefore) said.textContent = words;
  if (old?.dataset["wallet"] !== made.dataset["wallet"] || (wordsBefore !== "" && words === "")) sheet.scrollTop = 0;
  if (wasInside) focusIn(made);
  root.dispatchEvent(new CustomEvent(BODY_EVENT));
}

function paymentWords(body: HTMLElement | null): string {
  const words = body?.querySelectorAll("section[data-payment] .payment-words > :is(h3, p:not([hidden]))") ?? [];
  return [...words].map((one) => one.textContent.trim()).join(" ");
}

function focusIn(body: HTMLElement): void {
  const place =
    body.querySelector<HTMLElement>("section[data-payment] h3") ??
    body.querySelector<HTMLElement>("[data-balance] [role=img]");
  place?.focus({ preventScroll: place.closest("[data-payment]") === null });
}
