import { home } from "./places.ts";
import { get } from "./plain-http.ts";
import { expect, test } from "./watched.ts";

/** A week in which no venue has an exception: Wednesday is the 12th of March. The states themselves are the rule's own tests. */
const STATES: [name: string, url: string, at: string, state: string, word: RegExp, line: RegExp][] = [
  ["past midnight", home("port-serac"), "2031-03-13T01:59:00+01:00", "open", /^Ouvert$/, /^Ferme à 03:00$/],
  ["soon", home("port-serac"), "2031-03-13T02:00:00+01:00", "soon", /^Ferme bientôt\s: 03:00$/, /^$/],
  ["in English", home("port-serac", "?locale=en"), "2031-03-12T15:00:00+01:00", "open", /^Open$/, /^Closes at 03:00$/],
  ["in Dutch", home("blankenduin"), "2031-03-13T05:00:00+01:00", "closed", /^Gesloten$/, /^Opent om 12:00$/],
  ["on the venue's clock", home("montreval"), "2031-03-12T10:59:00+01:00", "closed", /^Fermé$/, /^Ouvre à 11:00$/],
];

test("the pill says in the widget's language whether the doors are open", async ({ page }) => {
  for (const [name, url, at, state, word, line] of STATES) {
    await page.clock.setFixedTime(at);
    await page.goto(url, { waitUntil: "domcontentloaded" });
    await expect(page.locator(".pill"), name).toHaveAttribute("data-state", state);
    await expect(page.locator(".pill [data-hours-state]"), name).toHaveText(word);
    await expect(page.locator(".pill [data-hours-line]"), name).toHaveText(line);
  }
});

test("the next day is named until 22:00 and is tomorrow from then on", async ({ page }) => {
  await page.route(home("port-serac"), async (route) => {
    const { status, headers, text } = await get("port-serac", "/");
    const { "content-length": _length, ...kept } = headers;
    await route.fulfill({ status, headers: kept as Record<string, string>, body: shutAtSix(text) });
  });
  await page.clock.setFixedTime("2031-03-12T21:59:00+01:00");
  await page.goto(home("port-serac"));
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
