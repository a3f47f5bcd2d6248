/** The address of a page: its path and query, and whether the router's data is requested (`/agenda.data`) instead of the document. */
export type PageAddress = { path: string; search: string; isData: boolean };

/**
 * The page that `url` (path and query) belongs to. Access checks, limits and caches use this path alone, so that they treat a page and
 * its data alike.
 */
export function pageAddress(url: string): PageAddress {
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  const search = mark === -1 ? "" : url.slice(mark);
  if (!path.endsWith(".data")) return { path, search, isData: false };
  return { path: pathOfTwin(path), search: withoutRouterParameters(search), isData: true };
}

/** The address at which the router requests a page's data. */
export function twinOf(path: string): string {
  return path.endsWith("/") ? `${path}_.data` : `${path}.data`;
}

function pathOfTwin(path: string): string {
  return path.endsWith("/_.data") ? path.slice(0, -"_.data".length) : path.slice(0, -".data".length);
}

/** Removes the router's own parameters in any encoding: the wanted loaders and the index mark. The data always holds all loaders. */
function withoutRouterParameters(search: string): string {
  const query = new URLSearchParams(search);
  if (!query.has("_routes") && !query.has("index")) return search;
  query.delete("_routes");
  query.delete("index");
  return query.size === 0 ? "" : `?${query}`;
}
