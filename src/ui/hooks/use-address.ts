import { useLocation } from "react-router";
import { pageAddressOf } from "../page-address-of.ts";

/** The address shown to the visitor, without popups and details open over the page. Used for links back to it. */
export function useAddress(): string {
  const location = useLocation();
  return pageAddressOf(location.mask ?? location);
}
