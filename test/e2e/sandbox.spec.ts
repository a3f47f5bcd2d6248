import { SANDBOX_PORT } from "./places.ts";
import { axeFaults, expect, test } from "./watched.ts";

const SANDBOX = `http://localhost:${SANDBOX_PORT}`;
const PAGES = [
  "/",
  "/stories/top-up",
  "/journal",
  "/mail",
  "/sms",
  "/bank",
  "/identity",
  "/log-in",
  "/wallets",
  "/exclusions",
  "/native",
  "/faults",
  "/casino/desk",
  "/casino/kiosk",
  "/casino/machine",
];

test("the sandbox's pages have no fault that axe finds, and nothing spills at either width @once", async ({ page }) => {
  for (const path of PAGES) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${SANDBOX}${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.evaluate(spill), `${path} is wider than a phone`).toBe(0);
    expect(await axeFaults(page), path).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await page.evaluate(spill), `${path} is wider than the window`).toBe(0);
  }
});

test("a story leads to the venue's log-in with the demo's address filled in @once", async ({ page, context }) => {
  await page.goto(SANDBOX);
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: /^Déposer 150/ }).click();
  const site = await opened;
  await expect(site.getByRole("textbox", { name: "E-mail" })).toHaveValue("member@demo.belrive.example");
});

test("a window of the façade is chosen by keyboard, keeps the focus, and is said at once @once", async ({ page }) => {
  await page.goto(`${SANDBOX}/faults`);
  const lit = page.getByRole("radio", { name: "Facebook, En ordre" });
  await lit.focus();
  await page.keyboard.press("ArrowRight");
  const down = page.getByRole("radio", { name: "Facebook, À l’arrêt" });
  await expect(page.getByRole("status").filter({ hasText: "Facebook" })).toBeVisible();
  await expect(down).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("status").filter({ hasText: "Facebook" })).toHaveCount(0);
});

/** Runs in the page: by how much it is wider than its window. */
function spill(): number {
  return document.documentElement.scrollWidth - document.documentElement.clientWidth;
}
