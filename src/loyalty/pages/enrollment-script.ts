/** What the enrollment's page can do beyond the member area's pages. */
import "../../members/pages/member-script.ts";
import { isNative, openPopup } from "../../native/bridge.ts";
import { followEnrollment } from "./follow-enrollment.ts";

leave(document);
followEnrollment(document);

/** On to the provider's pages: in the app by its own popup (section 4), elsewhere in the place of this page, which Back then skips. */
function leave(root: Document): void {
  const link = root.querySelector<HTMLAnchorElement>("a[data-leaving]");
  if (link === null) return;
  const isPopup = new URLSearchParams(location.search).get("in") === "popup";
  if (isNative(window) && !isPopup) {
    openPopup(window, `${location.pathname}?go=1&in=popup`);
    location.replace(location.pathname);
  } else location.replace(link.href);
}
