import type { Page } from "@playwright/test";
import { home } from "./places.ts";
import { get } from "./plain-http.ts";
import { expect, test } from "./watched.ts";

/** A week in which no venue has an exception: Wednesday is the 12th of March. Port-Sérac is open from 10:00 to 03:00. */
const STATES: [name: string, slug: string, locale: string, at: string, state: string, word: RegExp, line: RegExp][] = [
  ["open", "port-serac", "fr", "2031-03-12T15:00:00+01:00", "open", /^Ouvert$/, /^Ferme à 03:00$/],
  ["open past midnight", "port-serac", "fr", "2031-03-13T01:30:00+01:00", "open", /^Ouvert$/, /^Ferme à 03:00$/],
  ["61 minutes before the end", "port-serac", "fr", "2031-03-13T01:59:00+01:00", "open", /^Ouvert$/, /^Ferme à 03:00$/],
  [
    "60 minutes before the end",
    "port-serac",
    "fr",
    "2031-03-13T02:00:00+01:00",
    "soon",
    /^Ferme bientôt\s: 03:00$/,
    /^$/,
  ],
  ["closed in the morning", "port-serac", "fr", "2031-03-13T03:00:00+01:00", "closed", /^Fermé$/, /^Ouvre à 10:00$/],
  ["in English", "port-serac", "en", "2031-03-12T15:00:00+01:00", "open", /^Open$/, /^Closes at 03:00$/],
  ["in Dutch on a French page", "blankenduin", "fr", "2031-03-12T15:00:00+01:00", "open", /^Open$/, /^Sluit om 03:00$/],
  ["in Dutch, soon", "blankenduin", "en", "2031-03-13T02:10:00+01:00", "soon", /^Sluit bijna: 03:00$/, /^$/],
  ["in Dutch, closed", "blankenduin", "fr", "2031-03-13T05:00:00+01:00", "closed", /^Gesloten$/, /^Opent om 12:00$/],
  ["on the venue's clock", "montreval", "fr", "2031-03-12T10:59:00+01:00", "closed", /^Fermé$/, /^Ouvre à 11:00$/],
];

for (const [name, slug, locale, at, state, word, line] of STATES) {
  test(`the pill of ${slug}: ${name}`, async ({ page }) => {
    await open(page, slug, locale, at);
    await expect(page.locator(".pill")).toHaveAttribute("data-state", state);
    await expect(page.locator(".pill [data-hours-state]")).toHaveText(word);
    await expect(page.locator(".pill [data-hours-line]")).toHaveText(line);
  });
}

test("the next day is named until 22:00 and is tomorrow from then on", async ({ page }) => {
  await page.route(home("port-serac"), async (route) => {
    const { status, headers, text } = await get("port-serac", "/");
    const { "content-length": _length, ...kept } = headers;
    await route.fulfill({ status, headers: kept as Record<string, string>, body: shutAtSix(text) });
  });
  await open(page, "port-serac", "", "2031-03-12T21:59:00+01:00");
  await expect(page.locator(".pill [data-hours-line]")).toHaveText("Ouvre jeudi à 10:00");
  await page.clock.setFixedTime("2031-03-12T22:00:00+01:00");
  await page.reload();
  await expect(page.locator(".pill [data-hours-line]")).toHaveText("Ouvre demain à 10:00");
});

test("today is marked in both lists, and the pill follows the clock while the page stays open", async ({ page }) => {
  await page.clock.install({ time: "2031-03-13T01:58:00+01:00" });
  await page.goto(home("port-serac"));
  await expect(page.locator(".pill")).toHaveAttribute("data-state", "open");
  await expect(page.locator("#infos [aria-current=date]")).toContainText("Jeudi");
  await page.clock.runFor(150_000);
  await expect(page.locator(".pill")).toHaveAttribute("data-state", "soon");
});

async function open(page: Page, slug: string, locale: string, at: string): Promise<void> {
  await page.clock.setFixedTime(at);
  await page.goto(home(slug, locale === "" ? "" : `?locale=${locale}`));
}

/** The page of a venue that shuts at 18:00 on Wednesdays, which none of the demo's does. */
function shutAtSix(html: string): string {
  return html.replace(/data-hours="([^"]*)"/, (_whole, escaped: string) => {
    const data = JSON.parse(escaped.replaceAll("&quot;", '"').replaceAll("&amp;", "&")) as {
      schedule: { days: { dayOfWeek: number; schedules: object[] }[] };
    };
    for (const day of data.schedule.days) if (day.dayOfWeek === 3) day.schedules = [{ open: "10:00", close: "18:00" }];
    return `data-hours="${JSON.stringify(data).replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`;
  });
}
