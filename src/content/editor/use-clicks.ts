import { useEffect } from "react";

type Clicks = {
  isEditing: boolean;
  isRouterDisabled: boolean;
  onText: (key: string) => void;
  onPicture: (key: string) => void;
};

/**
 * What a click on the page means to an operator, before the page's own behaviours hear of it: with the router disabled links lead
 * nowhere, and what is clicked is edited; otherwise they lead to the page as an operator has it, never to one laid over this.
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
    // Before React hears of it, which listens on the document.
    addEventListener("click", hear, { capture: true });
    return () => removeEventListener("click", hear, { capture: true });
  }, [isEditing, isRouterDisabled, onText, onPicture]);
}
