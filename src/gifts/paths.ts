import type { ListName } from "./gifts.server.ts";

/** What the address says of popup=Offers beside its name (sections 2.3 and 2.7). Browser-safe. */

export function listQuery(list: ListName): Record<string, string> {
  return list === "burned" ? { gifts: "used" } : {};
}

export function giftQuery(code: string, fromMenu = false): Record<string, string> {
  return { qrcode: code, ...(fromMenu ? { fromMenu: "true" } : {}) };
}
