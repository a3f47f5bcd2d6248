import { home } from "./places.ts";
import { expect, test, visit } from "./watched.ts";

test("with reduced motion everything stands in its place at once", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await visit(page, home("port-serac"));
  const moving = await page.evaluate(() => ({
    waiting: document.querySelectorAll("[data-unseen]").length,
    running: document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 20).length,
    smooth: getComputedStyle(document.documentElement).scrollBehavior,
  }));
  expect(moving).toEqual({ waiting: 0, running: 0, smooth: "auto" });
});

test("a place on the page is reached below the header and marked; the header hides on the way down, not up", async ({
  page,
}) => {
  await visit(page, home("port-serac", "#infos"));
  const isInPlace = () =>
    page.evaluate(() => {
      const top = document.querySelector("#infos")?.getBoundingClientRect().top ?? -1;
      return top >= 0 && top < 200;
    });
  await expect.poll(isInPlace).toBe(true);
  const header = page.locator(".masthead");
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await expect(header).not.toHaveAttribute("data-hidden");
  await page.mouse.wheel(0, 900);
  await expect(header).toHaveAttribute("data-hidden");
  await page.mouse.wheel(0, -200);
  await expect(header).not.toHaveAttribute("data-hidden");
});
