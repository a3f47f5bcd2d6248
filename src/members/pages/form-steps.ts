import { IN_PLACE_EVENT } from "../../ui/form-in-place.ts";

/** Where the page says which of its two steps is shown: the registration's line, and the two forms of a mobile number. */
const STEP = ".form-steps, .phone-country, .phone-more";

/**
 * The second step of a form that is sent in place is a step of the browser's history too: Back shows the first one again with
 * everything in it and begins there, Forward goes on.
 */
export function startFormSteps(root: Document): void {
  let shown = stepIn(root);
  root.addEventListener(IN_PLACE_EVENT, () => {
    const step = stepIn(root);
    if (shown === "1" && step === "2" && stepOfHistory() !== "2") history.pushState({ formStep: "2" }, "");
    if (shown === "2" && step === "1") begin(root);
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
    if (stepOfHistory() === "2")
      send(root, root.querySelector(".form-steps") === null ? "[data-forward]" : ".form-submit");
    else if (stepIn(root) === "2") send(root, "[name=to_step]");
  });
}

function stepIn(root: Document): string | null {
  return root.querySelector<HTMLElement>(STEP)?.dataset["step"] ?? null;
}

/** The field that had the focus is out of sight; one that is wrong has it already. */
function begin(root: Document): void {
  const heading = root.querySelector<HTMLElement>("#account h1");
  if (heading === null || root.activeElement !== root.body) return;
  heading.tabIndex = -1;
  heading.focus();
}

function stepOfHistory(): unknown {
  return (history.state as { formStep?: unknown } | null)?.formStep;
}

function send(root: Document, name: string): void {
  const button = root.querySelector<HTMLButtonElement>(`#account form ${name}`);
  button?.form?.requestSubmit(button);
}
