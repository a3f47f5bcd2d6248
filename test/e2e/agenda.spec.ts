import type { Page } from "@playwright/test";
import { home } from "./places.ts";
import { expect, test, visit, withConsentGiven } from "./watched.ts";

const AGENDA = home("port-serac", "agenda");
const SHOW = home("port-serac", "spectacles/5101/cabaret-nu-la-nouvelle-revue");
const DAY_MS = 86_400_000;
const HUNDRED_DAYS_MS = 100 * DAY_MS;
const TICKETING = /^https:\/\/www\.billetweb\.fr\//;

test.beforeEach(({ context }) => withConsentGiven(context));

const EMPTY = "La prochaine affiche se prépare";
/** Announcements and shows are known by their addresses. */
const entriesOf = (page: Page) =>
  page.getByRole("main").locator("a[href*='/agenda/'], a[href*='/spectacles/']").filter({ visible: true });
/** The last of the list itself. */
const lastOf = (page: Page) => page.getByRole("main").getByRole("article").getByRole("link").last();

for (const url of [AGENDA, home("port-serac")]) {
  test(`what is over goes from ${new URL(url).pathname} while it stays open, and the last of it leaves a word (G28)`, async ({
    page,
  }) => {
    await visitByOurClock(page, url);
    await expect(page.getByText(EMPTY)).toBeHidden();
    expect(await entriesOf(page).count()).toBeGreaterThan(2);
    await page.clock.fastForward(HUNDRED_DAYS_MS);
    await expect(page.getByText(EMPTY)).toBeVisible();
    await expect(entriesOf(page)).toHaveCount(0);
  });
}

test("the list is fetched again once it has changed, and its links keep the focus (§9)", async ({ page }) => {
  await visitByOurClock(page, AGENDA);
  const link = lastOf(page);
  await link.focus();
  const fetched = page.waitForResponse(
    (answer) => answer.request().resourceType() === "fetch" && new URL(answer.url()).pathname.startsWith("/agenda"),
  );
  await page.clock.fastForward(DAY_MS);
  await (await fetched).finished();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(link).toBeFocused();
});

test("a list that cannot be fetched stays, says so, and tries again when asked", async ({ page, context, forgive }) => {
  forgive(/ERR_INTERNET_DISCONNECTED|fetching the script/);
  await visitByOurClock(page, AGENDA);
  await context.setOffline(true);
  await page.clock.fastForward(DAY_MS);
  const failed = page.getByText("La liste n’a pas pu être mise à jour.");
  await expect(failed).toBeVisible();
  await expect(lastOf(page)).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Réessayer" }).click();
  // Six rows stand in for the list while it comes.
  const waiting = page.locator("[aria-busy=true] ul[aria-hidden=true] > li").filter({ visible: true });
  await expect(waiting).toHaveCount(6);
  await expect(failed).toBeHidden();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(lastOf(page)).toBeVisible();
});

test("a detail that is over says so where its buttons were (G28)", async ({ page }) => {
  await visitByOurClock(page, SHOW);
  await expect(page.getByRole("link", { name: "Réserver" })).toBeVisible();
  await page.clock.fastForward("48:00:00");
  await expect(page.getByText("L’événement est passé")).toBeVisible();
  await expect(page.getByRole("link", { name: "Réserver" })).toBeHidden();
  await page.getByRole("link", { name: "Voir les spectacles" }).click();
  await expect(page).toHaveURL(home("port-serac", "spectacles"));
});

test.describe("ticketing (§2.5)", () => {
  test.beforeEach(async ({ context, forgive }) => {
    forgive(/left our hosts: https:\/\/www\.billetweb\.fr/);
    await context.route(TICKETING, (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Tickets</title>" }),
    );
  });

  test("opens in a window of 650 by 600 that has no handle on ours", async ({ page }) => {
    await visit(page, SHOW);
    const opening = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Billetterie" }).click();
    const popup = await opening;
    await popup.waitForURL(TICKETING);
    expect(popup.url()).toBe("https://www.billetweb.fr/shop.php?event=belrive-port-serac-5101");
    expect(await popup.evaluate(() => window.opener === null)).toBe(true);
    await expect(page).toHaveURL(SHOW);
  });

  test("opens in this tab where the window is blocked", async ({ page }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await visit(page, SHOW);
    await page.getByRole("link", { name: "Billetterie" }).click();
    await expect(page).toHaveURL(TICKETING);
  });
});

/** Opens a page whose clock and timers are the test's. */
async function visitByOurClock(page: Page, url: string): Promise<void> {
  await page.clock.install({ time: new Date() });
  await visit(page, url);
}

test("an anchor takes Home's mark in the navigation and no other page's (§2.4)", async ({ page }) => {
  const entry = (name: string) =>
    page.getByRole("navigation", { name: "Navigation mobile" }).getByRole("link", { name });
  await visit(page, `${home("port-serac")}agenda#contenu`);
  await page.evaluate(() => (location.hash = "programme"));
  await expect(entry("Agenda")).toHaveAttribute("aria-current", "page");
  await visit(page, home("port-serac"));
  await expect(entry("Mon casino")).toHaveAttribute("aria-current", "page");
  await page.evaluate(() => (location.hash = "infos"));
  await expect(entry("Mon casino")).not.toHaveAttribute("aria-current");
});

test("the slides are as many a window as §9 says, of shows more than of the rest", async ({ page }) => {
  const slidesAt: [carousel: string, url: string, widths: [window: number, slides: number][]][] = [
    [
      "Agenda",
      home("port-serac"),
      [
        [390, 1.7],
        [1000, 3.2],
        [1300, 4.2],
        [1500, 4.2],
        [1700, 5.2],
      ],
    ],
    [
      "Spectacles",
      AGENDA,
      [
        [390, 2.2],
        [1000, 3.2],
        [1300, 4.2],
        [1500, 5.25],
        [1700, 6.24],
      ],
    ],
  ];
  for (const [carousel, url, widths] of slidesAt) {
    await page.goto(url);
    const slides = page.getByRole("main").getByRole("list", { name: carousel });
    await slides.scrollIntoViewIfNeeded();
    for (const [width, wanted] of widths) {
      await page.setViewportSize({ width, height: 900 });
      const seen = await slides.evaluate((row) => {
        const [first, second] = [...row.children].map((slide) => slide.getBoundingClientRect());
        if (first === undefined || second === undefined) return 0;
        const gap = second.left - first.right;
        const room = row.getBoundingClientRect().right - first.left;
        // What stands in the window: whole slides with a gap after each, and a part of the next.
        return (room - Math.floor(room / (first.width + gap)) * gap) / first.width;
      });
      expect(seen, `${carousel} at ${width} px`).toBeCloseTo(wanted, 1);
    }
  }
});

test("a picture that is gone leaves its frame, its words and a link that works", async ({ page, forgive }) => {
  forgive(/404/);
  await page.route("**/media/**", (route) => route.fulfill({ status: 404, body: "" }));
  await visit(page, AGENDA);
  const card = page.getByRole("main").getByRole("listitem").getByRole("article").first();
  const picture = card.getByRole("img", { name: /\S/ });
  await picture.scrollIntoViewIfNeeded();
  const frame = await picture.boundingBox();
  expect([frame?.width, frame?.height].every((side) => Number(side) > 80)).toBe(true);
  await card.getByRole("link").first().click();
  await expect(page.getByRole("dialog").getByRole("heading", { level: 1 })).toBeVisible();
});
