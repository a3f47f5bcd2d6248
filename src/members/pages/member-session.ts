import { forgetSnapshot } from "../../loyalty/pages/snapshot.ts";
import { showFailure } from "../../ui/failure.ts";
import { fetchPage } from "../../ui/fetch-page.ts";
import { goTo, IN_PLACE_EVENT, postForm, TAKEN_EVENT } from "../../ui/form-in-place.ts";
import { isMemberPath } from "../paths.ts";
import { askedNow, forgetAsking, wasAskedLately } from "./asked-lately.ts";

const CHANNEL = "baize-session";
const ENDED = "ended";

let channel: BroadcastChannel | null = null;

/**
 * Keeps what a member's page shows in step with the session: opening the menu looks who is logged in (section 2.7), a session that
 * has ended takes the member's things off the page, and logging out or leaving for good reaches every other tab (G44). No token is
 * ever in script.
 */
export function startMemberSession(root: Document): void {
  channel = "BroadcastChannel" in window ? new BroadcastChannel(CHANNEL) : null;
  channel?.addEventListener("message", ({ data }) => {
    if (data !== ENDED) return;
    forgetAsking();
    leave();
  });
  // What a form has done, a log-in among them, is looked at whenever it was last.
  root.addEventListener(TAKEN_EVENT, forgetAsking);
  root.addEventListener(IN_PLACE_EVENT, () => sayGoodbye(root));
  sayGoodbye(root);
  root.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest('[data-sheet="menu"]') !== null) void refreshIdentity(root);
  });
  root.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!(form instanceof HTMLFormElement) || form.dataset["logOut"] === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      void logOut(form, event.submitter);
    },
    { capture: true },
  );
  // A page that comes back from the browser's memory may show somebody who has left since.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void refreshIdentity(root);
  });
}

async function logOut(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  if (form.dataset["waiting"] !== undefined) return;
  form.dataset["waiting"] = "";
  try {
    const answer = await postForm(form, submitter);
    if (!answer.ok) throw new Error(`logging out answered ${answer.status}`);
    await tellEnded();
    goTo(answer.headers.get("X-Location") ?? "/");
  } catch {
    delete form.dataset["waiting"];
    showFailure();
  }
}

/** Asks who is logged in; what the page shows of them is fetched anew where it changed. */
async function refreshIdentity(root: Document): Promise<void> {
  const shown = root.querySelector<HTMLElement>("[data-identity]");
  if (shown === null || wasAskedLately()) return;
  askedNow();
  try {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch("/api/auth/introspect", { method: "POST", headers, body: "{}" });
    if (answer.status === 401) return ended();
    if (!answer.ok) return;
    // What the programme says of them (card, balance, gifts) may have changed as well as who they are.
    await showAgain(root);
  } catch {
    // What is shown may be a moment old; the next opening asks again.
  }
}

async function showAgain(root: Document): Promise<void> {
  const { page } = await fetchPage(location.pathname + location.search);
  for (const part of root.querySelectorAll<HTMLElement>("[data-member]")) {
    const fresh = page.querySelector(`[data-member="${part.dataset["member"] ?? ""}"]`);
    if (fresh !== null && fresh.outerHTML !== part.outerHTML) part.replaceWith(root.importNode(fresh, true));
  }
}

function ended(): void {
  void tellEnded().then(leave);
}

/** The screen after an account is deleted (G78) is the one word that nobody is logged in any more. */
function sayGoodbye(root: Document): void {
  if (root.querySelector("[data-session-ended]") !== null) void tellEnded();
}

/** Nothing of the member stays: in the other tabs, in what this device keeps. */
function tellEnded(): Promise<void> {
  channel?.postMessage(ENDED);
  forgetAsking();
  return forgetSnapshot();
}

/** The same page as everybody sees it; from the member area itself, Home. */
function leave(): void {
  if (isMemberPath(location.pathname)) location.assign("/");
  else location.reload();
}
