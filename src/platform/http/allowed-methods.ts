/** A route as the router knows it: `/cards/:number`. */
type Route = { method: string; path: string };

/**
 * Which methods a path has, for the `Allow` of a 405: empty for a path that no route has. A route that ends with `/*` has all paths
 * below. Routes of the method ALL are those of middleware and do not count.
 */
export function allowedMethods(routes: readonly Route[]): (path: string) => string[] {
  const known = routes
    .filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => ({
      method,
      pattern: new RegExp(
        `^${path
          .replaceAll(/[.+?^$()|[\]\\]/g, "\\$&")
          .replaceAll(/:\w+(\{[^}]*\})?/g, "[^/]+")
          .replace(/\/\*$/, "(?:/.*)?")}$`,
      ),
    }));
  return (path) => {
    const found = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return [...new Set(found.includes("GET") ? [...found, "HEAD"] : found)].sort();
  };
}
