import { chromium } from "@playwright/test";
import { home } from "./places.ts";
import { get } from "./plain-http.ts";
import { expect, test } from "./watched.ts";

test("a page that was left comes back as it was, from the back/forward cache", async ({ launchOptions }) => {
  // Playwright switches the back/forward cache off; a browser of our own has it.
  const browser = await chromium.launch({ ...launchOptions, ignoreDefaultArgs: ["--disable-back-forward-cache"] });
  try {
    const page = await browser.newPage();
    await page.goto(home("port-serac"));
    await page.evaluate(() => {
      document.documentElement.dataset["mark"] = "left";
      addEventListener(
        "pageshow",
        ({ persisted }) => (document.documentElement.dataset["persisted"] = String(persisted)),
      );
    });
    await page.goto(home("port-serac", "?popup=Menu"));
    await page.evaluate(() => history.back()).catch(() => undefined);
    await expect.poll(() => page.url()).toBe(home("port-serac"));
    await expect(page.locator("html")).toHaveAttribute("data-mark", "left");
    await expect(page.locator("html")).toHaveAttribute("data-persisted", "true");
  } finally {
    await browser.close();
  }
});

test("a page is asked for again with its tag and answered in one line", async () => {
  const first = await get("port-serac", "/", { "accept-encoding": "br" });
  expect(first.status).toBe(200);
  expect(first.headers).toMatchObject({
    "cache-control": "no-cache",
    "content-encoding": "br",
    vary: expect.stringContaining("Cookie"),
  });
  const again = await get("port-serac", "/", { "accept-encoding": "br", "if-none-match": first.headers["etag"] ?? "" });
  expect([again.status, again.bytes, again.headers["etag"]]).toEqual([304, 0, first.headers["etag"]]);
  const other = await get("port-serac", "/", { "accept-encoding": "br", "if-none-match": '"another"' });
  expect(other.status).toBe(200);
});

test("the page names its speculation rules, and they are rules for links without an effect", async () => {
  const { headers } = await get("port-serac", "/");
  expect(headers["speculation-rules"]).toBe('"/speculation-rules.json"');
  const rules = await get("port-serac", "/speculation-rules.json");
  expect(rules.headers["content-type"]).toBe("application/speculationrules+json");
  const { prerender } = JSON.parse(rules.text) as { prerender: { where: unknown; eagerness: string }[] };
  expect(prerender).toHaveLength(1);
  expect(JSON.stringify(prerender[0]?.where)).toContain('"/api/*"');
});

test("the browser takes the rules", async ({ page }) => {
  const asked = page.waitForResponse((answer) => answer.url().endsWith("/speculation-rules.json"));
  await page.goto(home("port-serac"));
  expect((await asked).status()).toBe(200);
});
