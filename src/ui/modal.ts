/** Opens a dialog over the page. Where the page's scrollbar takes room, that room is kept, so that nothing behind moves. */
export function openModal(dialog: HTMLDialogElement): void {
  const root = document.documentElement;
  root.toggleAttribute("data-scrollbar", innerWidth > root.clientWidth);
  dialog.showModal();
}
