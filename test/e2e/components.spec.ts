import type { Page } from "@playwright/test";
import { SANDBOX_PORT } from "./places.ts";
import { axeFaults, expect, seeWhole, test, untilHydrated, untilQuiet } from "./watched.ts";

const CATALOGUE = `http://localhost:${SANDBOX_PORT}/components`;

test("the component catalogue has no fault that axe finds, and nothing spills", async ({ page }) => {
  await open(page);
  await seeWhole(page);
  expect(await page.evaluate(spills), "elements wider than the window").toEqual([]);
  expect(await axeFaults(page)).toEqual([]);
});

test(
  "what opens over the catalogue opens by a button and closes by the way back",
  { tag: "@once" },
  async ({ page }) => {
    await open(page);
    const sheet = page.getByRole("dialog", { name: "The menu" });
    await page.getByRole("link", { name: "Open the sheet" }).click();
    await expect(sheet).toBeVisible();
    expect(await axeFaults(page, sheet)).toEqual([]);
    await sheet.getByRole("button", { name: "Show a toast" }).click();
    await expect(page.getByText("Your choice is saved.")).toBeVisible();
    await page.goBack();
    await expect(sheet).toBeHidden();

    await page.getByRole("link", { name: "A harbour at night" }).click();
    const lightbox = page.getByRole("dialog", { name: "Pictures at full size" });
    await expect(lightbox.getByText("Picture 1 of 3")).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(lightbox.getByText("Picture 2 of 3")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(lightbox).toBeHidden();
  },
);

test("a form of the catalogue says what is wrong with its fields", { tag: "@once" }, async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByText("3 fields", { exact: false })).toBeVisible();
  await expect(page.locator("#field-tried-name")).toBeFocused();
});

if (process.env["SHOTS"] === "1")
  test("takes screenshots of the component catalogue", async ({ page }, { project }) => {
    await open(page);
    await seeWhole(page);
    await untilQuiet(page);
    const shots = `test-results/shots/components-${project.name}`;
    await page.screenshot({ path: `${shots}-top.png` });
    for (const group of await page.locator(".catalogue-group").all())
      await group.screenshot({ path: `${shots}-${await group.getAttribute("id")}.png` });
  });

async function open(page: Page): Promise<void> {
  await page.goto(CATALOGUE);
  await untilHydrated(page);
}

/** Runs in the page: the elements that make the page wider than its window. */
function spills(): string[] {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.body.querySelectorAll("*")]
    .filter((element) => element.getBoundingClientRect().right > width + 1)
    .map((element) => `${element.tagName.toLowerCase()}.${element.className}`)
    .slice(0, 5);
}
