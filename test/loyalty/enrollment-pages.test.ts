import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EnrollmentStatus } from "../../src/loyalty/enrollment/statuses.ts";
import { isFreeForMarketing } from "../../src/loyalty/marketing.server.ts";
import { credit } from "../../src/loyalty/balance/balance.server.ts";
import { createMembership } from "../../src/loyalty/memberships.server.ts";
import { storeCard } from "../../src/loyalty/queries.server.ts";
import { inTransaction, type Database } from "../../src/platform/database/database.server.ts";
import { standingClock } from "../support/clock.ts";
import { enrollingAt, type Enrolling } from "./enrolled.ts";
import { formVisitor } from "../support/form-visitor.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { logInStaff } from "../support/staff.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const CREATE = "/players-plus/create";
/** Makes every run of white space one space. */
const plain = (words: string) => words.replaceAll(/\s+/g, " ");

describe("the enrollment's pages", () => {
  const clock = standingClock(SATURDAY_EVENING);
  let database: Database;
  let app: TestApp;
  let at: Enrolling;
  beforeAll(async () => {
    const venues = ["port-serac", "blankenduin", "montreval"];
    app = await openIsolatedApp({ venues, clock, pictures: "stand-ins" });
    database = app.world.database;
    at = enrollingAt(app);
  });
  afterAll(() => app.close());

  let count = 0;
  async function visitor(slug = "port-serac") {
    count += 1;
    const email = `pages-${count}@example.org`;
    const token = await at.person(email, { lastname: `Page${"abcdefghijklmnopqrstuvwxyz"[count]}` });
    const browser = formVisitor(app, { slug });
    browser.cookies.set("user_token", token);
    return { browser, token, email };
  }
  /** Sets an enrollment's status directly. */
  async function setStatus(token: string, status: EnrollmentStatus, error: string | null, card: string | null) {
    const { id } = await at.enrollment(token);
    const { db } = database;
    const { account_id: accountId } = await db
      .selectFrom("enrollments")
      .select("account_id")
      .where("id", "=", id ?? "")
      .executeTakeFirstOrThrow();
    if (card !== null)
      await db
        .insertInto("enrollment_card_ids")
        .values({ card_id: card, account_id: accountId, reserved_at: clock.now() })
        .execute();
    await db
      .updateTable("enrollments")
      .set({ status, error, card_id: card })
      .where("id", "=", id ?? "")
      .execute();
  }

  describe("/players-plus", () => {
    it("shows the text, four benefits with footnotes, and both links to visitors in France", async () => {
      const seen = await formVisitor(app).open("/players-plus");
      expect(seen.status).toBe(200);
      const words = plain(seen.words);
      for (const text of ["La maison vous reconnaît", "Je deviens Club Belrive !", "Rattacher ma carte", "(4)"])
        expect(words).toContain(text);
      expect(words).toContain("Jouer comporte des risques");
      expect(seen.html).toContain('href="/players-plus/link"');
      expect(seen.html).not.toContain('content="noindex"');
    });

    it("shows the venue's own footnotes where it wrote some, each under its content key", async () => {
      const { db } = app.world.database;
      const venue = await db
        .selectFrom("projects")
        .select("id")
        .where("establishment_id", "=", 51)
        .executeTakeFirstOrThrow();
      const own = { blocks: [{ type: "paragraph", data: { text: "(2) Selon le parrain<script>x</script>." } }] };
      await db
        .insertInto("content_blocks")
        .values({
          project_id: venue.id,
          key: "players-plus-note-2",
          locale: "fr",
          body: JSON.stringify(own),
          rev: 1,
          updated_at: app.world.now(),
        })
        .execute();
      const seen = await formVisitor(app).open("/players-plus");
      expect(seen.words).toContain("(2) Selon le parrain");
      expect(seen.words).not.toContain("quatre filleuls");
      expect(seen.words).toContain("(1) Crédit de jeu");
    });

    it("lets staff edit its footnotes in place, on the page that visitors see", async () => {
      const staff = await logInStaff(app);
      const french = { "accept-language": "fr" };
      const edited = await staff.page("/players-plus", french);
      expect(edited.status).toBe(200);
      for (const note of [1, 2, 3, 4]) expect(edited.html).toContain(`data-content-key="players-plus-note-${note}"`);
      expect(edited.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect((await staff.save("players-plus-note-3", "(3) Selon la saison.", { rev: 0 })).status).toBe(200);
      const { browser, token } = await visitor();
      expect((await browser.open("/players-plus")).words).toContain("(3) Selon la saison.");
      expect((await browser.open("/players-plus")).html).not.toContain("data-content-key");
      // A member logged in on the editor's browser is not shown in the editor.
      const both = await staff.page("/players-plus", { ...french, cookie: `${staff.cookie}; user_token=${token}` });
      expect(both.html).toContain("data-content-key");
      const framed = await staff.page("/players-plus", { ...french, "sec-fetch-dest": "iframe" });
      expect(framed.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
      expect(framed.html).not.toContain("data-content-key");
    });

    it("promises no benefits in Belgium, and redirects to the Swiss page in Switzerland", async () => {
      const belgian = await formVisitor(app, { slug: "blankenduin" }).open("/players-plus");
      expect(belgian.status).toBe(200);
      expect(belgian.words).not.toMatch(/€|%|parrain|anniversaire|avantages/i);
      const swiss = await formVisitor(app, { slug: "montreval" }).open("/players-plus");
      expect([swiss.status, swiss.location]).toEqual([302, "/players-plus-ch"]);
    });

    it("says 'Activer ma carte !' in READY, 'Accéder à mon profil' to a member, and closes into the menu", async () => {
      const { browser, token, email } = await visitor();
      await at.begin(token);
      await setStatus(token, "READY", null, "5163000000000101");
      const ready = await browser.open("/players-plus?toMenu=true");
      expect(plain(ready.words)).toContain("Activer ma carte !");
      expect(ready.html).toMatch(/class="round" href="\/\?popup=Menu"/);
      await inTransaction(database, async (tx) => {
        const person = { lastname: "Membre", firstname: "Ida", birthday: "1980-01-01" };
        const { id } = await createMembership(app.world, tx, { person, mobilePhone: null, homeSiteId: 151 });
        await tx.updateTable("accounts").set({ playersplus_id: id }).where("email", "=", email).execute();
      });
      expect((await browser.open("/players-plus")).words).toContain("Accéder à mon profil");
      expect(plain((await browser.open(CREATE)).words)).toContain("Nous avons retrouvé votre carte Club Belrive");
    });

    it("shows a member the card with its code, the balance and what expires next", async () => {
      const { browser, email } = await visitor();
      const membershipId = await inTransaction(database, async (tx) => {
        const person = { lastname: "Membre", firstname: "Eva", birthday: "1980-01-01" };
        const { id } = await createMembership(app.world, tx, { person, mobilePhone: null, homeSiteId: 151 });
        await tx.updateTable("accounts").set({ playersplus_id: id }).where("email", "=", email).execute();
        await storeCard(tx, {
          card_number: "5163000000000202",
          membership_id: id,
          type: "PLASTIC",
          status: "active",
          site_id: 151,
          issued_at: clock.now(),
          ended_at: null,
        });
        return id;
      });
      const credited = { membershipId, cents: 1_230n, kind: "slots" as const, key: "choice", siteId: 151 };
      await inTransaction(database, (tx) => credit(app.world, tx, { ...credited, at: clock.now() }));
      const { html, words } = await browser.open("/players-plus");
      expect(words).toContain("5163 0000 0000 0202");
      expect(html).toContain('aria-label="QR code de la carte Club Belrive"');
      expect(plain(words)).toMatch(/Mes euros fidélité.*12,30/);
      expect(plain(words)).toMatch(/dont 12,30 € à utiliser jusqu’au 21 novembre 2027/);
      expect(html.indexOf('aria-label="QR code')).toBeLessThan(html.indexOf("La maison vous reconnaît</h1>"));
      expect(words).toContain("Accéder à mon profil");
      expect((await formVisitor(app).open("/players-plus")).html).not.toContain('aria-label="QR code');
    });
  });

  describe("/players-plus/create", () => {
    it("sends visitors to Register, and accounts without a phone to PhoneDefine", async () => {
      const nobody = await formVisitor(app).open(CREATE);
      expect(nobody.location).toMatch(/^\/creer-un-compte\?redirect=/);
      const browser = formVisitor(app);
      browser.cookies.set("user_token", await at.people.member("pages-no-phone@example.org"));
      expect((await browser.open(CREATE)).location).toMatch(/^\/phone-define\?redirect=/);
    });

    it("starts only with the rules accepted, records them, and names the provider's host", async () => {
      const { browser, token, email } = await visitor();
      const intro = await browser.open(CREATE);
      for (const id of ["Carte nationale d’identité", "Permis de conduire", "Passeport", "Titre de séjour"])
        expect(intro.words).toContain(id);
      const begun = app.world.gateways.identities.started.length;
      const unticked = await browser.post(CREATE, { do: "start" });
      expect([unticked.status, unticked.problem("rules")]).toEqual([422, "Acceptez le règlement pour continuer"]);
      const unknown = await browser.post(CREATE, { do: "start", rules: "1", sponsor_code: "NOSUCHCO" });
      expect(unknown.problem("sponsor_code")).toBe("Ce code de parrainage n’existe pas");
      expect(app.world.gateways.identities.started.length).toBe(begun);
      const accepted = await browser.post(CREATE, { do: "start", rules: "1", sponsor_code: "" });
      expect([accepted.status, accepted.location]).toEqual([303, `${CREATE}?go=1`]);
      const leaving = await browser.open(`${CREATE}?go=1`);
      expect(leaving.words).toContain("à l’adresse identity.test");
      expect(leaving.html).toContain(`href="https://identity.test/${at.last()}"`);
      expect(leaving.headers.get("cache-control")).toBe("no-store");
      const kept = await database.db
        .selectFrom("enrollments")
        .innerJoin("accounts", "accounts.id", "account_id")
        .select(["rules_version", "rules_accepted_at"])
        .where("email", "=", email)
        .executeTakeFirst();
      expect(kept).toEqual({ rules_version: "2026-11", rules_accepted_at: clock.now() });
      expect(await at.statusOf(token)).toBe("NEW");
    });

    it("asks for no sponsor in Belgium", async () => {
      const { browser } = await visitor("blankenduin");
      expect((await browser.open(CREATE)).html).not.toContain("sponsor_code");
    });

    it("shows the rules as a page", async () => {
      const rules = await formVisitor(app).open("/players-plus/reglement");
      expect(rules.heading).toBe("Règlement Club Belrive");
    });

    const CARD = "5163000000000202";
    const BARRED =
      "Désolé, nous ne parvenons pas à finaliser votre inscription pour le moment. Rendez-vous en casino pour en savoir plus.";
    const UNCERTAIN = "Les photos de vos papiers sont un peu confuses… Vous pouvez refaire l’opération…";
    const VIEWS: [EnrollmentStatus, string | null, heading: string, text: string, has: string | null, not: string][] = [
      ["OPENED", null, "Vérification en cours", "Réception du dossier", "Retourner sur le parcours", "Recommencer"],
      ["STARTED", null, "Vérification en cours", "Contrôle du document (0 / 6)", null, "Recommencer"],
      ["OK", null, "On y est presque !", "", null, "Recommencer"],
      ["READY", null, "Félicitations Mme ", "Validation en casino nécessaire", CARD, "Recommencer"],
      ["VALIDATED", null, "Félicitations Mme ", "Votre carte est validée", CARD, "Recommencer"],
      ["CANCELED", null, "Votre dossier est expiré", "", "Recommencer", CARD],
      ["ERROR", "CHECK_BARRED_ERROR", "Anomalie sur votre dossier", BARRED, null, "Recommencer"],
      ["ERROR", "CHECK_AGE_ERROR", "Anomalie sur votre dossier", BARRED, null, "Recommencer"],
      ["ERROR", "CHECK_DOCUMENT_ERROR", "Hmm... Identité incertaine", UNCERTAIN, "Recommencer", CARD],
      ["ERROR", "CHECK_IDENTITY_ERROR", "Hmm... Identité incertaine", UNCERTAIN, "Recommencer", CARD],
      [
        "DISABLED",
        "USER_ALREADY_PPLUS",
        "Votre dossier",
        "Notre système indique que vous êtes déjà membre Club Belrive, mais malheureusement, nous ne parvenons pas à relier votre compte. Rendez-vous en casino pour en savoir plus.",
        CARD,
        "Recommencer",
      ],
      [
        "DISABLED",
        null,
        "Votre dossier est désactivé.",
        "Rendez-vous en casino pour en savoir plus.",
        null,
        "Recommencer",
      ],
      ["CREATION_ERROR", null, "Votre carte arrive", "", null, "Recommencer"],
    ];
    it.each(VIEWS)("shows %s (%s) as %j", async (status, error, heading, text, has, not) => {
      const { browser, token } = await visitor();
      await at.begin(token);
      const needsCard = has === CARD || status === "CREATION_ERROR";
      const card = needsCard ? String(BigInt(CARD) + BigInt(count)) : null;
      await setStatus(token, status, error, card);
      const seen = await browser.open(CREATE);
      expect(seen.status).toBe(200);
      expect(plain(seen.heading)).toContain(heading);
      expect(plain(seen.words)).toContain(text);
      if (has !== null) expect(seen.html).toContain(has === CARD ? `data-copy="${card}"` : has);
      if (not !== CARD) expect(seen.words).not.toContain(not);
      expect(seen.words.includes("Rattacher ma carte")).toBe(error === "USER_ALREADY_PPLUS");
      const isWaiting = ["OPENED", "STARTED", "OK", "READY", "VALIDATED", "CREATION_ERROR"].includes(status);
      expect(/http-equiv="refresh"/i.test(seen.html)).toBe(isWaiting);
    });

    it("lets a person who already has a membership link its card, but nobody whom a register bars or staff disabled", async () => {
      const { browser, token, email } = await visitor();
      await at.begin(token);
      const card = "5163000000000303";
      const { lastname, firstname, birthday } = await database.db
        .selectFrom("accounts")
        .select(["lastname", "firstname", "birthday"])
        .where("email", "=", email)
        .executeTakeFirstOrThrow();
      await inTransaction(database, async (tx) => {
        const person = { lastname: lastname ?? "", firstname: firstname ?? "", birthday: birthday ?? "" };
        const { id } = await createMembership(app.world, tx, { person, mobilePhone: null, homeSiteId: 151 });
        const issued = { type: "PLASTIC", status: "active", site_id: 151, issued_at: clock.now() } as const;
        await storeCard(tx, { ...issued, card_number: card, membership_id: id, ended_at: null });
      });
      const link = () => browser.post("/players-plus/link", { card_number: card });
      await setStatus(token, "ERROR", "CHECK_BARRED_ERROR", null);
      expect((await link()).status).toBe(404);
      await setStatus(token, "DISABLED", null, null);
      expect((await link()).status).toBe(404);
      await setStatus(token, "DISABLED", "USER_ALREADY_PPLUS", null);
      expect([(await link()).status, (await browser.open("/players-plus")).status]).toEqual([303, 200]);
    });

    it("sends a COMPLETED person to the card", async () => {
      const { browser, token } = await visitor();
      await at.begin(token);
      const { id: membershipId } = await inTransaction(database, (tx) => {
        const person = { lastname: "Fini", firstname: "Ida", birthday: "1980-01-01" };
        return createMembership(app.world, tx, { person, mobilePhone: null, homeSiteId: 151 });
      });
      const { id } = await at.enrollment(token);
      await database.db
        .updateTable("enrollments")
        .set({ membership_id: membershipId })
        .where("id", "=", id ?? "")
        .execute();
      await setStatus(token, "COMPLETED", null, "5163000000000909");
      expect((await browser.open(CREATE)).location).toBe("/?popup=Card");
    });

    it("counts a conversion once per attempt, and only with consent", async () => {
      const { browser, token } = await visitor();
      await at.begin(token);
      await setStatus(token, "READY", null, "5163000000000808");
      const counted = () => app.world.metrics.text({}).includes("enrollment_conversions_total 1");
      await browser.post(CREATE, { do: "conversion" });
      expect(counted()).toBe(false);
      browser.cookies.set("consent", encodeURIComponent("v=1&measure=1&ads=0"));
      await browser.post(CREATE, { do: "conversion" });
      await browser.post(CREATE, { do: "conversion" });
      expect(counted()).toBe(true);
    });
  });

  describe("the exclusion of a member", () => {
    it("starts and ends with the daily check, and forbids marketing while no register answers", async () => {
      const person = { lastname: "Joueur", firstname: "Ana", birthday: "1970-07-07" };
      const { id } = await inTransaction(database, (tx) =>
        createMembership(app.world, tx, { person, mobilePhone: null, homeSiteId: 151 }),
      );
      const since = async () =>
        (
          await database.db
            .selectFrom("memberships")
            .select("excluded_since")
            .where("id", "=", id)
            .executeTakeFirstOrThrow()
        ).excluded_since;
      const { excluded, down } = app.world.gateways;
      excluded.add("Joueur Ana 1970-07-07");
      clock.advance(86_400_000);
      await at.later();
      expect(await since()).toEqual(clock.now());
      expect(await isFreeForMarketing(app.world, "FR", id)).toBe(false);
      excluded.clear();
      clock.advance(86_400_000);
      down.add("exclusions");
      await at.later();
      expect(await since()).not.toBeNull();
      expect(await isFreeForMarketing(app.world, "FR", id)).toBe(false);
      down.delete("exclusions");
      clock.advance(3_600_000);
      await at.later();
      expect(await since()).toBeNull();
      expect(await isFreeForMarketing(app.world, "FR", id)).toBe(true);
    });

    it("by one country's register is not lifted by another's", async () => {
      const person = { lastname: "Frontière", firstname: "Ana", birthday: "1970-07-08" };
      const { id } = await inTransaction(database, (tx) =>
        createMembership(app.world, tx, { person, mobilePhone: null, homeSiteId: 151 }),
      );
      const { excluded } = app.world.gateways;
      excluded.add("Frontière Ana 1970-07-08");
      expect(await isFreeForMarketing(app.world, "BE", id)).toBe(false);
      excluded.clear();
      clock.advance(1_000);
      expect(await isFreeForMarketing(app.world, "FR", id)).toBe(false);
      clock.advance(1_000);
      expect(await isFreeForMarketing(app.world, "BE", id)).toBe(true);
    });
  });
});
