import type { Page } from "@playwright/test";
import { home } from "./places.ts";
import { get } from "./plain-http.ts";
import { expect, test } from "./watched.ts";

/**
 * A week without exceptions at any venue. Wednesday is 12 March. The states themselves are covered by the unit tests
 * of the rule.
 */
const STATES: [name: string, url: string, at: string, words: RegExp][] = [
  ["past midnight", home("port-serac"), "2031-03-13T01:59:00+01:00", /^Ouvert\W+Ferme à 3h$/],
  ["soon", home("port-serac"), "2031-03-13T02:00:00+01:00", /^Ferme bientôt\s: 3h$/],
  ["in English", home("port-serac", "?locale=en"), "2031-03-12T15:00:00+01:00", /^Open\W+Closes at 3\sam$/],
  [
    "in English beside Dutch",
    home("blankenduin", "?locale=en"),
    "2031-03-13T05:00:00+01:00",
    /^Closed\W+Opens at noon$/,
  ],
  ["in Dutch", home("blankenduin", "?locale=fr"), "2031-03-13T05:00:00+01:00", /^Gesloten\W+Opent om 12:00$/],
  ["on the venue's clock", home("montreval"), "2031-03-12T10:59:00+01:00", /^Fermé\W+Ouvre à 11h$/],
];

/** The summary of the folded widget, which says whether the casino is open. */
const summaryOf = (page: Page) => page.getByRole("main").getByRole("group").first().locator("summary");
const saysIn = async (page: Page) => (await summaryOf(page).innerText()).replaceAll(/\s*\n\s*/g, " ").trim();

test("says in the widget's language whether the casino is open, on one line of the narrowest window", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const [name, url, at, words] of STATES) {
    await page.clock.setFixedTime(at);
    await page.goto(url, { waitUntil: "domcontentloaded" });
    await expect.poll(() => saysIn(page), name).toMatch(words);
    const { lines, right } = await summaryOf(page).evaluate((summary) => {
      const text = summary.querySelector("span:not(:empty)") ?? summary.querySelector("b") ?? summary;
      const { lineHeight } = getComputedStyle(text);
      const lines = Math.round(text.getBoundingClientRect().height / Number.parseFloat(lineHeight));
      return { lines, right: summary.getBoundingClientRect().right };
    });
    expect([lines, right <= 320], name).toEqual([1, true]);
  }
});

test("names the next day until 22:00, and calls it tomorrow from then on", async ({ page }) => {
  await page.route(home("port-serac"), async (route) => {
    const { status, headers, text } = await get("port-serac", "/");
    const { "content-length": _length, ...kept } = headers;
    await route.fulfill({ status, headers: kept as Record<string, string>, body: shutAtSix(text) });
  });
  await page.clock.setFixedTime("2031-03-12T21:59:00+01:00");
  await page.goto(home("port-serac"));
  await expect.poll(() => saysIn(page)).toContain("Ouvre jeudi à 10h");
  await page.clock.setFixedTime("2031-03-12T22:00:00+01:00");
  await page.reload();
  await expect.poll(() => saysIn(page)).toContain("Ouvre demain à 10h");
});

test("marks today in both lists, and updates the state while the page stays open", async ({ page }) => {
  await page.clock.install({ time: "2031-03-13T01:58:00+01:00" });
  await page.goto(home("port-serac"));
  await expect.poll(() => saysIn(page)).toMatch(/^Ouvert/);
  const practical = page.getByRole("region", { name: "Venir au casino" });
  await expect(practical.locator("[aria-current=date]")).toContainText("Jeudi");
  await page.clock.runFor(150_000);
  await expect.poll(() => saysIn(page)).toMatch(/^Ferme bientôt/);
});

/** Changes the page to a venue that closes at 18:00 on Wednesdays, which none of the demo's does. */
function shutAtSix(html: string): string {
  return html.replace(/data-hours="([^"]*)"/, (_whole, escaped: string) => {
    const data = JSON.parse(escaped.replaceAll("&quot;", '"').replaceAll("&amp;", "&")) as {
      schedule: { days: { dayOfWeek: number; schedules: object[] }[] };
    };
    for (const day of data.schedule.days) if (day.dayOfWeek === 3) day.schedules = [{ open: "10:00", close: "18:00" }];
    return `data-hours="${JSON.stringify(data).replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`;
  });
}
