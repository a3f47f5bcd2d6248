import { useLocation, useNavigation } from "react-router";

export type Popup = {
  /** The `popup` of the address; null if none is open. */
  popup: string | null;
  /** True if the menu is shown again on the way back from a popup that it opened. */
  isReverse: boolean;
  /** The other parameters of the popup. */
  query: URLSearchParams;
};

/** The popup that is open according to the address. */
export function usePopup(): Popup {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  return { popup: query.get("popup"), isReverse: query.get("reverse") === "true", query };
}

/** The popup over this page whose data are still being loaded; null if there is none. */
export function useComingPopup(): string | null {
  const { pathname, search } = useLocation();
  const { location: next } = useNavigation();
  const coming =
    next === undefined || next.pathname !== pathname ? null : new URLSearchParams(next.search).get("popup");
  return coming === "Menu" || coming === new URLSearchParams(search).get("popup") ? null : coming;
}
