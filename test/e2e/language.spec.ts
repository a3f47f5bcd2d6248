import { GROUP, home, PLACES, PORT } from "./places.ts";
import { get, getFromHost } from "./plain-http.ts";
import { menuOf } from "./screens.ts";
import { expect, test, visit } from "./watched.ts";

test("switches the language from the Swiss site's menu and remembers it for a year", async ({ page, context }) => {
  await visit(page, home("montreval"));
  await page.getByRole("link", { name: "Menu", exact: true }).click();
  await menuOf(page).getByRole("link", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ name: "locale", value: "en", path: "/", sameSite: "Lax" });
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 86_400);
  await page.goto(home("montreval"), { waitUntil: "domcontentloaded" });
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

for (const { slug, title } of PLACES) {
  test(`describes ${slug} to crawlers`, async () => {
    const [french, english] = await Promise.all(
      ["fr", "en"].map(async (locale) => readHead((await get(slug, `/?locale=${locale}`)).text)),
    );
    expect(french?.title).toContain(title);
    // A Dutch name takes no French preposition in English.
    expect(english?.title).toContain(slug === "blankenduin" ? "Casino Blankenduin" : title);
    expect([french?.canonical, english?.canonical]).toEqual([home(slug, "?locale=fr"), home(slug, "?locale=en")]);
    for (const head of [french, english]) {
      expect(head?.alternates).toEqual({
        fr: home(slug, "?locale=fr"),
        en: home(slug, "?locale=en"),
        "x-default": home(slug),
      });
      expect(head?.image).toMatch(/\/media\/[a-z-]+\?cover=1200x630/);
      expect(head?.data).toMatchObject({ "@context": "https://schema.org", "@type": "Casino", url: home(slug) });
      expect(head?.data["telephone"]).toMatch(/^\+\d+$/);
    }
    expect(french?.description.length).toBeGreaterThan(50);
    expect(english?.description).not.toBe(french?.description);
    for (const head of [french, english]) expect(head?.title).toContain(head?.data["name"]);
  });
}

test("the group's front page names its canonical address and its languages", async () => {
  const { canonical, alternates } = readHead((await getFromHost(`localhost:${PORT}`, "/")).text);
  expect(canonical).toBe(GROUP);
  expect(alternates).toEqual({ fr: `${GROUP}?locale=fr`, en: `${GROUP}?locale=en`, "x-default": GROUP });
});

/** The metadata in a page's raw HTML, because crawlers may run no script. */
function readHead(html: string) {
  const [, data = "{}"] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html) ?? [];
  const tags = [...html.matchAll(/<(?:meta|link) ([^>]*)>/g)].map(([, attributes = ""]) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [
        name.toLowerCase(),
        value.replaceAll("&amp;", "&"),
      ]),
    ),
  );
  const tag = (name: string, value: string) => tags.find((one) => one[name] === value);
  const alternates = tags.filter(({ rel }) => rel === "alternate");
  return {
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "",
    description: tag("name", "description")?.["content"] ?? "",
    canonical: tag("rel", "canonical")?.["href"],
    alternates: Object.fromEntries(alternates.map((one) => [one["hreflang"], one["href"]])),
    image: tag("property", "og:image")?.["content"],
    data: JSON.parse(data) as Record<string, unknown>,
  };
}
