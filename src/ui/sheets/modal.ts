/** Opened dialogs, the last one on top. Some may have been closed since. */
const opened = new Set<HTMLDialogElement>();

/** Opens a modal dialog. It has a tabindex of -1. The width of the page's scrollbar is reserved, so that nothing behind the dialog moves. */
export function openModal(dialog: HTMLDialogElement): void {
  const root = document.documentElement;
  root.toggleAttribute("data-scrollbar", innerWidth > root.clientWidth);
  dialog.showModal();
  // The browser focuses the first control, often the close button; a dialog is read from its own name on.
  if (document.activeElement?.closest("a,button")) dialog.focus();
  registerModal(dialog);
}

/** Registers a dialog that is already open. */
export function registerModal(dialog: HTMLDialogElement): void {
  opened.delete(dialog);
  opened.add(dialog);
}

/** The topmost open dialog; everything outside of it is inert. */
export function topmostModal(): HTMLDialogElement | null {
  for (const dialog of opened) if (!dialog.matches(":modal")) opened.delete(dialog);
  return [...opened].at(-1) ?? null;
}
