// `npm run pictures` photographs the running demonstration (`npm start`) for the README, into docs/pictures/.
import { mkdirSync } from "node:fs";
import { type BrowserContextOptions, chromium, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import { configOrExit, exitWith } from "../src/platform/exit.server.ts";
import { openSecrets } from "../src/platform/secrets/secrets.server.ts";
import { PERMISSIONS } from "../src/staff/contract.ts";
import { section } from "../src/staff/desk-paths.ts";
import { issueTicket, ticketPath } from "../src/staff/tickets.server.ts";
import { NEW_ENTRY } from "../src/venue-file/pages/desk-sections.ts";
import * as paths from "../src/venues/paths.ts";
import { ensureBrowser } from "./ensure-browser.ts";

const OUT = "docs/pictures";
const VENUE = "port-serac";
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };
const DESKTOP = { viewport: { width: 1440, height: 900 } };
/** What moves or arrives late is given this long before a picture is taken, in milliseconds. */
const SETTLE_MS = 2_500;
/** The width of a stored picture, and the space between two phones, in pixels. */
const WIDTH = 1200;
const GAP = 48;
const QUALITY = 60;

type Visit = {
  origin?: string;
  path: string;
  as?: "member" | "staff";
  /** What is done on the open page before it is photographed. */
  prepare?: (page: Page) => Promise<void>;
};

const config = configOrExit();
const host = (name: string) => `http://${name === "" ? "" : `${name}.`}localhost:${config.port}`;
if (config.sandbox === null) exitWith(1, "The pictures show the sandbox, which SANDBOX=off leaves out.");
const sandbox = config.sandbox.url;
const isRunning = await fetch(`${host("")}/readyz`).then(
  ({ ok }) => ok,
  () => false,
);
if (!isRunning) exitWith(1, "Nothing answers. Start the demonstration with `npm start` first.");

mkdirSync(OUT, { recursive: true });
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ["--no-sandbox"] });
try {
  const countries = [VENUE, "montreval", "blankenduin"].map((venue) => ({ origin: host(venue), path: paths.home }));
  const card: Visit = { path: "/?popup=Card", as: "member" };
  const gifts: Visit = { path: "/?popup=Offers", as: "member" };
  await keep("home", await photographs(DESKTOP, [{ path: paths.home }]));
  await keep("countries", await photographs(PHONE, countries));
  await keep("megapot", await photographs(DESKTOP, [{ path: paths.home, prepare: showMegapot }]));
  await keep("event", await photographs(DESKTOP, [{ path: paths.agenda, prepare: openFirstEvent }]));
  await keep("menu", await photographs(DESKTOP, [{ path: "/?popup=Menu", as: "member" }]));
  await keep("member", await photographs(PHONE, [card, gifts, { ...gifts, prepare: openFirstGift }]));
  await keep("desk", await photographs(DESKTOP, [{ path: section("agenda"), as: "staff", prepare: openFirstEntry }]));
  await keep("sandbox", await photographs(DESKTOP, [{ origin: sandbox, path: "/faults", prepare: breakTheBank }]));
} finally {
  await browser.close();
  await fetch(`${sandbox}/api/faults`, { method: "DELETE" });
}

async function showMegapot(page: Page): Promise<void> {
  await page.locator(".megapot").evaluate((megapot) => megapot.scrollIntoView({ block: "center" }));
}

async function openFirstEvent(page: Page): Promise<void> {
  await follow(page, page.locator(`main a[href^='${paths.agenda}/']:not([href$='.ics'])`));
}

async function openFirstGift(page: Page): Promise<void> {
  await page.locator("dialog[open] .gift-place").first().click();
}

async function openFirstEntry(page: Page): Promise<void> {
  await follow(
    page,
    page.locator(`main a[href^='${section("agenda")}/']:not([href='${section("agenda", NEW_ENTRY)}'])`),
  );
}

/** Goes to the address of the first of some links as a document, so that it opens at its top. */
async function follow(page: Page, links: Locator): Promise<void> {
  const address = await links.first().getAttribute("href");
  await page.goto(new URL(address ?? "", page.url()).href, { waitUntil: "networkidle" });
}

async function breakTheBank(page: Page): Promise<void> {
  await page.request.post(`${sandbox}/api/faults`, { data: { provider: "bank", mode: "down" } });
  await page.reload();
}

/** One picture of each visit, in turn. */
async function photographs(window: BrowserContextOptions, visits: Visit[]): Promise<Buffer[]> {
  const pictures: Buffer[] = [];
  for (const visit of visits) pictures.push(await photograph(window, visit));
  return pictures;
}

/** A picture of one page, with the consent banner answered. */
async function photograph(
  window: BrowserContextOptions,
  { origin = host(VENUE), path, as, prepare }: Visit,
): Promise<Buffer> {
  const context = await browser.newContext({ ...window, locale: "fr-FR", timezoneId: "Europe/Paris" });
  await context.addCookies([{ name: "consent", value: "v%3D1%26measure%3D0%26ads%3D0", url: origin }]);
  const page = await context.newPage();
  if (as === "member") await logIn(page, origin);
  if (as === "staff") await page.goto(origin + (await staffPath()), { waitUntil: "networkidle" });
  await page.goto(origin + path, { waitUntil: "networkidle" });
  await prepare?.(page);
  await page.waitForTimeout(SETTLE_MS);
  const picture = await page.screenshot();
  await context.close();
  return picture;
}

async function logIn(page: Page, origin: string): Promise<void> {
  await page.goto(origin + paths.logIn, { waitUntil: "networkidle" });
  await page.locator("input[name=email]").fill("member@demo.belrive.example");
  await page.locator("input[name=password]").fill("Belrive!2026");
  await page.locator("input[name=password]").press("Enter");
  await page.waitForURL((url) => url.pathname !== paths.logIn);
}

async function staffPath(): Promise<string> {
  const world = { secrets: openSecrets(config.secretsFile), now: () => new Date(), uuid: () => crypto.randomUUID() };
  return ticketPath(await issueTicket(world, { name: "Camille", venues: [VENUE], permissions: [...PERMISSIONS] }));
}

/** Stores pictures side by side, as one WebP. */
async function keep(name: string, pictures: Buffer[]): Promise<void> {
  const sizes = await Promise.all(pictures.map((picture) => sharp(picture).metadata()));
  const width = sizes.reduce((sum, size) => sum + size.width + GAP, -GAP);
  const height = Math.max(...sizes.map((size) => size.height));
  let left = 0;
  const placed = pictures.map((input, at) => {
    const place = { input, left, top: 0 };
    left += (sizes[at]?.width ?? 0) + GAP;
    return place;
  });
  const sheet = sharp({ create: { width, height, channels: 4, background: "#00000000" } })
    .composite(placed)
    .png();
  await sharp(await sheet.toBuffer())
    .resize({ width: WIDTH })
    .webp({ quality: QUALITY, effort: 6 })
    .toFile(`${OUT}/${name}.webp`);
  process.stdout.write(`${OUT}/${name}.webp\n`);
}
