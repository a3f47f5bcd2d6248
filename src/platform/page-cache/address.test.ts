import { expect, it } from "vitest";
import { pageAddress, twinOf } from "./address.ts";

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
