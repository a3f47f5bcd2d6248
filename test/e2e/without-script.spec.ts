import type { Page } from "@playwright/test";
import { FAMILIES, GROUP, home } from "./places.ts";
import { consentOf } from "./screens.ts";
import { get } from "./plain-http.ts";
import { expect, seeWhole, test } from "./watched.ts";

test.use({ javaScriptEnabled: false });

for (const [family, pages] of Object.entries(FAMILIES)) {
  test(`makes ${family} readable and usable without script`, async ({ page }) => {
    for (const url of pages) {
      await page.goto(url, { waitUntil: "domcontentloaded" });
      await expect(page.getByRole("heading", { level: 1 }), url).toBeVisible();
      expect((await page.locator("body").innerText()).length, `length of the text on ${url}`).toBeGreaterThan(200);
      await expect(consentOf(page)).toHaveCount(0);
      expect(await deadControls(page), `dead controls on ${url}`).toEqual([]);
    }
  });
}

test("shows the venue, opens its hours and shows its menu as a page without script", async ({ page }) => {
  await page.goto(home("port-serac"));
  const practical = page.getByRole("region", { name: "Venir au casino" });
  await expect(
    practical.getByRole("listitem").filter({ hasText: /^(Lun|Mar|Mercre|Jeu|Vendre|Same|Diman)/ }),
  ).toHaveCount(7);
  await seePictures(page);
  const hours = page.getByRole("main").getByRole("group").first();
  await hours.locator("summary").click();
  await expect(hours.getByRole("listitem").first()).toBeVisible();
  await page.getByRole("link", { name: "Menu", exact: true }).click();
  await expect(page).toHaveURL(home("port-serac", "?popup=Menu"));
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.getByRole("dialog").getByRole("link", { name: "Fermer" }).click();
  await expect(page).toHaveURL(home("port-serac"));
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("prints the agenda without its choice of days when there is no script", async ({ page }) => {
  await page.goto(home("port-serac", "agenda"));
  const days = page.getByRole("navigation", { name: "Choisir un jour" });
  await expect(days).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(days).toBeHidden();
});

test("prints an event without its link for sharing", async ({ page }) => {
  await page.goto(home("le-havrelac", "spectacles/2406/le-passager-de-minuit"));
  const share = page.getByRole("link", { name: "Partager" });
  await expect(share).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(share).toBeHidden();
});

test("links nine casinos from the group's front page without script", async ({ page }) => {
  await page.goto(GROUP, { waitUntil: "domcontentloaded" });
  const casinos = page.getByRole("heading", { level: 3 }).getByRole("link");
  await expect(casinos).toHaveCount(9);
  await casinos.filter({ hasText: "Port-Sérac" }).click();
  await expect(page).toHaveURL((url) => url.href.startsWith(home("port-serac")));
});

/** Visible controls without an effect: buttons that send no form, links without a target. */
function deadControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("a, button, input, [role=button]")]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => {
        if (!(control instanceof HTMLAnchorElement)) return control.closest("form") === null;
        if (control.pathname !== location.pathname || control.hash === "") return !control.href;
        return document.getElementById(decodeURIComponent(control.hash.slice(1))) === null;
      })
      .map((control) => control.outerHTML.slice(0, 120)),
  );
}

async function seePictures(page: Page): Promise<void> {
  await seeWhole(page);
  const missing = () =>
    page.evaluate(() =>
      [...document.images].filter((image) => image.naturalWidth === 0).map((image) => image.currentSrc || image.src),
    );
  await expect.poll(missing, { timeout: 15_000 }).toEqual([]);
}

test("gives the entries of the bottom bar their places before all have arrived", async ({ page }) => {
  const { text } = await get("port-serac", "/agenda");
  const bar = text.indexOf('<nav class="bottom"');
  const second = text.indexOf("</li>", text.indexOf("</li>", bar) + 1);
  const widthsOf = async (body: string) => {
    await page.route(home("port-serac", "agenda"), (route) => route.fulfill({ body, contentType: "text/html" }));
    await page.goto(home("port-serac", "agenda"));
    await page.unroute(home("port-serac", "agenda"));
    const entries = page.locator(".bottom li");
    return entries.evaluateAll((all) => all.slice(0, 2).map((one) => Math.round(one.getBoundingClientRect().width)));
  };
  expect(bar).toBeGreaterThan(0);
  expect(await widthsOf(text.slice(0, second))).toEqual(await widthsOf(text));
});
