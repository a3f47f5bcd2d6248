import { IN_PLACE_EVENT } from "../../ui/form-in-place.ts";
import type { Solver } from "./proof-solver.ts";

/** A solved challenge is worth five minutes; an older one is made anew before it is sent. */
const FRESH_MS = 4 * 60_000;

type Proof = { payload: Promise<string>; madeAt: number };
let proof: Proof | null = null;
let hasRetried = false;

/**
 * Brings a proof of work to the forms that want one (`data-proof`), in the background: the challenge and the code that solves it
 * are fetched when somebody begins to type, nothing has to be clicked or read. Where none is to be had the form is sent without,
 * and the server says so ('Recaptcha undefined!', section 5).
 */
export function startProofs(root: Document): void {
  root.addEventListener("focusin", (event) => {
    const form = event.target instanceof Element ? provingForm(event.target.closest("form")) : null;
    if (form !== null) void freshProof(form).catch(() => undefined);
  });
  root.addEventListener("submit", (event) => holdBack(event), { capture: true });
  root.addEventListener(IN_PLACE_EVENT, () => retry(root));
}

function provingForm(form: Element | null): HTMLFormElement | null {
  return form instanceof HTMLFormElement && form.dataset["proof"] !== undefined ? form : null;
}

function freshProof(form: HTMLFormElement): Promise<string> {
  const now = Date.now();
  if (proof === null || now - proof.madeAt > FRESH_MS) {
    const made = { payload: solve(form.closest<HTMLElement>("[data-solver]")?.dataset["solver"] ?? ""), madeAt: now };
    proof = made;
    made.payload.catch(() => {
      if (proof === made) proof = null;
    });
  }
  return proof.payload;
}

async function solve(solver: string): Promise<string> {
  await import(/* @vite-ignore */ solver);
  const { baizeProof } = window as { baizeProof?: Solver };
  if (baizeProof === undefined) throw new Error("the solver did not arrive");
  return baizeProof("/api/captcha");
}

/** The form waits for its proof, then goes its way. */
function holdBack(event: SubmitEvent): void {
  const form = provingForm(event.target as Element);
  const { submitter } = event;
  if (form === null || (submitter instanceof HTMLElement && submitter.dataset["unproven"] !== undefined)) return;
  if (form.dataset["proven"] !== undefined) {
    delete form.dataset["proven"];
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  if (form.dataset["proving"] !== undefined) return;
  void prove(form).then(() => sendProven(form, submitter));
}

/** In a turn of its own: a form that is still telling about its sending ignores a second one. */
function sendProven(form: HTMLFormElement, submitter: HTMLElement | null): void {
  setTimeout(() => {
    if (!form.isConnected) return;
    form.dataset["proven"] = "";
    form.requestSubmit(submitter instanceof HTMLButtonElement && !submitter.disabled ? submitter : undefined);
  });
}

async function prove(form: HTMLFormElement): Promise<boolean> {
  const field = form.elements.namedItem("recaptcha");
  const status = form.querySelector<HTMLElement>(".form-proof");
  if (!(field instanceof HTMLInputElement)) return false;
  form.dataset["proving"] = "";
  if (status !== null) status.textContent = status.dataset["busy"] ?? "";
  field.value = await freshProof(form).catch(() => "");
  // It can be used once.
  proof = null;
  delete form.dataset["proving"];
  if (status !== null) status.textContent = "";
  return field.value !== "";
}

/** The server has asked for a proof that the form did not bring: it gets one, once, and goes again by itself. */
function retry(root: Document): void {
  const form = root.querySelector<HTMLFormElement>("form[data-proof=now]");
  if (form === null || hasRetried) {
    hasRetried = false;
    return;
  }
  hasRetried = true;
  void prove(form).then((isProven) => {
    if (isProven) sendProven(form, null);
  });
}
