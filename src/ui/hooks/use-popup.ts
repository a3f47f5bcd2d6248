import { useLocation, useNavigation } from "react-router";

export type Popup = {
  /** The `popup` of the address; null where none is open. */
  popup: string | null;
  /** True where the menu comes back from what it led to. */
  isReverse: boolean;
  /** The rest of what the address says of the popup. */
  query: URLSearchParams;
};

/** What the address says is open over the page. */
export function usePopup(): Popup {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  return { popup: query.get("popup"), isReverse: query.get("reverse") === "true", query };
}

/** The popup over this page that was asked for and whose data are still on their way; null without one. */
export function useComingPopup(): string | null {
  const { pathname, search } = useLocation();
  const { location: next } = useNavigation();
  const coming =
    next === undefined || next.pathname !== pathname ? null : new URLSearchParams(next.search).get("popup");
  return coming === "Menu" || coming === new URLSearchParams(search).get("popup") ? null : coming;
}
