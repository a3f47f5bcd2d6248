import { home, PORT } from "./places.ts";
import { get, getFromHost } from "./plain-http.ts";
import { expect, test } from "./watched.ts";

for (const path of ["nothing-here", "agenda/1/x.css/y", "adminAuth", "%C3%A9t%C3%A9"]) {
  test(`/${path} leads home`, async ({ page }) => {
    await page.goto(home("port-serac", path));
    await expect(page).toHaveURL(home("port-serac"));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
}

test("an unknown popup is dropped from the address", async ({ page }) => {
  await page.goto(home("port-serac", "?popup=Nothing"));
  await expect(page).toHaveURL(home("port-serac"));
});

test("a missing file, picture or call is a 404 of its own kind", async () => {
  expect((await get("port-serac", "/assets/none.js")).status).toBe(404);
  const picture = await get("port-serac", "/media/no-such-picture?width=900");
  expect([picture.status, picture.headers["content-type"]]).toEqual([404, "image/svg+xml"]);
  const call = await get("port-serac", "/api/nothing");
  expect([call.status, call.headers["content-type"]]).toEqual([404, expect.stringContaining("application/json")]);
});

test("a name that is not ours is answered by a page that says so, and repeats nothing", async ({ page, forgive }) => {
  forgive(/answered 421|status of 421/);
  const answer = await page.goto(`http://casino-of-others.localhost:${PORT}/some/path`);
  expect(answer?.status()).toBe(421);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.content()).not.toMatch(/casino-of-others|some\/path/);
  expect((await getFromHost("evil.example", "/")).status).toBe(421);
});

test("a venue that is not open yet is not listed", async () => {
  const hidden = await get("bientot", "/robots.txt");
  expect(hidden.text).toMatch(/^Disallow: \/$/m);
  expect((await getFromHost(`localhost:${PORT}`, "/")).text).not.toContain("bientot");
});

test("robots and site map name the venue's own address", async () => {
  expect((await get("port-serac", "/robots.txt")).text).toContain(`Sitemap: ${home("port-serac", "sitemap.xml")}`);
  const map = await get("port-serac", "/sitemap.xml");
  expect(map.text).toContain(`<loc>${home("port-serac")}</loc>`);
  expect(map.text).toContain('hreflang="en"');
});
