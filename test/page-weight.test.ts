import { afterAll, beforeAll, expect, it } from "vitest";
import { memoryDatabase } from "./databases.ts";
import { openTestHouse, type TestHouse } from "./house.ts";

/** HTML with its inline style sheets, as it travels (the budget of Home holds for every page). */
const HTML_MAX = 26 * 1024;
const PAGES = [
  "/",
  "/?popup=Menu",
  "/agenda",
  "/spectacles",
  "/spectacles/5101/cabaret-nu-la-nouvelle-revue",
  "/jeux",
  "/jeux/black-jack",
  "/jeux/jackpots",
  "/media/rules/black-jack",
  "/restauration",
  "/restauration/la-brasserie-du-quai",
  "/activite/cabaret-nu",
  "/meetings-events/evenements-prives",
  "/cgu",
  "/legal-notices",
  "/politique-de-confidentialite",
  "/index-egalite-professionnelle",
];

let house: TestHouse;
let closeDatabase: () => Promise<void>;

beforeAll(async () => {
  const database = await memoryDatabase();
  closeDatabase = () => database.close();
  house = await openTestHouse(database, { venues: ["port-serac"] });
}, 60_000);
afterAll(async () => {
  await house.close();
  await closeDatabase();
});

it.each(PAGES)("%s arrives within 26 KB, styles included", async (path) => {
  const answer = await house.get("port-serac", path, { "accept-encoding": "br" });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-encoding")).toBe("br");
  expect(Number(answer.headers.get("content-length"))).toBeLessThanOrEqual(HTML_MAX);
});
