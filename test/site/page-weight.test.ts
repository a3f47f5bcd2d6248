import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { SOON } from "../support/patience.ts";

/**
 * Budgets of a page's compressed HTML with its inline styles and data: 32 KB for Home and 22 KB for other public pages, plus the
 * 15 % that one sheet for all pages costs (docs/decisions/0051-react-is-the-frontend.md).
 */
const HOME_MAX = 1.15 * 32 * 1024;
const PAGE_MAX = 1.15 * 22 * 1024;
/** Right after a save pages are compressed quickly, which makes them up to 15 % larger for some seconds. */
const QUICK_SHARE = 1.15;
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

let app: TestApp;

beforeAll(async () => {
  app = await openIsolatedApp({ venues: ["port-serac"] });
}, 60_000);
afterAll(() => app.close());

async function weightOf(path: string): Promise<number> {
  const answer = await app.get("port-serac", path, { "accept-encoding": "br" });
  expect([answer.status, answer.headers.get("content-encoding")]).toEqual([200, "br"]);
  return Number(answer.headers.get("content-length"));
}

const budgetOf = (path: string) => (path === "/" || path.startsWith("/?") ? HOME_MAX : PAGE_MAX);

it.each(PAGES)("%s is within its budget plus 15 % when newly rendered", async (path) => {
  expect(await weightOf(path)).toBeLessThanOrEqual(budgetOf(path) * QUICK_SHARE);
});

it.each(PAGES)("%s is within its budget once it is fully compressed", async (path) => {
  await vi.waitFor(async () => expect(await weightOf(path)).toBeLessThanOrEqual(budgetOf(path)), REFINED);
});
