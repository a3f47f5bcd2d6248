import { globSync, readFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { matchRoutes, type RouteObject } from "react-router";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { describe, expect, it } from "vitest";
import { acceptsForeignPost, isMemberPath, isSessionPath, readsCards } from "../../src/accounts/paths.ts";
import { projectPath } from "../../src/platform/database/database.server.ts";
import * as deskPaths from "../../src/staff/desk-paths.ts";
import { pathTest } from "../../src/platform/path-test.ts";
import * as paths from "../../src/venues/paths.ts";
import routes from "../../src/routes.ts";
import { pagePatterns } from "./route-table.ts";

const MAP = [...Object.entries(paths), ...Object.entries(deskPaths)];
/** Calls a function of the map with as many parts as it takes; the last part of some may be left out. */
const filled = (path: (typeof MAP)[number][1], part: string, parts = path.length) =>
  typeof path === "string" ? path : (path as (...all: string[]) => string)(...Array<string>(parts).fill(part));

describe("the map of page paths", () => {
  it("names a page of routes.ts by every path", () => {
    const objects = routes.map(objectOf);
    const unrouted = MAP.filter(([, path]) => matchRoutes(objects, filled(path, "agenda"))?.at(-1)?.route.path === "*");
    // Files, the target of the consent banner, and an address that the desk's handler redirects itself.
    expect(unrouted.map(([name]) => name)).toEqual(["agendaCalendar", "accountExport", "consent", "access"]);
  });

  it("has a name for every page of routes.ts", () => {
    const hasName = pathTest(...MAP.flatMap(([, path]) => [filled(path, ":part"), filled(path, ":part", 2)]));
    const nameless = pagePatterns(routes).filter((pattern) => !hasName(pattern));
    expect(nameless).toEqual(["/*"]);
  });

  it("is the only place of the source that spells an address", () => {
    const root = dirname(projectPath("package.json"));
    const files = globSync(`${root}/src/**/*.{ts,tsx}`).filter((file) => !/\.test\.tsx?$|paths\.ts$/.test(file));
    const addresses = new Set(MAP.map(([, path]) => filled(path, "x")).filter((path) => path !== "/"));
    const spelled = files.flatMap((file) =>
      Array.from(withoutComments(readFileSync(file, "utf8")).matchAll(/["`](\/[\w/-]+)/g), ([, path = ""]) => path)
        .filter((path) => addresses.has(path))
        .map((path) => `${relative(root, file)}: ${path}`),
    );
    expect(spelled).toEqual([]);
  });
});

describe("a page of the member area", () => {
  it.each([
    "/me-connecter",
    "/ME-CONNECTER/",
    "/me%2Dconnecter",
    "/connexion/google/retour",
    "/players-plus",
    "/session/menu",
  ])("is %s", (path) => expect(isMemberPath(path)).toBe(true));
  it.each([
    "/",
    "/agenda",
    "/players-plus/reglement",
    "/players-plus-ch",
    "/mon-compte/x",
    "/me-connecter/x",
    "/%E0%A4%A",
  ])("is not %s", (path) => expect(isMemberPath(path)).toBe(false));
  it("has its own rules at few addresses", () => {
    expect(["/session", "/Session/", "/session/menu", "/sessions"].map(isSessionPath)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(["/players-plus/link", "/players-plus"].map(readsCards)).toEqual([true, false]);
    expect(["apple", "google"].map((name) => acceptsForeignPost(`/connexion/${name}/retour`))).toEqual([true, false]);
  });
});

function objectOf({ path, index, children }: RouteConfigEntry): RouteObject {
  if (index === true) return { index, path };
  return { path, children: children?.map(objectOf) };
}

function withoutComments(source: string): string {
  return source.replaceAll(/^\s*(\/\*\*|\*|\/\/).*$/gm, "");
}
