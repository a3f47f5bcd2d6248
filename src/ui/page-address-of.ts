/** The query parameters of popups and details, which are not part of a page's own address. */
const OVER = ["popup", "reverse", "qrcode", "fromMenu", "gifts", "site", "session_id", "over"];
/** The query parameters that the bank adds to the return address. */
const BANK = ["status", "state", "provider"];

/** The path and query of a page, without what is open over it. */
export function pageAddressOf({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search);
  for (const name of [...OVER, ...BANK]) query.delete(name);
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}
