import { cookieIn } from "../../platform/cookies.ts";
import { CONSENT_COOKIE, consentIn } from "../../platform/consent-cookie.ts";
import { showFailure } from "../../ui/feedback/failure.ts";

/** Shows the consent banner to visitors who have not answered; in the first frame, so that nothing moves later. */
export function showConsent(root: Document | Element): void {
  const banner = root.querySelector<HTMLElement>("#consent");
  // A framed page is a preview at the desk: nobody answers there, and the banner would hide the content.
  if (banner !== null) banner.hidden = window.top !== window || cookieIn(document.cookie, CONSENT_COOKIE) !== undefined;
}

/** Sends the banner's answer, and opens the banner again from the footer. */
export function startLiveConsent(root: Document | Element): void {
  const banner = root.querySelector<HTMLElement>("#consent");
  const form = banner?.querySelector("form");
  if (!banner || !form) return;
  // A page restored from the back/forward cache may be older than the answer.
  addEventListener("pageshow", (event) => event.persisted && showConsent(root));

  let opener: HTMLElement | null = null;
  form.addEventListener("submit", (event) => {
    const choice = event.submitter?.dataset["choice"];
    if (choice !== "ticked") for (const box of boxesOf(form)) box.checked = choice === "all";
    event.preventDefault();
    banner.hidden = true;
    void send(form).then((isSaved) => {
      banner.hidden = isSaved;
      if (!isSaved) return showFailure();
      const next = opener ?? root.querySelector<HTMLElement>("#contenu");
      next?.focus({ preventScroll: true });
    });
  });

  root.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    const asked = event.target.closest<HTMLElement>("[data-consent-open]");
    if (asked === null) return;
    opener = asked;
    tickAsAnswered(form);
    banner.hidden = false;
    banner.querySelector("summary")?.focus();
  });
}

/** False when the request fails. No cookie is set then, and the banner asks again. */
async function send(form: HTMLFormElement): Promise<boolean> {
  const fields = [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === "string");
  const body = new URLSearchParams(fields);
  const answer = await fetch(form.action, { method: "POST", body, keepalive: true }).catch(() => null);
  return answer?.ok === true;
}

function tickAsAnswered(form: HTMLFormElement): void {
  const answer = consentIn(document.cookie);
  for (const box of boxesOf(form)) box.checked = answer.get(box.name) === "1";
}

function boxesOf(form: HTMLFormElement): NodeListOf<HTMLInputElement> {
  return form.querySelectorAll("input[type=checkbox]:enabled");
}
