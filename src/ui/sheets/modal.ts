/** Dialogs that were opened, the last one on top; some may have been closed since. */
const opened = new Set<HTMLDialogElement>();

/** Opens a dialog over the page. Where the page's scrollbar takes room, that room is kept, so that nothing behind moves. */
export function openModal(dialog: HTMLDialogElement): void {
  const root = document.documentElement;
  root.toggleAttribute("data-scrollbar", innerWidth > root.clientWidth);
  dialog.showModal();
  noteModal(dialog);
}

/** Notes a dialog that stands open already. */
export function noteModal(dialog: HTMLDialogElement): void {
  opened.delete(dialog);
  opened.add(dialog);
}

/** The dialog over everything else: all that is outside it is inert. */
export function topmostModal(): HTMLDialogElement | null {
  for (const dialog of opened) if (!dialog.matches(":modal")) opened.delete(dialog);
  return [...opened].at(-1) ?? null;
}
