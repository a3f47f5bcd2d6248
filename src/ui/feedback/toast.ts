/** How long a toast stays, in milliseconds. */
const TOAST_MS = 4000;

/** Shows a short message for four seconds at the top of the screen, above open dialogs. It replaces the previous one and is read out politely. */
export function showToast(text: string): void {
  // Several scripts show toasts, so the previous one is looked up in the page.
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
