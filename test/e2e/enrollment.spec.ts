import type { Page } from "@playwright/test";
import {
  comeAs,
  comeAsDemo,
  floor,
  newCardNumber,
  newPerson,
  newPlace,
  PASSWORD as NEW_PASSWORD,
  SANDBOX,
  type NewPerson,
} from "./new-member.ts";
import {
  atTheCasino,
  begin,
  codeOn,
  CREATE,
  heading,
  inSandbox,
  isDecided,
  mayBeCounted,
  play,
  waitsForRegister,
} from "./enrollment-steps.ts";
import { buttonsOf, fieldsOf } from "./account-steps.ts";
import { home } from "./places.ts";
import { seen } from "./seen.ts";
import { cardOf, giftsOf } from "./screens.ts";
import { comeAsStaff } from "./staff-link.ts";
import { isSound } from "./sound.ts";
import { expect, test, visit } from "./watched.ts";

// Serial, because the last test takes the identity provider down for everybody.
test.describe.configure({ mode: "default" });
test.beforeEach(({ context }) => context.setExtraHTTPHeaders(newPlace()));

test("goes from enrollment to entrance, card and a used gift in one journey @once", async ({ page, context }) => {
  test.setTimeout(240_000);
  await mayBeCounted(context);
  await visit(page, home("port-serac", "players-plus"));
  await isSound(page);
  const person = await newPerson();
  const { lastname } = person;
  await comeAs(context, person);
  await visit(page, home("port-serac", "players-plus?toMenu=true"));
  await page.getByRole("link", { name: /Je deviens Club Belrive/ }).click();
  await expect(heading(page)).toHaveText(/Je deviens Club Belrive/);
  const go = page.getByRole("button", { name: /C’est parti/ });
  await expect(go).toBeDisabled();
  await page.getByRole("checkbox").check();
  await isSound(page);
  await go.click();
  await page.waitForURL(`${SANDBOX}/identity/**`);
  const journey = page.url();

  // Before the provider's webhook arrives the page shows the start again, a moment later the check.
  await expect(async () => {
    await visit(page, CREATE);
    await expect(heading(page)).toHaveText("Vérification en cours", { timeout: 2_000 });
  }).toPass();
  await expect(page.getByRole("main")).toContainText("Réception du dossier");
  // The button back to the provider appears after ten seconds, for which the test does not wait.
  const resume = page.getByRole("button", { name: "Retourner sur le parcours", includeHidden: true });
  const delays = await resume.evaluate((button) =>
    document
      .getAnimations()
      .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.contains(button))
      .map((one) => {
        const delay = one.effect?.getTiming().delay;
        one.finish();
        return delay;
      }),
  );
  expect(delays).toContain(10_000);
  await expect(resume).toBeVisible();
  await play(journey, "processing");
  await expect(page.getByRole("main")).toContainText(/Contrôle du document \(1\s\/\s6\)/);
  await isSound(page);
  await play(journey, "inconclusive");
  await expect(heading(page)).toHaveText("Hmm... Identité incertaine");
  await isSound(page);
  await page.getByRole("button", { name: "Recommencer" }).click();
  await expect(heading(page)).toHaveText(/Je deviens Club Belrive/);
  await page.getByRole("checkbox").check();
  await go.click();
  await page.waitForURL(`${SANDBOX}/identity/**`);
  await page.getByRole("button", { name: "Accepter" }).click();
  await page.waitForURL(CREATE);
  await expect(heading(page)).toHaveText(new RegExp(`Félicitations Mme\\s${lastname}`), { timeout: 20_000 });
  await expect(page.getByRole("img", { name: "QR code de votre carte temporaire" })).toBeVisible();
  await isSound(page);
  const stored = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith("baize-enrolled-")),
  );
  expect(stored).toHaveLength(1);

  const number = await codeOn(page.getByRole("button", { name: /copier le numéro$/ }));
  const casino = await context.newPage();
  const desk = {
    role: "desk",
    form: "Entrée",
    field: "QR code",
    code: number,
    does: "Laisser entrer",
    ticks: "Identité contrôlée",
  };
  await atTheCasino(casino, desk);
  await page.bringToFront();
  await page.waitForURL((url) => url.searchParams.get("popup") === "Card" || url.pathname === "/", { timeout: 40_000 });
  await visit(page, home("port-serac", "cgu?popup=Card"));
  await expect(cardOf(page).getByText(lastname)).toBeVisible();
  await isSound(page);

  await visit(page, home("port-serac", "cgu?popup=Offers"));
  const gifts = giftsOf(page);
  await gifts
    .getByRole("link", { name: /Jusqu’au/ })
    .first()
    .click();
  const gift = await codeOn(gifts.getByRole("button", { name: /Copier le code$/ }));
  await atTheCasino(casino, {
    role: "kiosk",
    form: "Un cadeau",
    field: "Code du cadeau",
    code: gift,
    does: "L’utiliser",
  });
  await page.bringToFront();
  await expect(gifts.getByRole("status").filter({ hasText: "Cadeau utilisé" })).toBeVisible();
});

test(
  "shows the code again to a person whose enrollment is READY, and returns to the menu",
  { tag: "@once" },
  async ({ page, context }) => {
    await mayBeCounted(context);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await comeAsDemo(context, "ready");
    await visit(page, home("port-serac", "players-plus"));
    await hasCaptions(page);
    await isSound(page);
    await page.getByRole("link", { name: /Activer ma carte/ }).click();
    await expect(heading(page)).toHaveText(/Félicitations M\.\sLecorvaisier/);
    await isScannableUnderConfetti(page);
    await isSound(page);
    await page.getByRole("link", { name: "Fermer" }).click();
    await expect(page).toHaveURL(home("port-serac", "?popup=Menu"));
  },
);

const BARRED = {
  heading: "Anomalie sur votre dossier",
  says: "Désolé, nous ne parvenons pas à finaliser votre inscription pour le moment. Rendez-vous en casino pour en savoir plus.",
};
const UNCERTAIN = {
  heading: "Hmm... Identité incertaine",
  says: "Les photos de vos papiers sont un peu confuses… Vous pouvez refaire l’opération…",
};
const EXPIRED = { heading: "Votre dossier est expiré", says: "Rien n’est perdu" };
const KNOWN = {
  heading: "Votre dossier",
  says: "Notre système indique que vous êtes déjà membre Club Belrive, mais malheureusement, nous ne parvenons pas à relier votre compte. Rendez-vous en casino pour en savoir plus.",
};

/** One way to each view of a refusal; the others lead to the same views. With `isOver` there is no second try. */
const REFUSALS: {
  what: string;
  told: { heading: string; says: string };
  isOver?: boolean;
  hasCode?: boolean;
  happens: (person: NewPerson, link: string) => Promise<void>;
}[] = [
  { what: "a document nobody can read", told: UNCERTAIN, happens: (_, link) => play(link, "retry") },
  {
    what: "somebody whom a register excludes",
    told: BARRED,
    isOver: true,
    async happens(person, link) {
      const { lastname, firstname, birthday } = person;
      await inSandbox("PUT", "/api/exclusions", { persons: [{ lastname, firstname, birthday }] });
      await play(link, "approved", person);
    },
  },
  {
    what: "somebody who has a card that nothing proves theirs",
    told: KNOWN,
    isOver: true,
    hasCode: true,
    async happens(person, link) {
      const { lastname, firstname, birthday } = person;
      await floor("PUT", `/cards/${newCardNumber()}`, { lastname, firstname, birthday });
      await play(link, "approved", person);
    },
  },
  { what: "a journey that nobody finished", told: EXPIRED, happens: (_, link) => play(link, "expired") },
];

test("shows a view for each refusal of an enrollment, with another try if one is allowed @once", async ({
  page,
  context,
}) => {
  test.setTimeout(240_000);
  await mayBeCounted(context);
  const people = await Promise.all(REFUSALS.map(() => newPerson()));
  for (const [at, { what, told, isOver = false, hasCode = false, happens }] of REFUSALS.entries())
    await test.step(what, async () => {
      const person = people[at] ?? (await newPerson());
      await happens(person, await begin(person));
      await isDecided(person);
      await comeAs(context, person);
      await visit(page, CREATE);
      await expect(heading(page)).toHaveText(told.heading);
      await expect(page.getByRole("main")).toContainText(told.says);
      await expect(page.getByRole("button", { name: "Recommencer" })).toHaveCount(isOver ? 0 : 1);
      await expect(page.getByRole("img", { name: "QR code de votre dossier" })).toHaveCount(hasCode ? 1 : 0);
      // A person who is a member already may link their card, which asks for proofs of its own.
      await expect(page.getByRole("link", { name: "Rattacher ma carte" })).toHaveCount(hasCode ? 1 : 0);
      await isSound(page);
      await seen(page, `refused-${at}`);
    });
});

test("waits while the exclusion register does not answer, and goes on by itself @once", async ({ page, context }) => {
  await mayBeCounted(context);
  const person = await newPerson();
  await waitsForRegister(person);
  await comeAs(context, person);
  await visit(page, CREATE);
  await expect(heading(page)).toHaveText("On y est presque !");
  await isSound(page);
  await seen(page, "register-silent");
  await expect(heading(page)).toHaveText("On y est presque !");
  await expect(page.getByRole("button", { name: "Recommencer" })).toHaveCount(0);
  await inSandbox("PUT", "/api/exclusions", { persons: [] });
  await expect(heading(page)).toHaveText(new RegExp(`Félicitations \\S+\\s${person.lastname}`), { timeout: 60_000 });
});

test("logs out a person whom an operator has disabled, and keeps the enrollment closed after they return @once", async ({
  page,
  context,
  browser,
  allowComplaint,
}) => {
  allowComplaint(/(status of|answered) 401/);
  await mayBeCounted(context);
  const person = await newPerson();
  await waitsForRegister(person);
  await comeAs(context, person);
  const office = await browser.newContext({ locale: "fr-FR" });
  const staff = await office.newPage();
  await findAtDesk(staff, person.email);
  await staff.getByLabel("Désactiver cette personne").selectOption({ label: "Doublon" });
  await staff.getByRole("button", { name: "Désactiver" }).click();
  await expect(staff.getByText("La personne est désactivée.")).toBeVisible();

  // The session has ended. Without one the page asks for an account, and the old one cannot log in.
  await visit(page, CREATE);
  await expect(heading(page)).toHaveText("Faisons connaissance");
  await visit(page, home("port-serac", "me-connecter"));
  await logsInAs(page, person);
  await expect(page.getByRole("main").getByRole("alert").filter({ hasText: /\S/ }).first()).toBeVisible();
  await isSound(page);
  await seen(page, "refused-disabled-login");

  await staff.getByRole("button", { name: "Réactiver" }).click();
  await expect(staff.getByText("La personne est réactivée.")).toBeVisible();
  await office.close();
  await logsInAs(page, person);
  await page.waitForURL((url) => url.pathname !== "/me-connecter");
  await visit(page, CREATE);
  await expect(heading(page)).toHaveText("Votre dossier est désactivé.");
  await expect(page.getByRole("main")).toContainText("Rendez-vous en casino pour en savoir plus.");
  await expect(page.getByRole("button", { name: "Recommencer" })).toHaveCount(0);
  await expect(page.getByRole("img", { name: "QR code de votre dossier" })).toHaveCount(0);
  await isSound(page);
  await seen(page, "refused-disabled");
});

test("refuses a fourth attempt in a day, and keeps a way back @once", async ({ page, context, allowComplaint }) => {
  allowComplaint(/(status of|answered) 429/);
  await mayBeCounted(context);
  const person = await newPerson();
  for (let tries = 0; tries < 3; tries += 1) {
    await play(await begin(person), "retry");
    await isDecided(person);
  }
  await comeAs(context, person);
  await visit(page, CREATE);
  await page.getByRole("button", { name: "Recommencer" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "Vous avez déjà fait trois essais aujourd’hui. Réessayez demain.",
  );
  await expect(heading(page)).toHaveText("Hmm... Identité incertaine");
  await isSound(page);
  await seen(page, "refused-tries");
});

test("reports an identity provider that is down, and starts once it is back @once", async ({
  page,
  context,
  allowComplaint,
}) => {
  allowComplaint(/(status of|answered) 503/);
  await mayBeCounted(context);
  await comeAs(context, await newPerson());
  await visit(page, CREATE);
  await page.getByRole("checkbox").check();
  await inSandbox("POST", "/api/faults", { provider: "identity", mode: "down", count: 1 });
  const go = page.getByRole("button", { name: /C’est parti/ });
  await go.click();
  await expect(page.getByRole("alert")).toContainText("momentanément indisponible");
  await expect(page.getByRole("checkbox")).toBeChecked();
  await isSound(page);
  await seen(page, "refused-away");
  await expect(async () => {
    if (await go.isVisible()) await go.click({ timeout: 1_000 });
    await page.waitForURL(`${SANDBOX}/identity/**`, { timeout: 2_000 });
  }).toPass();
});

/** The code must be scannable while confetti falls. */
async function isScannableUnderConfetti(page: Page): Promise<void> {
  const confetti = page.locator("canvas.confetti");
  const code = page.getByRole("img", { name: "QR code de votre carte temporaire" });
  await expect(confetti).toBeAttached();
  const during = await Promise.all([code.screenshot(), code.screenshot()]);
  await expect(confetti).toHaveCount(0);
  const after = await code.screenshot();
  expect(during.every((picture) => picture.equals(after))).toBe(true);
}

/** The captions of the landing page's video can be read from its first moment. */
async function hasCaptions(page: Page): Promise<void> {
  const inks = await page.getByRole("figure", { name: /en trois images/ }).evaluate((film) => {
    for (const animation of film.getAnimations({ subtree: true })) {
      animation.pause();
      animation.currentTime = 0;
    }
    return [...film.querySelectorAll("span")].map((caption) => {
      let ink = 1;
      for (let at: Element | null = caption; at !== null; at = at.parentElement)
        ink *= Number(getComputedStyle(at).opacity);
      return ink;
    });
  });
  expect(inks).toEqual([1, 1, 1]);
}

async function logsInAs(page: Page, { email }: NewPerson): Promise<void> {
  await fieldsOf(page).email.fill(email);
  await fieldsOf(page).password.fill(NEW_PASSWORD);
  await buttonsOf(page).logIn.click();
}

/** Opens a person's page at the desk of Port-Sérac. */
async function findAtDesk(page: Page, email: string): Promise<void> {
  await comeAsStaff(page.context(), "port-serac", "Inès");
  await page.goto(home("port-serac", "desk/membres?locale=fr"));
  await page.getByLabel("Carte, e-mail ou mobile").fill(email);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/desk\/membres\/[0-9a-f-]{36}$/);
}
