import { home } from "./places.ts";
import { expect, test } from "./watched.ts";

test("without a network a navigation finds the designed offline page, and the site again when it is back", async ({
  page,
  context,
  forgive,
}) => {
  forgive(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.goto(home("la-rochemar"));
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state !== "activated") await new Promise((settle) => active?.addEventListener("statechange", settle));
  });
  await context.setOffline(true);
  await page.goto(home("la-rochemar", "?popup=Menu"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vous êtes hors ligne");
  await expect(page.locator("main svg")).toBeVisible();
  await context.setOffline(false);
  await page.goto(home("la-rochemar"));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Casino de la Rochemar");
});

test("the worker keeps nothing but the offline page", async ({ page }) => {
  await page.goto(home("la-rochemar"));
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  const kept = await page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(stores.map((store) => store.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.sort()).toEqual(["/icon.svg", "/offline"]);
});

test("the manifest can be installed", async ({ page }) => {
  await page.goto(home("port-serac"));
  const href = (await page.locator("link[rel=manifest]").getAttribute("href")) ?? "";
  const manifest = (await page.evaluate(async (url) => (await fetch(url)).json(), href)) as {
    icons: { src: string }[];
    name: string;
  };
  expect(manifest.name).toContain("Port-Sérac");
  for (const { src } of manifest.icons)
    expect(await page.evaluate(async (url) => (await fetch(url)).status, src)).toBe(200);
});
