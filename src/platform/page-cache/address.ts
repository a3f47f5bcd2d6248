import { decodedText } from "../decoded-text.ts";

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

/**
 * The one spelling of a page's path: lower case, without empty segments, a slash at the end, or letters, digits and marks that are
 * encoded without need. The router would render a page of its own for every other spelling, so they are redirected. A path that
 * cannot be decoded stays as it is.
 */
export function canonicalPath(path: string): string {
  if (!isDecodable(path)) return path;
  return path
    .replaceAll(/%[0-9a-f]{2}/gi, plainCode)
    .replaceAll(/%[0-9A-F]{2}|[A-Z]+/g, (part) => (part.startsWith("%") ? part : part.toLowerCase()))
    .replaceAll(/\/{2,}/g, "/")
    .replace(/(?<=.)\/$/, "");
}

/** The letter, digit or mark that a code such as %61 stands for, or the code in capitals where it has to be encoded. */
function plainCode(code: string): string {
  const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
  return /[\w.~-]/.test(letter) ? letter : code.toUpperCase();
}

/** False for a path with codes that stand for no text. */
export function isDecodable(path: string): boolean {
  return decodedText(path) !== null;
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
