/** Shows the generic error banner, a red box with an icon (section 8); its words are in the page, in the page's language. */
export function showFailure(): void {
  const banner = document.getElementById("failure");
  banner?.hidePopover();
  banner?.showPopover();
}
