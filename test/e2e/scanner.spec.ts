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

/** A browser whose camera sees one card, of the number `filmed`. */
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

test.beforeEach(async ({ context, forgive }) => {
  await withConsentGiven(context);
  // Whatever the camera reads is tried, and no desk has issued this number unless a test says so.
  forgive(/(status of|answered) 404/);
});

const picture = (page: Page) => page.getByRole("region", { name: "Scanner" });
const field = (page: Page) => page.getByLabel("Numéro de carte");

test("a card before the camera is read and linked, and one that is refused is told while the camera goes on (section 2.8) @once", async ({
  page,
  context,
  filmed,
}) => {
  await context.grantPermissions(["camera"]);
  const person = await newPerson();
  await comeAs(context, person);
  await page.goto(LINK);
  await expect(page.getByLabel("Image de la caméra")).toBeVisible();
  // The camera reads a number that no desk has issued yet.
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

test("whoever prefers to type turns the camera off, and on again (section 2.8) @once", async ({ page, context }) => {
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

test("where the camera is refused, the number is typed: the words say why, and the field has the focus @once", async ({
  page,
  context,
}) => {
  await context.grantPermissions([]);
  await comeAs(context, await newPerson());
  await page.goto(LINK);
  await expect(page.getByText("L’accès à la caméra est refusé.")).toBeVisible();
  await expect(field(page)).toBeFocused();
  await expect(picture(page)).toBeHidden();
  expect(await axeFaults(page)).toEqual([]);
  await seen(page, "scanner-denied");
});

test("a camera with a lamp has a button for it, which says whether it is lit @once", async ({ page, context }) => {
  await context.grantPermissions(["camera"]);
  await page.addInitScript(giveLamp);
  await comeAs(context, await newPerson());
  await page.goto(LINK);
  const lamp = page.getByRole("button", { name: "Lampe" });
  // The card before the camera is refused meanwhile, which brings another button.
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

/** Runs in the page: the fake camera has no lamp, so its track is given one. */
function giveLamp(): void {
  const { prototype } = MediaStreamTrack;
  prototype.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities;
  prototype.applyConstraints = (wanted = {}) => {
    const [{ torch } = {}] = (wanted.advanced ?? []) as { torch?: boolean }[];
    document.documentElement.dataset["lamp"] = String(torch);
    return Promise.resolve();
  };
}
