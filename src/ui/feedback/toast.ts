/** How long a toast stays (section 9). */
const TOAST_MS = 4000;

/** Says something short at the top of the screen, above open dialogs, for four seconds, in place of what was said before; read out politely. */
export function showToast(text: string): void {
  // Several scripts say something: what stands is found in the page.
  for (const old of document.querySelectorAll(".toast")) old.remove();
  const toast = document.createElement("p");
  toast.className = "toast";
  toast.role = "status";
  toast.popover = "manual";
  document.body.append(toast);
  toast.showPopover();
  toast.textContent = text;
  setTimeout(() => toast.remove(), TOAST_MS);
}
