/** Shows the generic error banner, a red box with an icon, whose texts are in the page. */
export function showFailure(): void {
  const banner = document.getElementById("failure");
  banner?.hidePopover();
  banner?.showPopover();
}
