import { useLocation } from "react-router";
import { pageAddressOf } from "../page-address-of.ts";

/** The address that the visitor sees, without what stands open over the page: for links back to it. */
export function useAddress(): string {
  const location = useLocation();
  return pageAddressOf(location.mask ?? location);
}
