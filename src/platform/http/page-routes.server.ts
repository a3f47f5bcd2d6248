import type { ServerBuild } from "react-router";

type Routes = ServerBuild["routes"];

export type PageRoutes = {
  /** The pattern of a path's route, such as `/agenda/:id/:name`, for metrics and logs; `*` for a path without a page of its own. */
  patternOf: (path: string) => string;
  /** The methods of a path's route, for the `Allow` of a 405. */
  methodsOf: (path: string) => string[];
};

export function openPageRoutes(routes: Routes): PageRoutes {
  const patterns = new Set(Object.keys(routes).map((id) => fullPattern(routes, id)));
  const withParameters = [...patterns]
    .filter((pattern) => /[:*]/.test(pattern))
    .map((pattern) => ({ pattern, test: testOf(pattern) }));
  const withAction = new Set(
    Object.entries(routes)
      .filter(([, route]) => route?.module.action !== undefined)
      .map(([id]) => fullPattern(routes, id)),
  );
  const patternOf = (path: string) =>
    patterns.has(path)
      ? path
      : (withParameters.find(({ pattern, test }) => pattern !== "/*" && test.test(path))?.pattern ?? "*");
  return {
    patternOf,
    methodsOf: (path) => (withAction.has(patternOf(path)) ? ["GET", "HEAD", "POST"] : ["GET", "HEAD"]),
  };
}

/** `:id` stands for one segment, `/:item?` for one or none. */
function testOf(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll(/\/:\w+\?/g, "(?:/[^/]+)?").replaceAll(/:\w+/g, "[^/]+")}$`);
}

function fullPattern(routes: Routes, id: string): string {
  const parts: string[] = [];
  for (let route = routes[id]; route !== undefined; route = routes[route.parentId ?? ""])
    if (route.path !== undefined && route.path !== "") parts.unshift(route.path);
  return `/${parts.join("/")}`;
}
