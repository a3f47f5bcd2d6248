/** What popups and details keep in the query; a page's own address has none of it. */
const OVER = ["popup", "reverse", "qrcode", "fromMenu", "gifts", "site", "session_id", "over"];
/** What the bank adds to the address that it leads back to. */
const BANK = ["status", "state", "provider"];

/** The address of a page by path and query, without what stands open over it. */
export function pageAddressOf({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search);
  for (const name of [...OVER, ...BANK]) query.delete(name);
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}
