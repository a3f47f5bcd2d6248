/**
 * Makes a test for the paths of these pages, in every spelling that the router accepts: in any case, percent-encoded, with a slash at
 * the end. `:name` stands for one part of a path. Browser-safe.
 */
export function pathTest(...pages: string[]): (path: string) => boolean {
  const pattern = new RegExp(`^(?:${pages.map((page) => page.replaceAll(/:\w+/g, "[^/]+")).join("|")})/*$`, "i");
  return (path) => pattern.test(decoded(path));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
