import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectPath } from "../src/platform/database.server.ts";
import { COUNTRY_POLICIES } from "../src/venues/country-policy.ts";
import { memoryDatabase } from "./databases.ts";
import { openTestHouse, type TestHouse, type VenueFile } from "./house.ts";

/** Every page of a venue's site. A new page belongs in here, or its country's law is not tested. */
const PAGES = [
  "/",
  "/?popup=Menu",
  "/cgu",
  "/legal-notices",
  "/politique-de-confidentialite",
  "/index-egalite-professionnelle",
];

/** Pages that one country alone has (G6). */
const PAGES_OF: Record<"FR" | "CH" | "BE", string[]> = { FR: [], CH: ["/concept-social", "/players-plus-ch"], BE: [] };

/** Words that must not stand on a page of a country (spec/policy.md), with why. */
const FORBIDDEN: Record<"FR" | "CH" | "BE", [RegExp, string][]> = {
  FR: [
    [/chf|prévention@|sos-jeu/i, "Swiss lines"],
    [/moins de 21|under 21/i, "the Belgian age"],
  ],
  CH: [
    [/megapot|jackpot/i, "jackpot blocks are French only (G4)"],
    [/09[\s\u00a0]74|joueurs-info-service/i, "the French help line"],
    [/parrain|referral|offerts? pour votre bienvenue|on the house/i, "benefits need the CFMJ's authorisation"],
    [/€/, "prices in euros"],
  ],
  BE: [
    [
      /bonus|parrain|referral|bienvenue.*offert|jeu offert|free play|on the house|cadeau|gift/i,
      "gifts, bonuses and free games are banned",
    ],
    [/megapot/i, "jackpot blocks are French only (G4)"],
    [/moins de 18|under 18|18\+/i, "the age is 21"],
    [/09[\s\u00a0]74|joueurs-info-service/i, "the French help line"],
    [/euros fidélité|loyalty euros/i, "enticement by loyalty money"],
  ],
};

/** Lines that must stand on every page of a country, by language. */
const REQUIRED: Record<"FR" | "CH" | "BE", Record<"fr" | "en", RegExp[]>> = {
  FR: {
    fr: [/Jouer comporte des risques/, /09[\s\u00a0]74[\s\u00a0]75[\s\u00a0]13[\s\u00a0]13/, /moins de 18/],
    en: [/09[\s\u00a0]74[\s\u00a0]75[\s\u00a0]13[\s\u00a0]13/, /[Uu]nder 18/],
  },
  CH: { fr: [/moins de 18/], en: [/[Uu]nder 18/] },
  BE: { fr: [/moins de 21/], en: [/[Uu]nder 21/] },
};

const slugs = readdirSync(projectPath("demo/venues")).map((file) => file.replace(".json", ""));
let house: TestHouse;
let closeDatabase: () => Promise<void>;

beforeAll(async () => {
  const database = await memoryDatabase();
  closeDatabase = () => database.close();
  house = await openTestHouse(database, { venues: slugs });
}, 120_000);
afterAll(async () => {
  await house.close();
  await closeDatabase();
});

describe.each(slugs)("%s keeps its country's law", (slug) => {
  const country = countryOf(slug);
  it.each(
    [...PAGES, ...PAGES_OF[country]].flatMap((path) =>
      (["fr", "en"] as const).map((locale) => [path, locale] as const),
    ),
  )("on %s in %s", async (path, locale) => {
    const answer = await house.get(slug, `${path}${path.includes("?") ? "&" : "?"}locale=${locale}`);
    expect(answer.status).toBe(200);
    const words = readableText(await answer.text());
    for (const [forbidden, why] of FORBIDDEN[country]) expect(words, why).not.toMatch(forbidden);
    for (const required of REQUIRED[country][locale]) expect(words).toMatch(required);
  });
});

it("names benefits only beside the warning, in France only (D.320-2 CSI)", () => {
  for (const policy of Object.values(COUNTRY_POLICIES))
    if (policy.hasPerks) expect(policy.hasGamblingWarning).toBe(true);
  expect(COUNTRY_POLICIES.BE.hasPerks).toBe(false);
  expect(COUNTRY_POLICIES.CH.hasPerks).toBe(false);
  expect(COUNTRY_POLICIES.BE.minimumAge).toBe(21);
});

function countryOf(slug: string): "FR" | "CH" | "BE" {
  const file = JSON.parse(readFileSync(projectPath(`demo/venues/${slug}.json`), "utf8")) as VenueFile;
  return file.establishment.address.country;
}

/** What a person can read or hear: text, alt texts and labels; no scripts, styles or addresses. */
function readableText(html: string): string {
  const labels = [...html.matchAll(/\s(?:alt|aria-label|title|content)="([^"]*)"/g)]
    .map(([, text]) => text ?? "")
    .filter((text) => !/^https?:/.test(text));
  const body = html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, " ").replaceAll(/<[^>]+>/g, " ");
  return `${body} ${labels.join(" ")}`
    .replaceAll("&nbsp;", "\u00a0")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}
