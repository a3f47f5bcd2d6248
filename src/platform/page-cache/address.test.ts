import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalPath, pageAddress, twinOf } from "./address.ts";

it.each([
  ["/", "/", "", false],
  ["/agenda?tab=week", "/agenda", "?tab=week", false],
  ["/_.data", "/", "", true],
  ["/agenda.data", "/agenda", "", true],
  ["/agenda/_.data", "/agenda/", "", true],
  ["/agenda.data?_routes=venue%2Croutes%2Fagenda&popup=Menu", "/agenda", "?popup=Menu", true],
  ["/_.data?index&slot=12", "/", "?slot=12", true],
  ["/agenda.data.data", "/agenda.data", "", true],
  ["/agenda.data?%5Froutes=venue&%69ndex", "/agenda", "", true],
  ["/agenda?_routes=venue", "/agenda", "?_routes=venue", false],
])("%s belongs to the page %s", (url, path, search, isData) => {
  expect(pageAddress(url)).toEqual({ path, search, isData });
});

it.each(["/", "/agenda", "/agenda/"])("the data address of %s maps back to it", (path) => {
  expect(pageAddress(twinOf(path))).toEqual({ path, search: "", isData: true });
});

it.each([
  ["/", "/"],
  ["//", "/"],
  ["///", "/"],
  ["/agenda", "/agenda"],
  ["//agenda//", "/agenda"],
  ["/AGENDA/", "/agenda"],
  ["/%61genda", "/agenda"],
  ["/%41genda", "/agenda"],
  ["/jeux/black%2djack", "/jeux/black-jack"],
  ["/caf%c3%a9", "/caf%C3%A9"],
  ["/a%2Fb", "/a%2Fb"],
  ["/a%2541", "/a%2541"],
  ["/%E0%A4%A", "/%E0%A4%A"],
  ["/%FF/A/", "/%FF/A/"],
])("%s is spelled %s", (path, canonical) => {
  expect(canonicalPath(path)).toBe(canonical);
});

it("a canonical path is its own canonical path, and never names another host", () => {
  fc.assert(
    fc.property(fc.webPath(), fc.string(), (path, more) => {
      const { pathname } = new URL(`http://a${path}/${more.replaceAll(/[?#]/g, "")}`);
      const canonical = canonicalPath(pathname);
      expect(canonicalPath(canonical)).toBe(canonical);
      if (canonical !== pathname) expect(new URL(canonical, "http://a").host).toBe("a");
    }),
  );
});
