import { IN_PLACE_EVENT } from "../../ui/form-in-place.ts";

/**
 * The second step of a form that is sent in place is a step of the browser's history too: Back shows the first one again with
 * everything in it, Forward goes on.
 */
export function startFormSteps(root: Document): void {
  let shown = stepIn(root);
  root.addEventListener(IN_PLACE_EVENT, () => {
    const step = stepIn(root);
    if (shown === "1" && step === "2" && stepOfHistory() !== "2") history.pushState({ formStep: "2" }, "");
    shown = step;
  });
  root.addEventListener("click", (event) => {
    const isBack = event.target instanceof Element && event.target.closest("[name=to_step]") !== null;
    if (!isBack || stepOfHistory() !== "2") return;
    event.preventDefault();
    history.back();
  });
  addEventListener("popstate", () => {
    if (stepIn(root) === null) return;
    if (stepOfHistory() === "2") send(root, ".form-submit");
    else if (stepIn(root) === "2") send(root, "[name=to_step]");
  });
}

function stepIn(root: Document): string | null {
  return root.querySelector<HTMLElement>(".form-steps")?.dataset["step"] ?? null;
}

function stepOfHistory(): unknown {
  return (history.state as { formStep?: unknown } | null)?.formStep;
}

function send(root: Document, name: string): void {
  const button = root.querySelector<HTMLButtonElement>(`#account form ${name}`);
  button?.form?.requestSubmit(button);
}
