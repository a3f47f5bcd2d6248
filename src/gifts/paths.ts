import type { ListName } from "./gifts.server.ts";

/** The query of `popup=Offers`. Browser-safe. */

/** The list that a gift in this state belongs to. */
export function listOf({ state }: { state: string }): ListName {
  return state === "burned" ? "burned" : "available";
}

export function listQuery(list: ListName): Record<string, string> {
  return list === "burned" ? { gifts: "used" } : {};
}

export function giftQuery(code: string, fromMenu: boolean): Record<string, string> {
  return { qrcode: code, ...(fromMenu ? { fromMenu: "true" } : {}) };
}
