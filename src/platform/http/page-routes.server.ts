import type { ServerBuild } from "react-router";

type Routes = ServerBuild["routes"];

/**
 * Names the page of a path by the pattern of its route, such as `/agenda/:id/:name`, for metrics and logs; `*` for a path without a page
 * of its own.
 */
export function openPageRoutes(routes: Routes): (path: string) => string {
  const patterns = new Set(Object.keys(routes).map((id) => patternOf(routes, id)));
  const withParameters = [...patterns]
    .filter((pattern) => /[:*]/.test(pattern))
    .map((pattern) => ({ pattern, test: new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+")}$`) }));
  return (path) =>
    patterns.has(path)
      ? path
      : (withParameters.find(({ pattern, test }) => pattern !== "/*" && test.test(path))?.pattern ?? "*");
}

function patternOf(routes: Routes, id: string): string {
  const parts: string[] = [];
  for (let route = routes[id]; route !== undefined; route = routes[route.parentId ?? ""])
    if (route.path !== undefined && route.path !== "") parts.unshift(route.path);
  return `/${parts.join("/")}`;
}
