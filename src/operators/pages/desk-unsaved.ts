import { IN_PLACE_EVENT } from "../../ui/form-in-place.ts";

/** Asks before what is typed into a form `[data-unsaved]` is left behind. What was refused is still unsaved. */
export function startUnsaved(root: Document): void {
  let isTyped = false;
  root.addEventListener("input", ({ target }) => {
    if (target instanceof Element && target.closest("form[data-unsaved]") !== null) isTyped = true;
  });
  root.addEventListener(IN_PLACE_EVENT, () => (isTyped = root.querySelector("form[data-unsaved]") !== null));
  root.addEventListener("submit", () => (isTyped = false), { capture: true });
  addEventListener("beforeunload", (event) => {
    if (isTyped) event.preventDefault();
  });
}
