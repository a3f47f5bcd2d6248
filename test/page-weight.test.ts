import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { TestHouse } from "./house.ts";
import { openOwnHouse } from "./own-house.ts";
import { SOON } from "./patience.ts";

/** HTML with its inline style sheets, as it travels (the budget of Home holds for every page). */
const HTML_MAX = 26 * 1024;
/** What a page beside Home weighs without the rules that it does not use (decision 0043). */
const LEAN_HTML_MAX = 16 * 1024;
/** The first visitors after a save get quicker bytes, for some seconds. */
const FIRST_HTML_MAX = 30 * 1024;
const REFINED = { ...SOON, interval: 250 };
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

beforeAll(async () => {
  house = await openOwnHouse({ venues: ["port-serac"] });
}, 60_000);
afterAll(() => house.close());

async function weightOf(path: string): Promise<number> {
  const answer = await house.get("port-serac", path, { "accept-encoding": "br" });
  expect([answer.status, answer.headers.get("content-encoding")]).toEqual([200, "br"]);
  return Number(answer.headers.get("content-length"));
}

it.each(PAGES)("%s arrives within 30 KB when it is new, styles included", async (path) => {
  expect(await weightOf(path)).toBeLessThanOrEqual(FIRST_HTML_MAX);
});

it.each(PAGES)("%s arrives within 26 KB once it is kept", async (path) => {
  await vi.waitFor(async () => expect(await weightOf(path)).toBeLessThanOrEqual(HTML_MAX), REFINED);
});

it.each(PAGES.filter((path) => !path.startsWith("/?") && path !== "/"))(
  "%s is lean, and names the rest of the sheet",
  async (path) => {
    await vi.waitFor(async () => expect(await weightOf(path)).toBeLessThanOrEqual(LEAN_HTML_MAX), REFINED);
    const [, rest = ""] = / data-rest="([^"]+)"/.exec(await (await house.get("port-serac", path)).text()) ?? [];
    expect((await house.get("port-serac", rest)).headers.get("content-type")).toContain("text/css");
  },
);
