import { canonicalPath } from "./page-cache/address.ts";

/**
 * Makes a test for the paths of these pages, in every spelling that the router accepts. `:name` stands for one part of a path.
 * Browser-safe.
 */
export function pathTest(...pages: string[]): (path: string) => boolean {
  const pattern = new RegExp(`^(?:${pages.map((page) => page.replaceAll(/:\w+/g, "[^/]+")).join("|")})$`);
  return (path) => pattern.test(canonicalPath(path));
}
