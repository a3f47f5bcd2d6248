import { IN_PLACE_EVENT, TAKEN_EVENT } from "../../ui/form-in-place.ts";

const UNSAVED = "form[data-unsaved]";
const WORDS = ["textarea", "input:not([type])", "input[type=text]"].map((one) => `${UNSAVED} ${one}`).join();

/**
 * Asks before what is typed into a form `[data-unsaved]` is left behind: until the form was taken, whatever else was sent. What was
 * refused, looked at beforehand or lost on its way is still unsaved. Start it after the forms in place.
 */
export function startUnsaved(root: Document): void {
  // Somebody quick has typed before this script came; a browser gives back what was typed before a reload.
  let isTyped = [...root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(WORDS)].some(
    ({ value, defaultValue }) => value !== defaultValue,
  );
  root.addEventListener("input", ({ target }) => {
    if (target instanceof Element && target.closest(UNSAVED) !== null) isTyped = true;
  });
  root.addEventListener(IN_PLACE_EVENT, () => (isTyped = root.querySelector(UNSAVED) !== null));
  root.addEventListener(TAKEN_EVENT, (event) => {
    const { form } = (event as CustomEvent<{ form: HTMLFormElement }>).detail;
    if (form.matches(UNSAVED)) isTyped = false;
  });
  root.addEventListener("submit", ({ target, submitter, defaultPrevented }) => {
    // A form that the browser itself sends into this very tab leaves with what was typed.
    const isLeaving = !defaultPrevented && submitter?.hasAttribute("formtarget") !== true;
    if (isLeaving && target instanceof Element && target.matches(UNSAVED)) isTyped = false;
  });
  addEventListener("beforeunload", (event) => {
    if (isTyped) event.preventDefault();
  });
}
