/** An address of a page: its own path and query, and whether the router's data of it is asked for (`/agenda.data`). */
export type PageAddress = { path: string; search: string; isData: boolean };

/**
 * The page that `url` (path and query) asks for. Doors, gates, limits and caches look at this path alone, so a page and its
 * data twin have the same doors.
 */
export function pageAddress(url: string): PageAddress {
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  const search = mark === -1 ? "" : url.slice(mark);
  if (!path.endsWith(".data")) return { path, search, isData: false };
  return { path: pathOfTwin(path), search: withoutRouterParameters(search), isData: true };
}

/** The address of a page's data twin, as the router asks for it. */
export function twinOf(path: string): string {
  return path.endsWith("/") ? `${path}_.data` : `${path}.data`;
}

function pathOfTwin(path: string): string {
  return path.endsWith("/_.data") ? path.slice(0, -"_.data".length) : path.slice(0, -".data".length);
}

/** What the router adds for itself goes, however it is written: which loaders it wants, and an index route. Every twin holds all of them. */
function withoutRouterParameters(search: string): string {
  const query = new URLSearchParams(search);
  if (!query.has("_routes") && !query.has("index")) return search;
  query.delete("_routes");
  query.delete("index");
  return query.size === 0 ? "" : `?${query}`;
}
