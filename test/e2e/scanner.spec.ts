import type { Page } from "@playwright/test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { filmCard } from "./card-film.ts";
import { comeAs, floor, newCardNumber, newPerson } from "./new-member.ts";
import { home } from "./places.ts";
import { cardOf } from "./screens.ts";
import { seen } from "./seen.ts";
import { axeFaults, expect, test as watched, withConsentGiven } from "./watched.ts";

const LINK = home("port-serac", "players-plus/link");

/** A browser whose camera films one card with the number `filmed`. */
const test = watched.extend<object, { filmed: string }>({
  filmed: [
    async ({ browserName: _ }, use) => {
      await use(newCardNumber());
    },
    { scope: "worker" },
  ],
  launchOptions: [
    async ({ filmed, launchOptions }, use) => {
      const place = await mkdtemp(join(tmpdir(), "baize-film-"));
      const film = join(place, "card.mjpeg");
      await filmCard(filmed, film);
      const camera = ["--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${film}`];
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] });
      await rm(place, { recursive: true });
    },
    { scope: "worker" },
  ],
});

test.beforeEach(async ({ context, allowComplaint }) => {
  await withConsentGiven(context);
  // The page tries every number that the camera reads, and no reception has issued this one unless a test does so.
  allowComplaint(/(status of|answered) 404/);
});

const picture = (page: Page) => page.getByRole("region", { name: "Scanner" });
const field = (page: Page) => page.getByLabel("Numéro de carte");

test("reads and links a card from the camera, and reports a refused one while the camera keeps running @once", async ({
  page,
  context,
  filmed,
}) => {
  await context.grantPermissions(["camera"]);
  const person = await newPerson();
  await comeAs(context, person);
  await page.goto(LINK);
  await expect(page.getByLabel("Image de la caméra")).toBeVisible();
  // The camera reads a number that no reception has issued yet.
  await expect(page.getByRole("alert")).toContainText("Nous n’avons pas pu rattacher cette carte");
  await expect(page.getByLabel("Image de la caméra")).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await seen(page, "scanner-refused");
  await floor("PUT", `/cards/${filmed}`, {
    lastname: person.lastname,
    firstname: person.firstname,
    birthday: person.birthday,
  });
  await page.reload();
  await expect(page.getByText("Carte rattachée à votre compte").first()).toBeVisible();
  const number = filmed.replaceAll(/\d{4}(?=\d)/g, "$& ");
  await expect(cardOf(page).getByRole("button", { name: number })).toBeVisible();
});

test("turns the camera off for typing, and on again @once", async ({ page, context }) => {
  await context.grantPermissions(["camera"]);
  await comeAs(context, await newPerson());
  await page.goto(LINK);
  await picture(page).getByRole("button", { name: "Inscrire manuellement" }).click();
  await expect(picture(page)).toBeHidden();
  await expect(field(page)).toBeFocused();
  await seen(page, "scanner-typed");
  await page.getByRole("button", { name: "Activer le scanner" }).click();
  await expect(picture(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Lampe" })).toBeHidden();
});

test("explains a refused camera and focuses the field for the number @once", async ({ page, context }) => {
  await context.grantPermissions([]);
  await comeAs(context, await newPerson());
  await page.goto(LINK);
  await expect(page.getByText("L’accès à la caméra est refusé.")).toBeVisible();
  await expect(field(page)).toBeFocused();
  await expect(picture(page)).toBeHidden();
  expect(await axeFaults(page)).toEqual([]);
  await seen(page, "scanner-denied");
});

test("shows a button for the camera's lamp with its state @once", async ({ page, context }) => {
  await context.grantPermissions(["camera"]);
  await page.addInitScript(giveLamp);
  await comeAs(context, await newPerson());
  await page.goto(LINK);
  const lamp = page.getByRole("button", { name: "Lampe" });
  // Meanwhile the card is refused, which shows another button.
  await lamp.click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(lamp).toHaveAttribute("aria-pressed", "true");
  for (const isLit of [false, true]) {
    await lamp.click();
    await expect(lamp).toHaveAttribute("aria-pressed", String(isLit));
    expect(await page.evaluate(() => document.documentElement.dataset["lamp"])).toBe(String(isLit));
  }
  await seen(page, "scanner-lamp");
});

/** Runs in the page: gives the fake camera's track a lamp, which it lacks. */
function giveLamp(): void {
  const { prototype } = MediaStreamTrack;
  prototype.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities;
  prototype.applyConstraints = (wanted = {}) => {
    const [{ torch } = {}] = (wanted.advanced ?? []) as { torch?: boolean }[];
    document.documentElement.dataset["lamp"] = String(torch);
    return Promise.resolve();
  };
}
