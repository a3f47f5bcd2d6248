/** An address of a page: its own path and query, and whether the router's data of it is asked for (`/agenda.data`). */
export type PageAddress = { path: string; search: string; isData: boolean };

/** What the router adds to a query for itself: which loaders it wants, and an index route. Every twin holds all of them. */
const ROUTER_PARAMETERS = /[?&](_routes|index)(=|&|$)/;

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

function withoutRouterParameters(search: string): string {
  if (!ROUTER_PARAMETERS.test(search)) return search;
  const query = new URLSearchParams(search);
  query.delete("_routes");
  query.delete("index");
  return query.size === 0 ? "" : `?${query}`;
}
