import { popupOver } from "../members/paths.ts";
import type { ListName } from "./gifts.server.ts";

/** Addresses of popup=Offers over a page, which is given by path and query (sections 2.3 and 2.7). Browser-safe. */

export function listHref(address: string, list: ListName = "available"): string {
  return `${popupOver(address, "Offers")}${list === "burned" ? "&gifts=used" : ""}`;
}

export function giftHref(address: string, code: string, { fromMenu = false } = {}): string {
  return `${popupOver(address, "Offers")}&qrcode=${code}${fromMenu ? "&fromMenu=true" : ""}`;
}
