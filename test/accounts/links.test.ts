import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { standingClock, type StandingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { PASSWORD, peopleOf, SITE, type People } from "../support/people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const HOUR_MS = 3_600_000;
const OTHER_PASSWORD = "Phare-Blanc?82";

oneDatabase("links by mail", (open) => {
  let app: TestApp;
  let people: People;
  let clock: StandingClock;
  let count = 0;
  let email = "";
  beforeAll(async () => {
    clock = standingClock(SATURDAY_EVENING);
    app = await openTestApp(await open(), { venues: ["port-serac", "blankenduin"], clock, pictures: "stand-ins" });
    people = peopleOf(app);
  });
  afterAll(() => app.close());
  beforeEach(() => {
    clock.set(SATURDAY_EVENING);
    app.world.gateways.down.clear();
    email = `reader-${(count += 1)}@example.test`;
  });
  const status = async (token: string) => (await people.introspect(token)).status;

  describe("confirming an address", () => {
    it("works once, for 48 hours, and gives every dead link the same answer", async () => {
      await people.register(email);
      const link = await people.linkToken(email);
      clock.advance(48 * HOUR_MS - 1);
      expect((await people.confirm(link)).status).toBe(200);
      await people.register(`late-${email}`);
      const late = await people.linkToken(`late-${email}`);
      clock.advance(48 * HOUR_MS);
      const answers = await Promise.all(
        [link, late, "x".repeat(43), "'; drop table"].map((token) => people.confirm(token)),
      );
      expect(answers.map((answer) => answer.status)).toEqual([400, 400, 400, 400]);
      expect(new Set(answers.map((answer) => answer.body.error)).size).toBe(1);
    });

    it("never switches the logged-in account", async () => {
      const other = await people.member(`other-${email}`);
      await people.register(email);
      const answer = await people.confirm(await people.linkToken(email), { token: other });
      expect(answer.body).toEqual({ data: { result: true, token: null } });
      expect((await people.introspect(other)).body.user?.["email"]).toBe(`other-${email}`);
    });

    it("sends the mail again, to the member's own address only", async () => {
      const token = (await people.register(email)).body.data?.token ?? "";
      const first = await people.linkToken(email);
      await people.forgetMails();
      const again = (address = email) =>
        people.post(
          "/users/email-validation",
          { email: address, callback_url: `${SITE}/email-confirmation` },
          { token },
        );
      expect([(await again(`x${email}`)).status, (await again()).status]).toEqual([422, 200]);
      const second = await people.linkToken(email);
      expect([(await people.confirm(first)).status, (await people.confirm(second)).status]).toEqual([400, 200]);
      expect((await people.post("/users/email-validation", {}, {})).status).toBe(401);
    });

    it("ends other pending accounts of the address; a known address gets no link", async () => {
      const rival = (await people.register(email)).body.data?.token ?? "";
      const rivalLink = await people.linkToken(email);
      await people.forgetMails();
      const token = (await people.register(email, { firstname: "Louise" })).body.data?.token ?? "";
      const own = await people.confirm(await people.linkToken(email), { token });
      await people.forgetMails();
      expect([own.status, await status(rival), (await people.confirm(rivalLink)).status]).toEqual([200, 401, 400]);
      const late = (await people.register(email, { password: OTHER_PASSWORD })).body.data?.token ?? "";
      const mails = await people.mails(email);
      expect(mails.map((mail) => /[?&]token=/.test(mail.text))).toEqual([true, true, false]);
      expect(mails.at(-1)?.subject).toBe("Vous avez déjà un compte");
      expect((await people.introspect(late)).body.user).toMatchObject({ is_valid_email: false, firstname: "Élodie" });
      expect((await people.logIn(email, OTHER_PASSWORD)).status).toBe(200);
      expect((await people.introspect(own.body.data?.token ?? "")).body.user).toMatchObject({ firstname: "Louise" });
    });
  });

  describe("a new password", () => {
    it("is set by the link once, within an hour; every session and the old password end", async () => {
      const token = await people.member(email);
      expect((await people.recover(email)).body).toEqual({ data: { result: true } });
      const link = await people.linkToken(email);
      expect((await people.reset(link, "Password1!")).status).toBe(422);
      expect((await people.reset(link, OTHER_PASSWORD)).body).toEqual({ data: { result: true } });
      expect([await status(token), (await people.reset(link, OTHER_PASSWORD)).status]).toEqual([401, 400]);
      expect([(await people.logIn(email)).status, (await people.logIn(email, OTHER_PASSWORD)).status]).toEqual([
        401, 200,
      ]);
      expect((await people.mails(email)).at(-1)?.subject).toBe("Votre mot de passe a changé");
      await people.forgetMails();
      await people.recover(email);
      const late = await people.linkToken(email);
      clock.advance(HOUR_MS);
      expect((await people.reset(late, PASSWORD)).status).toBe(400);
    });

    it("gets the same answer for every address, and is mailed only to an account's holder, after the reply", async () => {
      await people.member(email);
      const before = app.world.gateways.mails.length;
      const [known, unknown] = [await people.recover(email), await people.recover(`nobody-${email}`)];
      expect(known.body).toEqual(unknown.body);
      expect(app.world.gateways.mails).toHaveLength(before);
      expect(await people.mails(`nobody-${email}`)).toEqual([]);
      expect((await people.mails(email)).at(-1)?.subject).toBe("Choisissez un nouveau mot de passe");
    });

    it("needs a proof of work from the fourth request on", async () => {
      const ip = "192.0.2.5";
      const statuses: number[] = [];
      for (let tries = 0; tries < 4; tries++) statuses.push((await people.recover(email, { ip })).status);
      expect(statuses).toEqual([200, 200, 200, 400]);
      expect((await people.recover(email, { ip, headers: await people.captcha() })).status).toBe(200);
    });

    it("confirms a pending account, and removes what its maker left in it", async () => {
      const attacker = (await people.register(email)).body.data?.token ?? "";
      await people.forgetMails();
      await people.recover(email);
      expect((await people.reset(await people.linkToken(email), OTHER_PASSWORD)).status).toBe(200);
      expect([await status(attacker), (await people.logIn(email)).status]).toEqual([401, 401]);
      const owner = (await people.logIn(email, OTHER_PASSWORD)).body.data?.token ?? "";
      expect((await people.introspect(owner)).body.user).toMatchObject({ is_valid_email: true, is_valid_phone: false });
    });
  });

  describe("the outbox", () => {
    it("keeps a mail while the mail server is down, sends it once, and deletes its text", async () => {
      app.world.gateways.down.add("mail");
      await people.register(email);
      expect(await people.mails(email)).toEqual([]);
      app.world.gateways.down.clear();
      const [mail] = await people.mails(email);
      expect(mail).toMatchObject({ to: email, from: { name: "Casino Belrive Port-Sérac" } });
      const { db } = app.world.database;
      const row = await db
        .selectFrom("mails")
        .selectAll()
        .where("id", "=", mail?.id ?? "")
        .executeTakeFirst();
      expect(row).toMatchObject({ sealed_content: null, sent_at: clock.now() });
      app.world.jobs.waiting.push({ queue: "members.mail", id: "again", data: { id: mail?.id } });
      expect(await people.mails(email)).toHaveLength(1);
    });

    it("makes one mail of a repeated order", async () => {
      await people.register(email);
      const [order] = app.world.jobs.waiting.slice(-1);
      if (order !== undefined) app.world.jobs.waiting.push(order);
      expect(await people.mails(email)).toHaveLength(1);
    });

    it("holds no readable address, link or password", async () => {
      app.world.gateways.down.add("mail");
      await people.register(email);
      await people.recover(email);
      await people.mails(email);
      const { db } = app.world.database;
      const rows = await db
        .selectFrom("mails")
        .select("sealed_content")
        .where("sealed_content", "is not", null)
        .execute();
      expect(rows.length).toBeGreaterThan(0);
      const bytes = Buffer.concat(rows.map((row) => row.sealed_content ?? new Uint8Array())).toString("latin1");
      for (const secret of [email, "token=", "http://"]) expect(bytes).not.toContain(secret);
      app.world.gateways.down.clear();
      await app.world.jobs.runAll();
    });

    it("writes mails in the visitor's language, as text and as HTML with the venue's colour", async () => {
      for (const [locale, subject] of [
        ["fr", "Confirmez votre adresse e-mail"],
        ["en", "Confirm your e-mail address"],
      ] as const) {
        const address = `${locale}-${email}`;
        await people.register(address, {}, { headers: { locale } });
        const [mail] = await people.mails(address);
        expect(mail?.subject).toBe(subject);
        expect(mail?.html).toContain(`<html lang="${locale}">`);
        expect(mail?.html).toMatch(/border-radius:2px;background-color:#[0-9a-f]{6}"><a href=/);
        expect(mail?.html).not.toContain("<script");
        expect(mail?.text).toContain(`${SITE}/email-confirmation?token=`);
      }
    });
  });
});
