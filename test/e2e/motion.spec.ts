import { home } from "./places.ts";
import { expect, test, visit } from "./watched.ts";

/** The default: visitors who do not ask for reduced motion. */
test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("puts everything in its place at once with reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await visit(page, home("port-serac"));
  const moving = await page.evaluate(() => ({
    hidden: [...document.querySelectorAll("main :is(h1, h2, h3, p)")].filter(
      (one) => one.checkVisibility() && !one.checkVisibility({ opacityProperty: true }),
    ).length,
    running: document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 20).length,
    smooth: getComputedStyle(document.documentElement).scrollBehavior,
  }));
  expect(moving).toEqual({ hidden: 0, running: 0, smooth: "auto" });
});

test("scrolls an anchor to below the header and marks it; hides the header on the way down, not up", async ({
  page,
}) => {
  await visit(page, home("port-serac", "#infos"));
  const isInPlace = () =>
    page.evaluate(() => {
      const top = document.querySelector("#infos")?.getBoundingClientRect().top ?? -1;
      return top >= 0 && top < 200;
    });
  await expect.poll(isInPlace).toBe(true);
  const logo = page.getByRole("banner").getByRole("link", { name: /accueil$/ });
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await expect(logo).toBeInViewport({ ratio: 1 });
  await page.mouse.wheel(0, 900);
  await expect(logo).not.toBeInViewport();
  await page.mouse.wheel(0, -200);
  await expect(logo).toBeInViewport({ ratio: 1 });
});
