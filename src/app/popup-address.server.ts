import { pageAddress } from "../platform/page-cache/address.ts";

/** Popups that the address of any page may open over it. */
const POPUPS = new Set(["Menu", "Account", "Card", "Offers", "Cashless"]);
/** What else of a query reaches a popup, by name; every other parameter, and every other value, is as good as not there. */
const POPUP_QUERY: [name: string, value: RegExp][] = [
  ["qrcode", /^\d{13}$/],
  ["fromMenu", /^true$/],
  ["gifts", /^used$/],
  ["site", /^[1-9]\d{0,9}$/],
  ["session_id", /^[\w-]{1,100}$/],
];

export type OpenedPopup = { popup: string | null; popupQuery: URLSearchParams };

/** The popup that a query names, with its own parameters; null for a popup that does not exist. */
export function popupIn(query: URLSearchParams | null): OpenedPopup | null {
  const popup = query?.get("popup") ?? null;
  if (popup !== null && !POPUPS.has(popup)) return null;
  return { popup, popupQuery: keptQuery(query, POPUP_QUERY) };
}

/** The rest of a query, for the page under its popup. */
export function queryUnderPopup(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  if (!rest.has("popup")) return rest;
  for (const name of ["popup", ...POPUP_QUERY.map(([own]) => own)]) rest.delete(name);
  return rest;
}

/** The address of the page without a popup, as path and query. */
export function withoutPopup(url: string): string {
  const address = new URL(url);
  address.searchParams.delete("popup");
  return pageAddress(address.pathname).path + address.search;
}

/** What of a query is allowed by name and value. */
export function keptQuery(given: URLSearchParams | null, names: [name: string, value: RegExp][]): URLSearchParams {
  const kept = new URLSearchParams();
  for (const [name, pattern] of given === null ? [] : names) {
    const value = given?.get(name) ?? "";
    if (pattern.test(value)) kept.set(name, value);
  }
  return kept;
}
