import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eraseAccount } from "../../src/accounts/data/erasure.server.ts";
import { createMembership, issueCard, membershipOfPerson } from "../../src/loyalty/memberships.server.ts";
import { inTransaction } from "../../src/platform/database/database.server.ts";
import { standingClock } from "../support/clock.ts";
import { CALLBACK, enrollingAt, type Enrolling } from "./enrolled.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

describe("enrollment", () => {
  const clock = standingClock(SATURDAY_EVENING);
  let app: TestApp;
  let at: Enrolling;
  beforeAll(async () => {
    app = await openIsolatedApp({
      venues: ["port-serac", "blankenduin", "montreval"],
      clock,
      pictures: "stand-ins",
    });
    at = enrollingAt(app);
  });
  afterAll(() => app.close());

  let people = 0;
  /** A new person with their own name, birthday and document. */
  async function somebody(changes: object = {}) {
    const number = (people += 1);
    const birthday = `19${60 + (number % 30)}-0${1 + (number % 9)}-1${number % 10}`;
    const lastname = `Personne${String.fromCharCode(97 + (number % 26))}${String.fromCharCode(97 + Math.floor(number / 26))}`;
    const person = { lastname, firstname: "Élodie", birthday, ...changes };
    const email = `enrolls-${number}@example.org`;
    const token = await at.person(email, person);
    return { token, email, ...person, document: { ...person, lastname: lastname.toUpperCase() } };
  }
  const rowOf = (email: string) =>
    app.world.database.db
      .selectFrom("accounts")
      .selectAll()
      .where("email", "=", email)
      .where("status", "=", "confirmed")
      .executeTakeFirstOrThrow();

  describe("the way to a card", () => {
    it("goes from NEW to COMPLETED through every status and ends with the card", async () => {
      const { token, email, document } = await somebody();
      expect(await at.enrollment(token)).toMatchObject({ status: "NEW", id: null, card_id: null, error: null });
      const started = await at.begin(token);
      expect(started.status).toBe(200);
      expect(started.body.data).toEqual({ link: `https://identity.test/${at.last()}` });
      const enrollment = await at.enrollment(token);
      expect(enrollment).toMatchObject({ status: "NEW", progression_detail: { done: 0, total: 6 } });
      expect(enrollment.id).toMatch(/^[0-9a-f-]{36}$/);
      await at.says({ status: "opened" });
      expect(await at.statusOf(token)).toBe("OPENED");
      await at.says({ status: "checking", done: 2 });
      expect(await at.enrollment(token)).toMatchObject({
        status: "STARTED",
        progression_detail: { done: 2, total: 6 },
      });
      await at.says(at.approved(document));
      const ready = await at.enrollment(token);
      expect(ready).toMatchObject({ status: "READY", progression_detail: { done: 6, total: 6 }, error: null });
      expect(ready.card_id).toMatch(/^5163\d{12}$/);
      expect(ready.user).toMatchObject({ civility: "Mme", lastname: document.lastname });
      const entered = await at.entrance({ event_id: "in-1", card_id: ready.card_id, identity_checked: true });
      expect(entered).toEqual({ status: 200, body: { admitted: true, enrollment_status: "VALIDATED" } });
      await app.world.jobs.runAll();
      expect(await at.enrollment(token)).toMatchObject({ status: "COMPLETED", card_id: ready.card_id });
      const account = await rowOf(email);
      expect(account.playersplus_id).not.toBeNull();
      const again = await at.entrance({ event_id: "in-2", card_number: ready.card_id, identity_checked: true });
      expect(again.body).toEqual({ admitted: true, enrollment_status: "COMPLETED", card_number: ready.card_id });
    });

    it("is canceled with an erased account, and the same person may enrol with another one", async () => {
      const first = await somebody();
      await at.begin(first.token);
      await at.says(at.approved(first.document));
      expect(await at.statusOf(first.token)).toBe("READY");
      const { id } = await rowOf(first.email);
      const { world } = app;
      await eraseAccount(
        world,
        () => null,
        id,
        () => true,
      );
      const { db } = world.database;
      const kept = await db
        .selectFrom("enrollments")
        .selectAll()
        .where("account_id", "=", id)
        .executeTakeFirstOrThrow();
      expect(kept).toMatchObject({ status: "CANCELED", card_id: null, person_hash: null, document_hash: null });
      const { lastname, firstname, birthday, document } = first;
      const again = await at.person("enrolls-again@example.org", { lastname, firstname, birthday });
      await at.begin(again);
      await at.says(at.approved(document));
      expect(await at.statusOf(again)).toBe("READY");
    });

    it("makes up for lost events: an approval alone leads to READY", async () => {
      const { token, document } = await somebody();
      await at.begin(token);
      await at.says(at.approved(document));
      expect(await at.statusOf(token)).toBe("READY");
    });

    it("rereads a verification at the provider if all webhooks are lost", async () => {
      const { token, document } = await somebody();
      await at.begin(token);
      app.world.gateways.identities.states.set(at.last(), at.approved(document));
      clock.advance(MINUTE);
      await at.later();
      expect(await at.statusOf(token)).toBe("READY");
    });

    it("keeps a hash, type, country and expiry of the document, and has the pictures erased", async () => {
      const { token, document } = await somebody();
      await at.begin(token);
      await at.says(at.approved({ ...document, number: "SECRETNUMBER7" }));
      expect(app.world.gateways.identities.purged).toContain(at.last());
      const { db } = app.world.database;
      const attempts = await db.selectFrom("enrollment_attempts").selectAll().execute();
      const dossiers = await db.selectFrom("enrollments").selectAll().execute();
      const events = await db.selectFrom("identity_events").selectAll().execute();
      const words = JSON.stringify([attempts, dossiers, events], (_key, value: unknown) =>
        typeof value === "bigint" ? String(value) : value,
      );
      expect(words).not.toContain("SECRETNUMBER7");
      expect(words).not.toContain(document.lastname);
      expect(attempts.at(-1)).toMatchObject({ document_type: "Passport", document_country: "FRA" });
    });
  });

  describe("the link to the identity provider", () => {
    it("stays the same for repeated and concurrent requests", async () => {
      const { token } = await somebody();
      const before = app.world.gateways.identities.started.length;
      const answers = await Promise.all([at.begin(token), at.begin(token), at.begin(token)]);
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect((await at.begin(token)).body).toEqual(answers[0]?.body);
      expect(app.world.gateways.identities.started.length).toBe(before + 1);
    });

    it("is renewed after 15 minutes, three times a day and ten in all", async () => {
      const { token } = await somebody();
      const links = new Set<unknown>();
      for (let attempt = 0; attempt < 3; attempt += 1) {
        links.add(JSON.stringify((await at.begin(token)).body));
        clock.advance(15 * MINUTE);
      }
      expect([...links].every((link) => String(link).includes("identity.test"))).toBe(true);
      expect(links.size).toBe(2);
      const fourth = await at.begin(token);
      expect(fourth.status).toBe(429);
      expect(typeof fourth.body.error).toBe("string");
      expect(Number(fourth.headers.get("retry-after"))).toBeGreaterThan(80_000);
      for (let day = 1; day < 4; day += 1) {
        clock.advance(DAY);
        await at.later();
        for (let attempt = 0; attempt < (day === 3 ? 1 : 3); attempt += 1) {
          expect((await at.begin(token)).status).toBe(200);
          await at.says({ status: "rejected" });
        }
      }
      clock.advance(2 * DAY);
      expect((await at.begin(token)).status).toBe(409);
    });

    it("is given once per Idempotency-Key, separately for each account", async () => {
      const [one, other] = [await somebody(), await somebody()];
      const headers = { "idempotency-key": "same" };
      const first = await at.begin(one.token, { headers });
      expect((await at.begin(one.token, { headers })).body).toEqual(first.body);
      expect((await at.begin(other.token, { headers })).body).not.toEqual(first.body);
    });

    it.each([
      "http://evil.example/players-plus/create",
      "http://port-serac.localhost:3000/players-plus/create/../x",
      "http://port-serac.localhost:3000.evil.example/players-plus/create",
      "http://a@port-serac.localhost:3000/players-plus/create",
      "http://port-serac.localhost:3000/elsewhere",
      "javascript:alert(1)",
      "//players-plus/create",
      "",
    ])("returns to our own page only, not to %j", async (callback) => {
      const { token } = await somebody();
      const refused = await at.begin(token, { callback });
      expect(refused.status).toBe(422);
      expect(refused.body.error).toMatchObject([{ key: "browser_callback_url" }]);
    });

    it("accepts our page's address with a query", async () => {
      const { token } = await somebody();
      expect((await at.begin(token, { callback: `${CALLBACK}?toMenu=true` })).status).toBe(200);
      expect(app.world.gateways.identities.started.at(-1)?.redirectUrl).toBe(CALLBACK);
    });
  });

  describe("who may enroll", () => {
    it("requires a log-in, a confirmed address and a verified phone", async () => {
      const before = app.world.gateways.identities.started.length;
      expect((await at.people.post("/users/enrollment", { browser_callback_url: CALLBACK })).status).toBe(401);
      const unverified = await at.people.member("no-phone@example.org");
      expect((await at.begin(unverified)).status).toBe(403);
      expect(app.world.gateways.identities.started.length).toBe(before);
    });

    it("is refused on a site without a member area", async () => {
      const { token } = await somebody();
      const sent = { token, host: "montreval.localhost:3000" };
      const body = { browser_callback_url: "http://montreval.localhost:3000/players-plus/create" };
      expect((await at.people.post("/users/enrollment", body, sent)).status).toBe(403);
      expect((await at.people.call("GET", "/users/enrollment", sent)).status).toBe(403);
    });
  });

  describe("a refused enrollment", () => {
    it.each([
      ["somebody else's name", { lastname: "Autrui" }],
      ["another birthday", { birthday: "1971-01-01" }],
    ])("of a document with %s gets ERROR, and another try", async (_what, change) => {
      const { token, email, document } = await somebody();
      await at.begin(token);
      await at.says(at.approved({ ...document, ...change }));
      expect(await at.enrollment(token)).toMatchObject({
        status: "ERROR",
        error: "CHECK_IDENTITY_ERROR",
        card_id: null,
      });
      expect((await rowOf(email)).identity_verified_at).toBeNull();
      expect((await at.begin(token)).status).toBe(200);
      expect(await at.enrollment(token)).toMatchObject({ status: "NEW", error: null, progression_detail: { done: 0 } });
    });

    it("of a minor by the document is final", async () => {
      const { token, document } = await somebody();
      await at.begin(token);
      await at.says(at.approved({ ...document, birthday: "2009-02-03" }));
      expect(await at.enrollment(token)).toMatchObject({ status: "ERROR", error: "CHECK_AGE_ERROR", card_id: null });
      expect((await at.begin(token)).status).toBe(409);
    });

    it("of a twenty-year-old in Belgium is final, because the law requires 21", async () => {
      const { token, document } = await somebody({ birthday: "2006-05-01" });
      const host = "blankenduin.localhost:3000";
      const body = { browser_callback_url: `http://${host}/players-plus/create` };
      expect((await at.people.post("/users/enrollment", body, { token, host })).status).toBe(200);
      await at.says(at.approved(document));
      expect(await at.enrollment(token)).toMatchObject({ status: "ERROR", error: "CHECK_AGE_ERROR" });
    });

    it("of an excluded person is final and gives no reason; verdict, time and source are stored", async () => {
      const { token, document } = await somebody();
      const { lastname, firstname, birthday } = document;
      app.world.gateways.excluded.add(`${lastname} ${firstname} ${birthday}`);
      await at.begin(token);
      await at.says(at.approved(document));
      const enrollment = await at.enrollment(token);
      expect(enrollment).toMatchObject({ status: "ERROR", error: "CHECK_BARRED_ERROR", card_id: null });
      expect((await at.begin(token)).status).toBe(409);
      const kept = await app.world.database.db
        .selectFrom("exclusion_verdicts")
        .selectAll()
        .where("enrollment_id", "=", enrollment.id)
        .execute();
      expect(kept).toMatchObject([{ verdict: "barred", source: "ANJ" }]);
    });

    it("waits in OK while the register does not answer, and goes on by itself", async () => {
      const { token, document } = await somebody();
      await at.begin(token);
      app.world.gateways.down.add("exclusions");
      await at.says(at.approved(document));
      expect(await at.enrollment(token)).toMatchObject({ status: "OK", progression_detail: { done: 3 } });
      app.world.gateways.down.delete("exclusions");
      await app.world.jobs.runAll();
      expect(await at.statusOf(token)).toBe("READY");
    });

    it.each([
      ["rejected", "ERROR", "CHECK_DOCUMENT_ERROR"],
      ["refused", "CANCELED", null],
      ["expired", "CANCELED", null],
    ] as const)("of a verification that is %s becomes %s", async (state, status, error) => {
      const { token } = await somebody();
      await at.begin(token);
      await at.says({ status: state });
      expect(await at.enrollment(token)).toMatchObject({ status, error, card_id: null });
      expect((await at.begin(token)).status).toBe(200);
    });
  });

  describe("somebody who already has a card", () => {
    const withCard = (person: { lastname: string; firstname: string; birthday: string }, phone: string | null) =>
      inTransaction(app.world.database, async (tx) => {
        const made = await createMembership(app.world, tx, { person, mobilePhone: phone, homeSiteId: 151 });
        return issueCard(app.world, tx, { membershipId: made.id, type: "PLASTIC", siteId: 151 });
      });

    it("is LINKED by the verified phone, a member in the same commit, and soon COMPLETED", async () => {
      const { token, email, document } = await somebody();
      const card = await withCard(document, (await rowOf(email)).mobile_phone);
      await at.begin(token);
      await at.says(at.approved(document));
      expect(await at.enrollment(token)).toMatchObject({ status: "LINKED", card_id: card });
      expect((await rowOf(email)).playersplus_id).not.toBeNull();
      clock.advance(MINUTE);
      await at.later();
      expect(await at.enrollment(token)).toMatchObject({ status: "COMPLETED", card_id: card });
    });

    it("is sent to reception without a proof that the card is theirs: DISABLED, with a case number", async () => {
      const { token, email, document } = await somebody();
      const card = await withCard(document, "+33639989999");
      await at.begin(token);
      await at.says(at.approved(document));
      const enrollment = await at.enrollment(token);
      expect(enrollment).toMatchObject({ status: "DISABLED", error: "USER_ALREADY_PPLUS" });
      expect(enrollment.card_id).toMatch(/^\d{16}$/);
      expect(enrollment.card_id).not.toBe(card);
      expect((await rowOf(email)).playersplus_id).toBeNull();
      expect((await at.begin(token)).status).toBe(409);
      const scanned = await at.entrance({ event_id: email, card_id: enrollment.card_id, identity_checked: true });
      expect(scanned.body).toEqual({ admitted: false, reason: "NOT_ADMITTED", enrollment_status: "DISABLED" });
    });

    it("gets no other card if staff disabled them, whatever they prove", async () => {
      const { token, email, document } = await somebody();
      await withCard(document, (await rowOf(email)).mobile_phone);
      const { db } = app.world.database;
      await db
        .updateTable("memberships")
        .set({ status: "disabled" })
        .where("lastname", "=", document.lastname)
        .execute();
      await at.begin(token);
      await at.says(at.approved(document));
      expect(await at.enrollment(token)).toMatchObject({ status: "DISABLED", error: null });
      expect((await rowOf(email)).playersplus_id).toBeNull();
    });

    it("is refused if staff disabled another account of theirs that never had a card", async () => {
      const first = await somebody();
      await at.begin(first.token);
      await at.says(at.approved(first.document));
      const { card_id: cardId } = await at.enrollment(first.token);
      const { db } = app.world.database;
      await db.updateTable("accounts").set({ disabled_at: clock.now() }).where("email", "=", first.email).execute();
      // As the desk ends an enrollment: nothing of it tells who it was.
      await db
        .updateTable("enrollments")
        .set({ status: "CANCELED", card_id: null, expires_at: null, person_hash: null, document_hash: null })
        .where("card_id", "=", String(cardId))
        .execute();
      const { lastname, firstname, birthday } = first.document;
      const again = await somebody({ lastname, firstname, birthday });
      await at.begin(again.token);
      await at.says(at.approved({ ...first.document, number: "ANOTHER 1" }));
      // Not the error of somebody who has a card, which would lead to linking it.
      expect(await at.enrollment(again.token)).toMatchObject({ status: "DISABLED", error: null });
    });

    it("is not let in with a code if staff disabled them in another account meanwhile", async () => {
      const { token, email, lastname, firstname, birthday, document } = await somebody();
      await at.begin(token);
      await at.says(at.approved(document));
      const { card_id: cardId } = await at.enrollment(token);
      const other = await somebody({ lastname, firstname, birthday });
      const { db } = app.world.database;
      await db.updateTable("accounts").set({ disabled_at: clock.now() }).where("email", "=", other.email).execute();
      const scanned = await at.entrance({ event_id: `late ${email}`, card_id: cardId, identity_checked: true });
      expect(scanned.body).toEqual({ admitted: false, reason: "NOT_ADMITTED", enrollment_status: "READY" });
    });

    it("is refused if another account of theirs has one, or used this document", async () => {
      const first = await somebody();
      await at.begin(first.token);
      await at.says(at.approved({ ...first.document, number: "SAME-DOC 1" }));
      expect(await at.statusOf(first.token)).toBe("READY");
      const { lastname, firstname, birthday } = first;
      const twin = await somebody({ lastname, firstname, birthday });
      await at.begin(twin.token);
      await at.says(at.approved(first.document));
      expect(await at.enrollment(twin.token)).toMatchObject({ status: "DISABLED", error: "USER_ALREADY_PPLUS" });
      const borrower = await somebody();
      await at.begin(borrower.token);
      await at.says(at.approved({ ...borrower.document, number: "samedoc1" }));
      expect(await at.statusOf(borrower.token)).toBe("DISABLED");
    });
  });

  describe("the entrance", () => {
    async function ready() {
      const guest = await somebody();
      await at.begin(guest.token);
      await at.says(at.approved(guest.document));
      return { ...guest, cardId: (await at.enrollment(guest.token)).card_id };
    }

    it("admits nobody without an identity check, and does not ask the register then", async () => {
      const { token, cardId, email } = await ready();
      const asked = app.world.gateways.asked.length;
      const { body } = await at.entrance({ event_id: email, card_id: cardId, identity_checked: false });
      expect(body).toEqual({ admitted: false, reason: "IDENTITY_NOT_CHECKED", enrollment_status: "READY" });
      expect(app.world.gateways.asked.length).toBe(asked);
      expect(await at.statusOf(token)).toBe("READY");
    });

    it("admits nobody whom the register names, and nobody while it does not answer", async () => {
      const { token, cardId, email, document } = await ready();
      app.world.gateways.down.add("exclusions");
      const silent = await at.entrance({ event_id: `${email} 1`, card_id: cardId, identity_checked: true });
      app.world.gateways.down.delete("exclusions");
      expect(silent.body).toMatchObject({ admitted: false, reason: "CHECK_UNAVAILABLE" });
      app.world.gateways.excluded.add(`${document.lastname} ${document.firstname} ${document.birthday}`);
      const barred = await at.entrance({ event_id: `${email} 2`, card_id: cardId, identity_checked: true });
      expect(barred.body).toEqual({ admitted: false, reason: "CHECK_BARRED_ERROR", enrollment_status: "READY" });
      await app.world.jobs.runAll();
      expect(await at.statusOf(token)).toBe("READY");
    });

    it("answers a repeated event as the first time, and an unknown code with 404", async () => {
      const { cardId, email } = await ready();
      const first = await at.entrance({ event_id: email, card_id: cardId, identity_checked: true });
      await app.world.jobs.runAll();
      expect(await at.entrance({ event_id: email, card_id: cardId, identity_checked: true })).toEqual(first);
      const unknown = { event_id: `${email} x`, card_id: "5163000000000000", identity_checked: true };
      expect(await at.entrance(unknown)).toEqual({ status: 404, body: { error: "UNKNOWN_CARD" } });
    });

    it.each([
      [{}],
      [{ card_id: "12", identity_checked: true }],
      [{ card_id: "5163000000000000" }],
      [{ card_id: "5163000000000000", card_number: "5163000000000000", identity_checked: true }],
      [{ card_id: { a: 1 }, identity_checked: "yes" }],
    ])("answers 422 to %j", async (body) => {
      expect((await at.entrance({ event_id: "bad", ...body })).status).toBe(422);
    });

    it("refuses a code after ninety days, when the enrollment is CANCELED", async () => {
      const { token, cardId, email } = await ready();
      clock.advance(90 * DAY);
      await at.later();
      const late = await at.entrance({ event_id: email, card_id: cardId, identity_checked: true });
      expect(late).toEqual({ status: 409, body: { error: "NOT_READY", status: "CANCELED" } });
      // The session would have expired after ninety days without use.
      const row = await app.world.database.db
        .selectFrom("enrollments")
        .innerJoin("accounts", "accounts.id", "account_id")
        .select(["enrollments.status", "card_id"])
        .where("email", "=", email)
        .executeTakeFirst();
      expect(row).toEqual({ status: "CANCELED", card_id: null });
      expect(token).not.toBe("");
    });

    it("retries the card until it succeeds, and alerts after five failures", async () => {
      const { token, cardId, email, document } = await ready();
      await at.entrance({ event_id: email, card_id: cardId, identity_checked: true });
      // Reception issues a card to the same person in between.
      await inTransaction(app.world.database, async (tx) => {
        const made = await createMembership(app.world, tx, { person: document, mobilePhone: null, homeSiteId: 151 });
        return issueCard(app.world, tx, { membershipId: made.id, type: "PLASTIC", siteId: 151 });
      });
      for (let failure = 0; failure < 5; failure += 1) {
        expect(app.world.metrics.text({})).not.toContain("card_creation_alerts_total");
        await app.world.jobs.runAll();
        expect(await at.statusOf(token)).toBe("CREATION_ERROR");
      }
      expect(app.world.metrics.text({})).toContain("card_creation_alerts_total 1");
      await inTransaction(app.world.database, async (tx) => {
        const other = await membershipOfPerson(app.world, tx, document);
        await tx
          .updateTable("memberships")
          // A disabled membership would still block a second card, so this one is erased.
          .set({ status: "erased", lastname: null })
          .where("id", "=", other?.id ?? "")
          .execute();
      });
      await app.world.jobs.runAll();
      expect(await at.statusOf(token)).toBe("COMPLETED");
    });
  });
});
