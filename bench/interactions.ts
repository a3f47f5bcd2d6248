import type { Browser, Page } from "@playwright/test";
import { PEOPLE, tokenOf } from "./demo-people.ts";
import { addressOf, detailLink, hydrate, menuLink, openPhone, loadReportOf, withBrowser } from "./phone.ts";
import { againstLimit, beside, type Ratio } from "./ratio.ts";
import type { RunningSite } from "./running-site.ts";

const REST_MS = 400;
const NEXT_PAINT_MAX = 150;
/** Each round has four interactions: what a member opens and closes over the agenda. */
const ROUNDS = 5;

/**
 * The time from an interaction to the next paint on a slow phone: the third quartile of a member's twenty
 * interactions.
 */
export async function interactions(site: RunningSite, before: RunningSite | null): Promise<Ratio> {
  return withBrowser(async (browser) => {
    const now = thirdQuartile(await interact(browser, site));
    const then = before === null ? undefined : thirdQuartile(await interact(browser, before));
    return againstLimit("interaction to next paint, p75 of twenty", now, NEXT_PAINT_MAX, "ms", beside(then));
  });
}

/** Milliseconds of each interaction. */
async function interact(browser: Browser, site: RunningSite): Promise<number[]> {
  const page = await openPhone(browser, site, { token: await tokenOf(site, PEOPLE.at(-1) ?? "") });
  try {
    await page.goto(addressOf(site, "/agenda"), { waitUntil: "load" });
    if ((await page.locator("script#entry").count()) > 0) await hydrate(page);
    await page.waitForTimeout(REST_MS);
    const woken = Object.keys((await loadReportOf(page)).interactions);
    for (let round = 0; round < ROUNDS; round++)
      for (const link of [menuLink(page), detailLink(page)]) {
        await link.tap();
        await page.locator("dialog:modal").waitFor();
        await page.waitForTimeout(REST_MS);
        await closeTopmost(page);
      }
    const { interactions: told } = await loadReportOf(page);
    const times = Object.entries(told).filter(([id]) => !woken.includes(id));
    // Browsers do not report interactions shorter than 16 ms, so missing ones count as 16.
    return [...times.map(([, ms]) => ms), ...Array<number>(Math.max(0, 4 * ROUNDS - times.length)).fill(16)];
  } finally {
    await page.context().close();
  }
}

async function closeTopmost(page: Page): Promise<void> {
  const dialog = page.locator("dialog:modal").last();
  const [link, button] = [dialog.getByRole("link", { name: "Fermer" }), dialog.getByRole("button", { name: "Fermer" })];
  await link.or(button).first().tap();
  await page.locator("dialog:modal").waitFor({ state: "detached" });
  await page.waitForTimeout(REST_MS);
}

function thirdQuartile(values: number[]): number {
  return values.sort((x, y) => x - y)[Math.floor((values.length * 3) / 4)] ?? 0;
}
