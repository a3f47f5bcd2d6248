import type { ListName } from "./gifts.server.ts";

/** What the address says of popup=Offers beside its name (sections 2.3 and 2.7). Browser-safe. */

/** The list that a gift stands in, by its state. */
export function listOf({ state }: { state: string }): ListName {
  return state === "burned" ? "burned" : "available";
}

export function listQuery(list: ListName): Record<string, string> {
  return list === "burned" ? { gifts: "used" } : {};
}

export function giftQuery(code: string, fromMenu = false): Record<string, string> {
  return { qrcode: code, ...(fromMenu ? { fromMenu: "true" } : {}) };
}
