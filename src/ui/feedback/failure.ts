/**
 * Shows the generic error banner, a red box with an icon (section 8); its words are in the page, in the page's language. `isOver` for a
 * session that has ended, where the page has words for that; `failed` for what somebody tried, where that has words of its own.
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
