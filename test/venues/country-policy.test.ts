import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectPath } from "../../src/platform/database/database.server.ts";
import { COUNTRY_POLICIES } from "../../src/venues/law/country-policy.ts";
import { forbiddenLinesIn } from "../../src/venues/law/forbidden-lines.ts";
import pages from "../../src/routes.ts";
import { peopleOf } from "../support/people.ts";
import { pagePatterns } from "../app/route-table.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { isMemberPath } from "../../src/accounts/paths.ts";

/** Notices that every page of a country must carry, by language. */
const REQUIRED: Record<"FR" | "CH" | "BE", Record<"fr" | "en", RegExp[]>> = {
  FR: {
    fr: [/Jouer comporte des risques/, /09[\s\u00a0]74[\s\u00a0]75[\s\u00a0]13[\s\u00a0]13/, /moins de 18/],
    en: [/09[\s\u00a0]74[\s\u00a0]75[\s\u00a0]13[\s\u00a0]13/, /[Uu]nder 18/],
  },
  CH: { fr: [/moins de 18/], en: [/[Uu]nder 18/] },
  BE: {
    fr: [/moins de 21/, /peuvent rendre dépendant\. 21\+/, /arretezatemps\.be/, /stopoptijd\.be/],
    en: [/[Uu]nder 21/, /Gambling is addictive\. 21\+/, /arretezatemps\.be/, /stopoptijd\.be/],
  },
};
/** Belgium asks for the prevention message on every page, those of the member area too. */
const ON_EVERY_PAGE = { FR: [], CH: [], BE: [/ 21\+/, /arretezatemps\.be/, /stopoptijd\.be/] };

const slugs = readdirSync(projectPath("demo/venues")).map((file) => file.replace(".json", ""));
let app: TestApp;

beforeAll(async () => {
  // Captions of pictures are the venues' own, so stand-in pictures do not hide forbidden words.
  app = await openIsolatedApp({ venues: slugs, pictures: "stand-ins" });
}, 120_000);
afterAll(() => app.close());

describe.each(slugs)("%s obeys its country's law, and all its links lead to pages,", (slug) => {
  it.each(["fr", "en"] as const)("in %s", async (locale) => {
    const country = app.services.table.all().find((venue) => venue.slug === slug)?.country ?? "FR";
    const seen = new Set(["/", "/?popup=Menu"]);
    for (const path of seen) {
      const answer = await app.get(slug, path, { "accept-language": locale });
      // Pages that need a log-in redirect visitors to forms, which this walk checks by themselves.
      if (isMemberPath(path.split("?")[0] ?? path) && answer.status === 302) {
        expect(answer.headers.get("location"), path).toMatch(/^\/(me-connecter|creer-un-compte)\?/);
        continue;
      }
      expect(answer.status, path).toBe(200);
      const html = await answer.text();
      expectWellFormed(html, path);
      const words = readableText(html);
      expect(forbiddenLinesIn(country, words), path).toEqual([]);
      for (const required of ON_EVERY_PAGE[country]) expect(words, path).toMatch(required);
      // The other notices are required where the venue speaks for itself, not on the forms of the member area.
      if (!isMemberPath(path.split("?")[0] ?? path))
        for (const required of REQUIRED[country][locale]) expect(words, path).toMatch(required);
      // Log-in with a provider leads off the site, and a calendar file is no page.
      for (const link of pageLinks(html)) if (!/^\/connexion\/|\.ics$/.test(link)) seen.add(link);
    }
    expect(seen.size).toBeGreaterThan(20);
  });
});

describe.each([
  ["FR", "port-serac"],
  ["BE", "blankenduin"],
] as const)("every page of the route map for a member in %s", (country, slug) => {
  it.each(["fr", "en"] as const)("obeys the country's law in %s", async (locale) => {
    const people = peopleOf(app, `${slug}.localhost:3000`);
    const token = await people.member(`law-${slug}-${locale}@example.com`, { birthday: "1980-05-17" });
    const addresses = pagePatterns(pages).filter((pattern) => !/[:*]|^\/(desk|me-deconnecter)/.test(pattern));
    let seen = 0;
    for (const path of addresses) {
      const answer = await app.get(slug, path, { "accept-language": locale, cookie: `user_token=${token}` });
      expect(answer.status, path).toBeLessThan(400);
      if (answer.status !== 200 || !/html/.test(answer.headers.get("content-type") ?? "")) continue;
      const words = readableText(await answer.text());
      for (const required of ON_EVERY_PAGE[country]) expect(words, path).toMatch(required);
      expect(forbiddenLinesIn(country, words), path).toEqual([]);
      seen += 1;
    }
    expect(seen).toBeGreaterThan(15);
  });
});

/** Checks for one title, one h1, no duplicate id, and nothing that the security policy forbids. */
function expectWellFormed(html: string, path: string): void {
  expect(html.match(/<h1[\s>]/g), path).toHaveLength(1);
  expect(html.match(/<title>/g), path).toHaveLength(1);
  expect(html, path).not.toMatch(/\sstyle="|\son[a-z]+="/);
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.length - new Set(ids).size, `${path}: duplicate ids`).toBe(0);
}

/** Links of a page to the same site, without anchors. Menu popups are skipped; only Home's menu is visited. */
function pageLinks(html: string): string[] {
  const links = [...html.matchAll(/<a\b[^>]*\shref="(\/[^"#]*)/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );
  return links.filter(
    (href) => !/[?&](popup|locale)=/.test(href) && (!href.startsWith("/media/") || href.startsWith("/media/rules/")),
  );
}

it.each([
  ["FR", "Entrée dès CHF 10.–", "currency"],
  ["FR", "Aide : sos-jeu.ch", "help_line"],
  ["FR", "Interdit aux moins de\u202f21 ans", "age"],
  ["CH", "5 euros of play on the house", "authorise"],
  ["CH", "crédits\u00a0de&nbsp;jeu", "authorise"],
  ["CH", "09\u202f74 75 13 13", "help_line"],
  ["CH", "2\u202f€", "currency"],
  ["BE", "Pour votre bienvenue, un verre offert", "entice"],
  ["BE", "Ce soir, jeu\u202foffert", "entice"],
  ["BE", "a bo\u00adnus", "entice"],
  ["BE", "18\u00a0+", "age"],
] as const)("finds a forbidden line of %s whatever its spaces: %j", (country, words, reason) => {
  expect(forbiddenLinesIn(country, words).map((line) => line.reason)).toContain(reason);
});

it("allows naming benefits only in France, and only beside the notice of the risks (D.320-2 CSI)", () => {
  for (const policy of Object.values(COUNTRY_POLICIES))
    if (policy.hasPerks) expect(policy.gamblingWarning).not.toBeNull();
  expect(COUNTRY_POLICIES.BE.hasPerks).toBe(false);
  expect(COUNTRY_POLICIES.CH.hasPerks).toBe(false);
  expect(COUNTRY_POLICIES.BE.minimumAge).toBe(21);
});

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
