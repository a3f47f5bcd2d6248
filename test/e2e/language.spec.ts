import { GROUP, home, PLACES } from "./places.ts";
import { expect, test, visit } from "./watched.ts";

test("the address chooses the language and is remembered for a year", async ({ page, context }) => {
  await page.goto(home("montreval", "?locale=en"));
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ name: "locale", value: "en", path: "/", sameSite: "Lax" });
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 86_400);
  await page.goto(home("montreval"));
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("the address overrules the cookie, the cookie the browser", async ({ page, context }) => {
  await context.addCookies([{ name: "locale", value: "en", url: home("port-serac") }]);
  await page.goto(home("port-serac"));
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.goto(home("port-serac", "?locale=fr"));
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
});

for (const [locale, language] of [
  ["en-GB", "en"],
  ["fr-BE", "fr"],
  ["nl-BE", "fr"],
  ["de-CH", "fr"],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });
    test(`a browser of ${locale} reads ${language}, and no cookie is set for it`, async ({ page, context }) => {
      await page.goto(home("blankenduin"));
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      expect(await context.cookies()).toEqual([]);
    });
  });
}

test("an unknown language in the address is as good as none", async ({ page, context }) => {
  await page.goto(home("port-serac", "?locale=xx"));
  await expect(page.locator("html")).toHaveAttribute("lang", "fr");
  expect(await context.cookies()).toEqual([]);
});

test("the Swiss site's menu switches the language", async ({ page }) => {
  await visit(page, home("montreval"));
  await page.locator("[data-sheet=menu]:visible").first().click();
  await page.locator("#menu").getByRole("link", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

for (const { slug, title } of PLACES) {
  test(`${slug} tells machines what it is`, async ({ page }) => {
    const told = { fr: { description: "", name: "" }, en: { description: "", name: "" } };
    for (const locale of ["fr", "en"] as const) {
      await page.goto(home(slug, `?locale=${locale}`));
      const head = await page.evaluate(readHead);
      expect(head.title).toContain(title);
      expect(head.canonical).toBe(home(slug));
      expect(head.alternates).toEqual({
        fr: home(slug, "?locale=fr"),
        en: home(slug, "?locale=en"),
        "x-default": home(slug),
      });
      expect(head.image).toMatch(/\/media\/[a-z-]+\?cover=1200x630/);
      expect(head.data).toMatchObject({ "@context": "https://schema.org", "@type": "Casino", url: home(slug) });
      expect(head.data["telephone"]).toMatch(/^\+\d+$/);
      told[locale] = { description: head.description, name: String(head.data["name"]) };
    }
    expect(told.fr.description.length).toBeGreaterThan(50);
    expect(told.en.description).not.toBe(told.fr.description);
    expect(told.en.name).toBe(told.fr.name);
  });
}

test("the group's front page names its canonical address and its languages", async ({ page }) => {
  await page.goto(GROUP);
  const { canonical, alternates } = await page.evaluate(readHead);
  expect(canonical).toBe(GROUP);
  expect(alternates).toEqual({ fr: `${GROUP}?locale=fr`, en: `${GROUP}?locale=en`, "x-default": GROUP });
});

/** Runs in the page. */
function readHead() {
  const content = (selector: string) => document.querySelector<HTMLMetaElement>(selector)?.content ?? "";
  const links = [...document.querySelectorAll<HTMLLinkElement>("head link[rel=alternate][hreflang]")];
  const data = document.querySelector('script[type="application/ld+json"]')?.textContent ?? "{}";
  return {
    title: document.title,
    description: content("head meta[name=description]"),
    canonical: document.querySelector<HTMLLinkElement>("head link[rel=canonical]")?.href,
    alternates: Object.fromEntries(links.map((link) => [link.hreflang, link.href])),
    image: content("head meta[property='og:image']"),
    data: JSON.parse(data) as Record<string, unknown>,
  };
}
