import type { Browser, Locator, Page } from "@playwright/test";
import { addressOf, detailLink, hydrate, menuLink, openPhone, withBrowser } from "./phone.ts";
import { againstLimit, beside, median, type Ratio } from "./ratio.ts";
import type { RunningSite } from "./running-site.ts";

const ROUNDS = 5;
const REST_MS = 700;
const SHEET_MAX = 300;
const DETAIL_MAX = 500;
/** How many letters a dialog has once it shows more than its title. */
const MENU_LETTERS = 100;
const DETAIL_LETTERS = 300;

type Tap = { path: string; linkOn: (page: Page) => Locator; letters: number; isHydrated: boolean };

/**
 * On a slow phone, the time from a tap until the sheet is open and painted: the menu, before and after hydration, and
 * a detail over its list.
 */
export async function taps(site: RunningSite, before: RunningSite | null): Promise<Ratio[]> {
  const menu = { path: "/", linkOn: menuLink, letters: MENU_LETTERS };
  const detail = { path: "/agenda", linkOn: detailLink, letters: DETAIL_LETTERS };
  return withBrowser(async (browser) => {
    const compared = async (name: string, limit: number, tap: Tap) => {
      const [now, then]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        now.push(await tapOnce(browser, site, tap));
        if (before !== null) then.push(await tapOnce(browser, before, tap));
      }
      return againstLimit(name, median(now), limit, "ms", beside(then.length === 0 ? undefined : median(then)));
    };
    return [
      await compared("tap to open menu, before React", SHEET_MAX, { ...menu, isHydrated: false }),
      await compared("tap to open menu, hydrated", SHEET_MAX, { ...menu, isHydrated: true }),
      await compared("tap to detail over its list, hydrated", DETAIL_MAX, { ...detail, isHydrated: true }),
    ];
  });
}

async function tapOnce(
  browser: Browser,
  site: RunningSite,
  { path, linkOn, letters, isHydrated }: Tap,
): Promise<number> {
  const page = await openPhone(browser, site, { savesData: true });
  try {
    await page.goto(addressOf(site, path), { waitUntil: "load" });
    if (isHydrated && (await page.locator("script#entry").count()) > 0) await hydrate(page);
    const target = linkOn(page);
    await target.scrollIntoViewIfNeeded();
    await page.waitForTimeout(REST_MS);
    const opened = untilOpen(page, letters);
    await target.tap();
    return await opened;
  } finally {
    await page.context().close();
  }
}

/** Milliseconds from the end of the touch until a dialog with at least this many letters is open and painted. */
function untilOpen(page: Page, letters: number): Promise<number> {
  return page.evaluate(
    (least) =>
      new Promise<number>((resolve) => {
        let tappedMs: number | undefined;
        addEventListener("pointerup", ({ timeStamp }) => (tappedMs ??= timeStamp), { capture: true });
        const look = () => {
          const text = document.querySelector<HTMLElement>("dialog:modal")?.innerText.trim() ?? "";
          if (tappedMs === undefined || text.length < least) requestAnimationFrame(look);
          else setTimeout(() => resolve(performance.now() - (tappedMs ?? 0)));
        };
        look();
      }),
    letters,
  );
}
