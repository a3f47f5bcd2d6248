/**
 * Shows the generic error banner, a red box with an icon, whose texts are in the page. `isOver` says that the session has ended, if the
 * page has a text for that; `failed` is a text of its own for the action that failed.
 */
export function showFailure(isOver = false, failed?: string): void {
  const banner = document.getElementById("failure");
  const words = banner?.querySelector<HTMLElement>("p");
  if (words) {
    words.dataset["text"] ??= words.textContent;
    const over = isOver ? words.dataset["over"] : undefined;
    words.textContent = over ?? failed ?? words.dataset["text"];
  }
  banner?.hidePopover();
  banner?.showPopover();
}
