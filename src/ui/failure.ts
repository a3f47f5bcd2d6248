/**
 * Shows the generic error banner, a red box with an icon (section 8); its words are in the page, in the page's language. `isOver` for a
 * session that has ended, where the page has words for that.
 */
export function showFailure(isOver = false): void {
  const banner = document.getElementById("failure");
  for (const words of banner?.querySelectorAll<HTMLElement>("[data-over]") ?? []) {
    words.dataset["text"] ??= words.textContent;
    words.textContent = (isOver ? words.dataset["over"] : words.dataset["text"]) ?? "";
  }
  banner?.hidePopover();
  banner?.showPopover();
}
