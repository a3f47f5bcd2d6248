import { useLocation } from "react-router";

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
