import type { Page } from "@playwright/test";
import { home } from "./places.ts";
import { expect, test, visit, withConsentGiven } from "./watched.ts";

const AGENDA = home("port-serac", "agenda");
/** Still to come at every hour, unlike tonight's. */
const SHOW = home("le-havrelac", "spectacles/2406/le-passager-de-minuit");
const DAY_MS = 86_400_000;
const HUNDRED_DAYS_MS = 100 * DAY_MS;
const TICKETING = /^https:\/\/www\.billetweb\.fr\//;

test.beforeEach(({ context }) => withConsentGiven(context));

const EMPTY = "Le prochain programme se prépare";
/** Announcements and shows, found by their addresses. */
const entriesOf = (page: Page) =>
  page.getByRole("main").locator("a[href*='/agenda/'], a[href*='/spectacles/']").filter({ visible: true });
/** The last entry of the list. */
const lastOf = (page: Page) =>
  page.getByRole("main").getByRole("listitem").getByRole("article").getByRole("link").last();

for (const url of [AGENDA, home("port-serac")]) {
  test(`removes ended events from ${new URL(url).pathname} while it is open, and says so when none is left`, async ({
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

test("loads the list again after a change and keeps the focus on its link", async ({ page }) => {
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

test("keeps the list when loading fails, says so, and tries again on request", async ({
  page,
  context,
  allowComplaint,
}) => {
  allowComplaint(/ERR_INTERNET_DISCONNECTED|fetching the script/);
  await visitByOurClock(page, AGENDA);
  await context.setOffline(true);
  await page.clock.fastForward(DAY_MS);
  const failed = page.getByText("La liste n’a pas pu être mise à jour.");
  await expect(failed).toBeVisible();
  await expect(lastOf(page)).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Réessayer" }).click();
  // Six placeholder rows are shown while the list loads.
  const waiting = page.locator("[aria-busy=true] ul[aria-hidden=true] > li").filter({ visible: true });
  await expect(waiting).toHaveCount(6);
  await expect(failed).toBeHidden();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(lastOf(page)).toBeVisible();
});

test("says that an event is over in place of its buttons", async ({ page }) => {
  await visitByOurClock(page, SHOW);
  await expect(page.getByRole("link", { name: "Réserver" })).toBeVisible();
  await page.clock.fastForward(HUNDRED_DAYS_MS);
  await expect(page.getByText("L’événement est passé")).toBeVisible();
  await expect(page.getByRole("link", { name: "Réserver" })).toBeHidden();
  await page.getByRole("link", { name: "Voir les spectacles" }).click();
  await expect(page).toHaveURL(home("le-havrelac", "spectacles"));
});

test.describe("ticketing", () => {
  test.beforeEach(async ({ context, allowComplaint }) => {
    allowComplaint(/left our hosts: https:\/\/www\.billetweb\.fr/);
    await context.route(TICKETING, (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Tickets</title>" }),
    );
  });

  test("opens in a window of 650 by 600 without access to its opener", async ({ page }) => {
    await visit(page, SHOW);
    const opening = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Billetterie" }).click();
    const popup = await opening;
    await popup.waitForURL(TICKETING);
    expect(popup.url()).toBe("https://www.billetweb.fr/shop.php?event=belrive-le-havrelac-2406");
    expect(await popup.evaluate(() => window.opener === null)).toBe(true);
    await expect(page).toHaveURL(SHOW);
  });

  test("opens in this tab if the window is blocked", async ({ page }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await visit(page, SHOW);
    await page.getByRole("link", { name: "Billetterie" }).click();
    await expect(page).toHaveURL(TICKETING);
  });
});

/** Opens a page whose clock and timers the test controls. */
async function visitByOurClock(page: Page, url: string): Promise<void> {
  await page.clock.install({ time: new Date() });
  await visit(page, url);
}

test("marks an anchor instead of Home in the navigation, and leaves other pages' marks alone", async ({ page }) => {
  const entry = (name: string) =>
    page.getByRole("navigation", { name: "Navigation mobile" }).getByRole("link", { name });
  await visit(page, `${home("port-serac")}agenda#contenu`);
  await page.evaluate(() => (location.hash = "events"));
  await expect(entry("Agenda")).toHaveAttribute("aria-current", "page");
  await visit(page, home("port-serac"));
  await expect(entry("Mon casino")).toHaveAttribute("aria-current", "page");
  await page.evaluate(() => (location.hash = "infos"));
  await expect(entry("Mon casino")).not.toHaveAttribute("aria-current");
});

test("shows the set number of slides for each window width", async ({ page }) => {
  const widths: [window: number, slides: number][] = [
    [390, 1.7],
    [1000, 3.2],
    [1300, 4.2],
    [1500, 4.2],
    [1700, 5.2],
  ];
  await page.goto(home("port-serac"));
  const slides = page.getByRole("main").getByRole("list", { name: "Agenda" });
  await slides.scrollIntoViewIfNeeded();
  for (const [width, wanted] of widths) {
    await page.setViewportSize({ width, height: 900 });
    const seen = await slides.evaluate((row) => {
      const [first, second] = [...row.children].map((slide) => slide.getBoundingClientRect());
      if (first === undefined || second === undefined) return 0;
      const gap = second.left - first.right;
      const room = row.getBoundingClientRect().right - first.left;
      // How many slides the window shows: whole ones with a gap after each, plus part of the next.
      return (room - Math.floor(room / (first.width + gap)) * gap) / first.width;
    });
    expect(seen, `at ${width} px`).toBeCloseTo(wanted, 1);
  }
});

for (const { locale, book, price } of [
  { locale: "fr", book: "Réserver", price: "26,00 à 38,00 €" },
  { locale: "en", book: "Book", price: "€26.00 to €38.00" },
]) {
  test(`leads from Home to what is on next, and from a show's price to its ticket in one tap (${locale})`, async ({
    page,
  }) => {
    await visit(page, `${home("port-serac")}?locale=${locale}`);
    const line = page.getByRole("main").getByRole("link").first();
    await expect(line).toBeInViewport();
    await line.click();
    await expect(page).toHaveURL(/\/(spectacles|agenda)\/\d+\//);
    await visit(page, `${SHOW}?locale=${locale}`);
    await expect(page.getByText(price)).toBeVisible();
    const ticket = page.getByRole("link", { name: book, exact: true });
    await expect(ticket).toBeInViewport();
    await expect(ticket).toHaveAttribute(
      "href",
      /^https:\/\/reservation\.belrive\.example\/.*date=\d{4}-\d\d-\d\d&time=20:30&guests=2$/,
    );
  });
}

test("puts the number of guests into the link to the partner, and offers the event to a calendar", async ({ page }) => {
  await visit(page, SHOW);
  await page.getByRole("combobox", { name: "Nombre de personnes" }).selectOption("5");
  await expect(page.getByRole("link", { name: "Réserver" })).toHaveAttribute("href", /guests=5$/);
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Ajouter au calendrier" }).click();
  expect((await saving).suggestedFilename()).toBe("le-havrelac-2406.ics");
});

test("copies the address of an event where the browser cannot share it", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await visit(page, SHOW);
  await page.evaluate(() => Object.assign(navigator, { share: undefined }));
  await page.getByRole("link", { name: "Partager" }).click();
  await expect(page.getByText("Lien copié")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(SHOW);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("filters the agenda and leads to a day", async ({ page }) => {
    await page.goto(AGENDA);
    await page.getByRole("link", { name: "Entrée libre" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Entrée libre au Casino de Port-Sérac");
    await page.getByRole("link", { name: "Tout voir" }).click();
    await page
      .getByRole("navigation", { name: "Choisir un jour" })
      .getByRole("link", { name: /En ce moment/ })
      .click();
    await expect(page.getByRole("heading", { name: "En ce moment", exact: true })).toBeInViewport();
  });

  test("offers to share an event by mail", async ({ page }) => {
    await page.goto(SHOW);
    const mail = await page.getByRole("link", { name: "Partager" }).getAttribute("href");
    expect(Object.fromEntries(new URL(mail ?? "").searchParams)).toEqual({
      subject: "Le Passager de minuit",
      body: SHOW,
    });
  });
});

test("keeps frame, text and link when a picture is missing", async ({ page, allowComplaint }) => {
  allowComplaint(/404/);
  await page.route("**/media/**", (route) => route.fulfill({ status: 404, body: "" }));
  await visit(page, AGENDA);
  const card = page.getByRole("main").getByRole("listitem").getByRole("article").first();
  const picture = card.locator("img");
  await picture.scrollIntoViewIfNeeded();
  const frame = await picture.boundingBox();
  expect([frame?.width, frame?.height].every((side) => Number(side) > 80)).toBe(true);
  await card.getByRole("link").first().click();
  await expect(page.getByRole("dialog").getByRole("heading", { level: 1 })).toBeVisible();
});
