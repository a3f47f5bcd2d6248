import { POPUP_EVENT } from "../../members/pages/member-popups.ts";
import { showFailure } from "../../ui/failure.ts";
import { postForm } from "../../ui/form-in-place.ts";
import { forgetHandle, handleOf } from "./handles.ts";
import { empty, postToWallet, refresh, sheetOf, siteOf } from "./sheet-body.ts";

/** What comes back with the bank's return and is not an address of its own. */
const RETURNED = ["session_id", "status", "state", "provider"];

/**
 * What an open wallet can do beside a deposit: open again where its handle is still held, show another page of movements, put a payment aside,
 * and close for good.
 */
export function startOpenWallet(root: Document): void {
  root.addEventListener(POPUP_EVENT, () => reopen(root));
  root.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    const page = target.closest<HTMLElement>("[data-wallet-page]");
    if (page !== null) void turnTo(root, page.dataset["walletPage"] ?? "");
    if (target.closest("[data-wallet-forget]") !== null) forget(root);
  });
  root.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset["paymentContinue"] === undefined) return;
    event.preventDefault();
    void putAside(root, form, event.submitter);
  });
  // A page that comes back from the browser's memory may show what is no longer so, or what is no longer theirs.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && sheetOf(root)?.open === true) void refresh(root).catch(() => showFailure());
  });
  let isLeaving = false;
  root.addEventListener(
    "click",
    ({ target }) => {
      const link = target instanceof Element ? target.closest<HTMLElement>("#cashless-sheet a") : null;
      isLeaving = link !== null && link.dataset["close"] === undefined;
    },
    { capture: true },
  );
  root.addEventListener("close", ({ target }) => isLeaving || leaveAddress(target), { capture: true });
  reopen(root);
}

function reopen(root: Document): void {
  const sheet = sheetOf(root);
  if (sheet !== null && handleOf(siteOf(sheet)) !== null) void refresh(root).catch(() => showFailure());
}

async function turnTo(root: Document, before: string): Promise<void> {
  try {
    await refresh(root, { before });
    const title = sheetOf(root)?.querySelector<HTMLElement>("#wallet-statement-title");
    title?.focus();
    title?.scrollIntoView({ block: "start" });
  } catch {
    showFailure();
  }
}

/** 'Continue' (section 4). */
async function putAside(root: Document, form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  if (form.dataset["waiting"] !== undefined) return;
  form.dataset["waiting"] = "";
  try {
    const answer = await postForm(form, submitter);
    if (!answer.ok) throw new Error(`putting aside answered ${answer.status}`);
    await refresh(root);
  } catch {
    delete form.dataset["waiting"];
    showFailure();
  }
}

/** 'Log Out' (section 2.7): the handle is no more, here and at the server; the link itself leads to the menu. */
function forget(root: Document): void {
  const sheet = sheetOf(root);
  if (sheet === null) return;
  const handle = handleOf(siteOf(sheet));
  forgetHandle(siteOf(sheet));
  setTimeout(() => empty(sheet));
  if (handle === null) return;
  const fields = new URLSearchParams({ do: "forget", unlock: handle });
  postToWallet(fields, true).catch(() => undefined);
}

/** Closed, the page's own address stands again; not where a link leads off the page, because that would call it off. */
function leaveAddress(target: EventTarget | null): void {
  if (!(target instanceof HTMLDialogElement) || target.id !== "cashless-sheet" || target.open) return;
  const { under } = target.dataset;
  if (under !== undefined && new URL(location.href).searchParams.get("popup") === "Cashless")
    history.replaceState(history.state, "", under);
}

/** Once a payment is over its return is over too: the address and the sheet are those of the wallet. */
export function endReturn(sheet: HTMLElement): void {
  const own = new URL(sheet.dataset["href"] ?? "/", location.href);
  own.searchParams.delete("session_id");
  sheet.dataset["href"] = own.pathname + own.search;
  const url = new URL(location.href);
  if (url.searchParams.get("popup") !== "Cashless") return;
  for (const name of RETURNED) url.searchParams.delete(name);
  history.replaceState(history.state, "", url);
}
