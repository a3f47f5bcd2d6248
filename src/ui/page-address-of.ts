/** The query parameters that are not part of a page's own address: those of popups and details, and what the bank adds. */
const OVER = "popup reverse qrcode fromMenu gifts site session_id over status state provider".split(" ");

/** The path and query of a page, without what is open over it. */
export function pageAddressOf({ pathname, search }: { pathname: string; search: string }): string {
  const query = new URLSearchParams(search);
  for (const name of OVER) query.delete(name);
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}
