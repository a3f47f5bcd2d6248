import { home } from "./places.ts";
import { get } from "./plain-http.ts";
import { axeFaults, expect, test } from "./watched.ts";

test.use({ serviceWorkers: "allow" });

test("shows the offline page without a network, and the site again once the network is back", async ({
  page,
  context,
  allowComplaint,
}) => {
  allowComplaint(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.goto(home("la-rochemar"));
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state !== "activated") await new Promise((settle) => active?.addEventListener("statechange", settle));
  });
  // The worker caches only the offline page and its icon.
  expect(await page.evaluate(keptPaths)).toEqual(["/icon.svg", "/offline"]);
  await context.setOffline(true);
  await page.goto(home("la-rochemar", "?popup=Menu"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vous êtes hors ligne");
  await expect(page.locator("main svg")).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await context.setOffline(false);
  await page.goto(home("la-rochemar"));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Casino de la Rochemar");
});

test("has an installable manifest", async () => {
  const [, href = ""] = /<link rel="manifest" href="([^"]*)"/.exec((await get("port-serac", "/")).text) ?? [];
  const manifest = JSON.parse((await get("port-serac", href)).text) as { icons: { src: string }[]; name: string };
  expect(manifest.name).toContain("Port-Sérac");
  for (const { src } of manifest.icons) expect((await get("port-serac", src)).status).toBe(200);
});

/** Runs in the page: the paths in the service worker's cache. */
async function keptPaths(): Promise<string[]> {
  const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const requests = await Promise.all(stores.map((store) => store.keys()));
  return requests
    .flat()
    .map(({ url }) => new URL(url).pathname)
    .sort();
}
