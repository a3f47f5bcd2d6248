import { useEffect } from "react";

type Clicks = {
  isEditing: boolean;
  isRouterDisabled: boolean;
  onText: (key: string) => void;
  onPicture: (key: string) => void;
};

/**
 * Handles clicks on a page while it is edited, before the page's own handlers. With the router switched off, links do
 * nothing and what is clicked is edited. Otherwise links load the page as an operator sees it, never as a dialog over
 * this one.
 */
export function useClicks({ isEditing, isRouterDisabled, onText, onPicture }: Clicks): void {
  useEffect(() => {
    function hear(event: MouseEvent): void {
      const target = event.target instanceof Element ? event.target : null;
      if (target === null || event.button !== 0 || target.closest("#operator-tools, .op-editing, .op-open") !== null)
        return;
      const link = target.closest<HTMLAnchorElement>("a[href]");
      const isFree = isEditing && (isRouterDisabled || link === null);
      const picture = isFree ? target.closest<HTMLElement>("[data-picture-key]") : null;
      const text = isFree && picture === null ? target.closest<HTMLElement>("[data-content-key]") : null;
      if (picture === null && text === null && link === null) return;
      const leads = link !== null && !isRouterDisabled && link.origin === location.origin;
      if (leads && (event.ctrlKey || event.metaKey || event.shiftKey || link.hash !== "")) return;
      if (picture !== null || text !== null || leads || (isRouterDisabled && link !== null)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      if (picture !== null) onPicture(picture.dataset["pictureKey"] ?? "");
      else if (text !== null) onText(text.dataset["contentKey"] ?? "");
      else if (leads && link !== null) location.assign(link.href);
    }
    // In the capture phase, because React listens on the document.
    addEventListener("click", hear, { capture: true });
    return () => removeEventListener("click", hear, { capture: true });
  }, [isEditing, isRouterDisabled, onText, onPicture]);
}
