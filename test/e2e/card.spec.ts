import type { BrowserContext, Page } from "@playwright/test";
import { comeAs, comeAsDemo, floor, newCardNumber, newMember, newName, newPerson } from "./new-member.ts";
import { home } from "./places.ts";
import { avatarOf, cardOf, isSaid, menuOf } from "./screens.ts";
import { seen } from "./seen.ts";
import { axeFaults, expect, test, untilHydrated, withConsentGiven } from "./watched.ts";

const SLUG = "port-serac";

test.beforeEach(({ context }) => withConsentGiven(context));

test("leads through every missing requirement one by one, then to the card", async ({ page, context }) => {
  await page.goto(home(SLUG, "cgu?popup=Card"));
  await expect(page).toHaveURL(/me-connecter\?redirect=/);
  await comeAsDemo(context, "confirmed");
  await page.goto(home(SLUG, "cgu?popup=Card"));
  await expect(page).toHaveURL(/phone-define\?redirect=/);
  await comeAsDemo(context, "member");
  await page.goto(home(SLUG, "cgu?popup=Card"));
  const card = cardOf(page);
  await expect(card.getByText("Mme d’Aubencourt Marguerite")).toBeVisible();
  await expect(card.getByText("21/06/1984")).toBeVisible();
  const code = card.getByRole("img", { name: "QR code de la carte Club Belrive" });
  expect(await code.boundingBox()).toMatchObject({ width: 200, height: 200 });
  expect(await axeFaults(page)).toEqual([]);
});

test.describe("at one width", { tag: "@once" }, () => {
  test("opens the card from the menu by keyboard, copies its number, closes it with Escape and returns to the menu", async ({
    page,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await comeAsDemo(context, "member");
    await page.goto(home(SLUG, "cgu?popup=Menu"));
    const [menu, card] = [menuOf(page), cardOf(page)];
    const pocket = menu.getByRole("link", { name: "Afficher ma carte" });
    await pocket.focus();
    await page.keyboard.press("Enter");
    await expect(card).toBeVisible();
    await card.getByRole("link", { name: "Revenir au menu" }).press("Enter");
    await expect(menu).toBeVisible();
    await pocket.press("Enter");
    await expect(card).toBeVisible();
    const number = card.getByRole("button", { name: /^\d{4} \d{4} \d{4} \d{4} , copier le numéro$/ });
    const copied = card.getByText("Copié !");
    await expect(async () => {
      await number.press("Enter");
      await expect(copied).toBeVisible({ timeout: 1_000 });
    }).toPass();
    const digits = (await number.innerText()).replaceAll(/\D/g, "");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(digits);
    await expect(copied).toBeHidden();
    // A sheet opened by the server is a page until its script has loaded. Only a dialog reacts to Escape.
    await untilHydrated(page);
    await page.keyboard.press("Escape");
    await expect(card).toBeHidden();
    // Closing what the menu opened is one step back in the history.
    await expect(menu).toBeVisible();
  });

  test("cuts a very long name after two lines, beside the date of birth, and keeps it whole for those who hear it", async ({
    page,
    context,
  }) => {
    const lastname = newName("d’Aubencourt-Montmorency de la Rochefoucauld");
    const firstname = "Marguerite-Élisabeth";
    await comeAs(context, await newMember({ who: { lastname, firstname } }));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(home(SLUG, "cgu?popup=Card"));
    const holder = cardOf(page).getByText(`${lastname} ${firstname}`);
    await expect(holder).toBeVisible();
    const lines = await holder.evaluate((shown) =>
      Math.round(shown.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(shown).lineHeight)),
    );
    expect(lines).toBe(2);
    await expect(cardOf(page).getByText("12/04/1988")).toBeVisible();
  });

  test("shows a name of 56 letters whole on the narrowest phone, below the card's horizon", async ({
    page,
    context,
  }) => {
    const lastname = newName("Delacroix-Montalembert de Laval");
    const firstname = "Marie-Antoinette";
    await comeAs(context, await newMember({ who: { lastname, firstname } }));
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(home(SLUG, "cgu?popup=Card"));
    const holder = cardOf(page).getByText(`${lastname} ${firstname}`);
    await expect(holder).toBeVisible();
    const { hidden, above } = await holder.evaluate((name) => {
      const card = name.closest(".holder-card")?.getBoundingClientRect() ?? new DOMRect();
      const horizon = card.top + 0.73 * card.height;
      return { hidden: name.scrollHeight - name.clientHeight, above: horizon - name.getBoundingClientRect().top };
    });
    // Less than a line; the browser rounds both heights.
    expect(hidden).toBeLessThanOrEqual(1);
    expect(above).toBeLessThanOrEqual(0);
  });

  test("links a card by its number: two messages for a wrong length, one refusal for all other reasons, then the card", async ({
    page,
    context,
    allowComplaint,
  }) => {
    // Refusals are answered with 4xx, which the browser's console logs.
    allowComplaint(/(status of|answered) 4(04|22)/);
    const { token, email: _, ...person } = await newPerson();
    const number = newCardNumber();
    await floor("PUT", `/cards/${number}`, person);
    await comeAs(context, { token });
    await page.goto(home(SLUG, "cgu?popup=Card"));
    await expect(page).toHaveURL(/\/players-plus(\?|$)/);
    await page.goto(home(SLUG, "players-plus/link"));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lier ma carte");
    expect(await axeFaults(page)).toEqual([]);
    const typed = page.getByLabel("Numéro de carte");
    const submit = page.getByRole("button", { name: "Valider" });
    await submit.click();
    await expect(page.getByText("Vous devez entrer un numéro de carte Club Belrive.")).toBeVisible();
    // A number with a digit too few or too many is not sent.
    const sent: string[] = [];
    page.on("request", (request) => void (request.method() === "POST" && sent.push(request.url())));
    for (const digits of ["481922037716999", "48192203771699990"]) {
      await typed.fill(digits);
      await submit.click();
      await expect(page.getByText("Le format ne correspond pas à une carte Club Belrive.")).toBeVisible();
      await typed.fill("");
    }
    expect(sent).toEqual([]);
    await typed.fill("4819 2203 7716 9999");
    await submit.click();
    await expect(page.getByRole("alert")).toContainText("Nous n’avons pas pu rattacher cette carte");
    await typed.fill(number);
    await submit.click();
    await page.waitForURL(/popup=Card/);
    await isSaid(page, "Carte rattachée à votre compte");
    await expect(cardOf(page).getByText(`${person.lastname} ${person.firstname}`)).toBeVisible();
  });

  test.describe("with the service worker", () => {
    test.use({ serviceWorkers: "allow" });

    test("shows the card and a gift without a network, and removes both at log-out", async ({
      page,
      context,
      allowComplaint,
    }) => {
      allowComplaint(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
      await comeAsDemo(context, "member", { isOwn: true });
      await page.goto(home(SLUG, "cgu?popup=Menu"));
      await expect.poll(() => isKept(page)).toBe(true);
      // Visiting public pages, which say nothing about the member, must not remove the stored card.
      for (const path of ["agenda", "jeux", "cgu"]) await page.goto(home(SLUG, path));
      expect(await isKept(page)).toBe(true);
      await context.setOffline(true);
      for (const path of ["?popup=Card", ""]) {
        await page.goto(home(SLUG, path));
        await expect(page.getByRole("heading", { level: 1 })).toHaveText("Votre carte, même sans réseau");
        await expect(page.getByText("Mme d’Aubencourt Marguerite")).toBeVisible();
        await expect(page.getByRole("img", { name: "QR code de la carte Club Belrive" })).toBeVisible();
      }
      const gifts = page.getByRole("region", { name: "Mes cadeaux" });
      await gifts.getByRole("group").first().click();
      await expect(gifts.getByRole("img", { name: /^QR code du cadeau/ }).first()).toBeVisible();
      await expect(gifts.getByText(/^\d( \d{4}){3}$/).first()).toBeVisible();
      expect(await axeFaults(page)).toEqual([]);
      await seen(page, "offline-gift");
      await findsNothingForged(page, context);

      await context.setOffline(false);
      await page.evaluate(() => sessionStorage.clear());
      await page.goto(home(SLUG, "cgu?popup=Menu"));
      await expect.poll(() => isKept(page)).toBe(true);
      await menuOf(page).getByRole("button", { name: "Me déconnecter" }).click();
      await expect(avatarOf(page)).toHaveCount(0);
      await expect
        .poll(() => page.evaluate(async () => (await caches.match("/hors-ligne/carte")) === undefined))
        .toBe(true);
      await context.setOffline(true);
      await page.goto(home(SLUG, "cgu?popup=Card"));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vous êtes hors ligne");
    });
  });
});

/** Whether the card is stored on the device with the session that may show it offline. */
function isKept(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    return (await caches.match("/hors-ligne/carte")) !== undefined && navigator.serviceWorker.controller !== null;
  });
}

/** A stored card with a wrong signature is not shown. */
async function findsNothingForged(page: Page, context: BrowserContext): Promise<void> {
  await context.setOffline(false);
  await page.goto(home(SLUG, "agenda"));
  await page.evaluate(async () => {
    const store = await caches.open("member-1");
    const whole = await store.match("/hors-ligne/carte");
    if (whole === undefined) throw new Error("No card is stored");
    const html = (await whole.text()).replace(/Marguerite/g, "Mallory");
    await store.put("/hors-ligne/carte", new Response(html, { headers: whole.headers }));
  });
  await context.setOffline(true);
  await page.goto(home(SLUG, "cgu?popup=Card"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vous êtes hors ligne");
}
