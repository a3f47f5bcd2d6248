import { pageAddress } from "../platform/page-cache/address.ts";

/** The popups that an address may open over any page. */
const POPUPS = new Set(["Menu", "Account", "Card", "Offers", "Cashless"]);
/** The query parameters that reach a popup, with their allowed values. All others are ignored. */
const POPUP_QUERY: [name: string, value: RegExp][] = [
  ["qrcode", /^\d{13}$/],
  ["fromMenu", /^true$/],
  ["gifts", /^used$/],
  ["site", /^[1-9]\d{0,9}$/],
  ["session_id", /^[\w-]{1,100}$/],
];

export type OpenedPopup = { popup: string | null; popupQuery: URLSearchParams };

/** The popup named by a query, with its own parameters. Null for an unknown popup. */
export function popupIn(query: URLSearchParams | null): OpenedPopup | null {
  const popup = query?.get("popup") ?? null;
  if (popup !== null && !POPUPS.has(popup)) return null;
  return { popup, popupQuery: keptQuery(query, POPUP_QUERY) };
}

/** The query without the popup and its parameters, for the page under it. */
export function queryUnderPopup(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  if (!rest.has("popup")) return rest;
  for (const name of ["popup", ...POPUP_QUERY.map(([own]) => own)]) rest.delete(name);
  return rest;
}

/** The path and query of the page without its popup. */
export function withoutPopup(url: string): string {
  const address = new URL(url);
  address.searchParams.delete("popup");
  return pageAddress(address.pathname).path + address.search;
}

/** The parameters of a query that are allowed by name and value. */
export function keptQuery(given: URLSearchParams | null, names: [name: string, value: RegExp][]): URLSearchParams {
  const kept = new URLSearchParams();
  for (const [name, pattern] of given === null ? [] : names) {
    const value = given?.get(name) ?? "";
    if (pattern.test(value)) kept.set(name, value);
  }
  return kept;
}
