import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoVenue, importWithStandIns, type TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";

const TEXTS = [
  "/cgu",
  "/politique-de-confidentialite",
  "/index-egalite-professionnelle",
  "/legal-notices",
  "/accessibilite",
];
const PARTS = ["risques", "autotest", "limites", "exclusion", "aide"];
const LOCALES = ["fr", "en"] as const;

let app: TestApp;

beforeAll(async () => {
  app = await openIsolatedApp({ venues: ["port-serac", "montreval", "blankenduin"], pictures: "stand-ins" });
}, 120_000);
afterAll(() => app.close());

const html = async (slug: string, path: string) => (await app.get(slug, path)).text();

describe("the legal pages", () => {
  it.each([
    ["port-serac", "2023-931", "https://signal.conso.gouv.fr"],
    ["montreval", "LHand", "https://www.edi.admin.ch"],
    ["blankenduin", "2019/882", "https://pointdecontact.belgique.be"],
  ])("state accessibility on %s by its country's law, with results and date", async (slug, law, authority) => {
    const page = await html(slug, "/accessibilite");
    expect(page).toContain(law);
    expect(page).toContain(`href="${authority}`);
    expect(page).toMatch(/Contrôle automatique du \d{1,2}(er)?\s\S+\s\d{4}/);
    expect(page).toContain("<li>/restauration</li>");
    expect(await html(slug, "/")).toContain('href="/accessibilite"');
  });

  it.each(["port-serac", "montreval", "blankenduin"])("can be read on %s in both languages", async (slug) => {
    for (const path of TEXTS) {
      for (const locale of LOCALES) {
        const answer = await app.get(slug, `${path}?locale=${locale}`);
        const page = await answer.text();
        expect([path, answer.status]).toEqual([path, 200]);
        expect(page).toMatch(/<h1[^>]*>[^<]{5,}<\/h1>/);
        expect(mainOf(page).replaceAll(/<[^>]+>/g, "").length).toBeGreaterThan(600);
      }
    }
  });

  it("exclude search engines by meta tag and header, unlike Home", async () => {
    for (const path of TEXTS) {
      const answer = await app.get("port-serac", path);
      expect(answer.headers.get("x-robots-tag")).toBe("noindex");
      expect(await answer.text()).toContain('<meta name="robots" content="noindex"');
    }
    // The cached page has the header too.
    expect((await app.get("port-serac", "/cgu")).headers.get("x-robots-tag")).toBe("noindex");
    for (const [slug, path] of [
      ["port-serac", "/"],
      ["montreval", "/players-plus-ch"],
    ] as const) {
      const answer = await app.get(slug, path);
      expect(answer.headers.get("x-robots-tag")).toBeNull();
      expect(await answer.text()).not.toContain('name="robots"');
    }
  });

  it("name their canonical address and both languages", async () => {
    const page = await html("port-serac", "/cgu?locale=en");
    expect(page).toContain('rel="canonical" href="http://port-serac.localhost:3000/cgu?locale=en"');
    for (const locale of LOCALES)
      expect(page).toContain(`hrefLang="${locale}" href="http://port-serac.localhost:3000/cgu?locale=${locale}"`);
  });

  it("link from the table of contents to each heading", async () => {
    const page = mainOf(await html("port-serac", "/cgu"));
    const anchors = [...new Set([...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id))];
    expect(anchors.length).toBeGreaterThanOrEqual(3);
    for (const id of anchors) expect(page).toContain(`<h2 id="${id}"`);
  });

  it("name the company, its address and its phone in the legal notices", async () => {
    const page = mainOf(await html("port-serac", "/legal-notices"));
    expect(page).toContain("Société du Casino de Port-Sérac SAS");
    expect(page).toContain("12, quai des Cygnes");
    expect(page).toContain('href="tel:+33465712051"');
    expect(page).toContain("Hélène Vautrin");
  });

  it("open other sites in a new tab, and mail and telephone links as usual", async () => {
    const page = mainOf(await html("montreval", "/concept-social"));
    expect(page).toContain('<a href="https://www.sos-jeu.ch" target="_blank" rel="noopener">');
    expect(page).toMatch(/<a href="mailto:prevention@[^"]+">/);
    expect(page).toContain('<a href="tel:143">');
  });

  it("redirect to the front page on the group's own host", async () => {
    for (const path of [...TEXTS, "/concept-social", "/players-plus-ch", "/players-plus"]) {
      const answer = await app.send("localhost:3000", path);
      expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 302, "/"]);
    }
  });
});

describe("the Swiss pages", () => {
  it.each(LOCALES)("show all five texts of Prévention in %s (art. 77 LJAr)", async (locale) => {
    const page = mainOf(await html("montreval", `/concept-social?locale=${locale}`));
    for (const id of PARTS) {
      expect(page).toContain(`href="#${id}"`);
      const [, part = ""] = new RegExp(`<section[^>]*id="${id}"[^>]*>([\\s\\S]*?)</section>`).exec(page) ?? [];
      expect(part).toMatch(/<h2/);
      expect(part.replaceAll(/<[^>]+>/g, "").length).toBeGreaterThan(150);
    }
  });

  it("show the phone numbers of help services before the text", async () => {
    const page = mainOf(await html("montreval", "/concept-social"));
    expect(page.indexOf('href="tel:+41800801381"')).toBeLessThan(page.indexOf('id="risques"'));
  });

  it("exclude Prévention from search engines, but not the free programme", async () => {
    const prevention = await app.get("montreval", "/concept-social");
    expect(prevention.headers.get("x-robots-tag")).toBe("noindex");
    const loyalty = await html("montreval", "/players-plus-ch");
    expect(loyalty).toMatch(/<title>Club Belrive[^<]*gratuit/);
    expect(loyalty).toMatch(/name="description" content="[^"]*gratuit/);
  });

  it("have no amounts and no link to create an account", async () => {
    const page = mainOf(await html("montreval", "/players-plus-ch"));
    expect(page).not.toMatch(/€|%|CHF\s?\d|creer-un-compte|me-connecter/);
  });

  it("exist in Switzerland only, and redirect to Home elsewhere", async () => {
    for (const slug of ["port-serac", "blankenduin"])
      for (const path of ["/concept-social", "/players-plus-ch"]) {
        const answer = await app.get(slug, path);
        expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 302, "/"]);
      }
  });

  it("replace /players-plus in Switzerland", async () => {
    const answer = await app.get("montreval", "/players-plus");
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/players-plus-ch"]);
  });
});

describe("a missing text", () => {
  it("is the complete neutral one where the venue has none, and French where English is empty", async () => {
    const bare = await openIsolatedApp();
    await importWithStandIns(bare.importWorld, await demoVenue("montreval"));
    await bare.services.table.reload();
    // Imports refuse this, but an older or damaged database may contain it.
    const { db } = bare.world.database;
    const blank = JSON.stringify({ blocks: [{ type: "paragraph", data: { text: "<br> " } }] });
    await db.deleteFrom("content_blocks").where("key", "not in", ["cgu", "prevention-help"]).execute();
    await db.updateTable("content_blocks").set({ body: blank }).where("key", "=", "prevention-help").execute();
    await db.updateTable("content_blocks").set({ body: blank }).where("locale", "=", "en").execute();
    await db.updateTable("establishments").set({ legal_notice: "[]" }).execute();

    const page = async (path: string) => mainOf(await (await bare.get("montreval", path)).text());
    const terms = await page("/cgu?locale=en");
    expect(terms).toContain('lang="fr"');
    expect(terms).toContain("Les présentes conditions");
    for (const path of [...TEXTS, "/concept-social", "/players-plus-ch"])
      for (const locale of LOCALES)
        expect((await page(`${path}?locale=${locale}`)).replaceAll(/<[^>]+>/g, "").length, path).toBeGreaterThan(250);
    const prevention = await page("/concept-social");
    for (const id of PARTS) expect(prevention).toContain(`id="${id}-titre"`);
    expect(prevention).toContain("demandez à l’accueil la personne responsable");
    expect(await page("/legal-notices")).toContain("Casino de Montreval SA");
    await bare.close();
  });
});

function mainOf(page: string): string {
  return /<main[^>]*>([\s\S]*?)<\/main>/.exec(page)?.[1] ?? "";
}
