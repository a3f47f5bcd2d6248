import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { runDailyJob } from "../../src/accounts/data/daily-job.server.ts";
import { standingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { deskVisitor, issues, type DeskVisitor } from "./desk-visitor.ts";
import { giftHelpers, type GiftHelpers } from "../gifts/gift-helpers.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { walletPeopleOf } from "../wallet/wallet-people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const DAY_MS = 86_400_000;

oneDatabase("members at the desk", (open) => {
  const clock = standingClock(SATURDAY_EVENING);
  let app: TestApp;
  let gifts: GiftHelpers;
  let desk: DeskVisitor;
  beforeAll(async () => {
    app = await openTestApp(await open(), { venues: ["port-serac", "valombre"], clock, pictures: "stand-ins" });
    gifts = giftHelpers(app);
    desk = await deskVisitor(app, { can: ["MEMBERS_READ", "MEMBERS_WRITE"], name: "Ines" });
  });
  afterEach(() => {
    clock.set(SATURDAY_EVENING);
    app.world.gateways.bouncing.clear();
  });
  afterAll(() => app.close());
  const trail = (action: string) =>
    app.world.database.db
      .selectFrom("audit_entries")
      .select(["operator", "subject", "before", "after"])
      .where("action", "=", action)
      .orderBy("at", "desc")
      .execute();

  describe("are found", () => {
    it("by a complete card number, e-mail address or mobile number, with any spacing", async () => {
      const member = await gifts.member();
      const [{ mobile_phone: phone }] = (await app.world.database.db
        .selectFrom("accounts")
        .select("mobile_phone")
        .where("id", "=", member.accountId)
        .execute()) as [{ mobile_phone: string }];
      const spaced = member.cardNumber.replaceAll(/(.{4})(?=.)/g, "$1 ");
      for (const who of [spaced, ` ${member.email.toUpperCase()} `, `0${phone.slice(3)}`])
        expect(await desk.find(who)).toBe(`/desk/membres/${member.accountId}`);
    });

    it("not by a part of one, which gets the same answer as an unknown number", async () => {
      const { cardNumber, email } = await gifts.member();
      const answers = [];
      for (const who of [cardNumber.slice(0, 15), email.slice(0, -1), "gifts-%", "1234567890123456"]) {
        const answer = await desk.post("/desk/membres", { who });
        expect(answer.status).toBe(422);
        answers.push(answer.problem("who"));
      }
      expect(new Set(answers)).toEqual(new Set(["This casino has nobody with that number or address."]));
    });

    it("only by a venue that knows them; others get the same answer as for nobody", async () => {
      const member = await gifts.member();
      const other = await deskVisitor(app, { venues: ["valombre"], can: ["MEMBERS_READ"], name: "Otto" });
      for (const who of [member.cardNumber, member.email]) expect(await other.find(who)).toBeNull();
      const page = await other.open(`/desk/membres/${member.accountId}`);
      expect([page.status, page.words.includes("Delmas")]).toEqual([404, false]);
    });

    it("at most forty times in ten minutes by one operator", async () => {
      const eager = await deskVisitor(app, { can: ["MEMBERS_READ"], name: "Eager" });
      for (let one = 0; one < 40; one += 1) await eager.post("/desk/membres", { who: `${one}@example.test` });
      const { email } = await gifts.member();
      const refused = await eager.post("/desk/membres", { who: email });
      expect(refused.problem("who")).toMatch(/^Too many requests/);
      clock.advance(601_000);
      expect(await eager.find(email)).not.toBeNull();
    });
  });

  it("are searched at most 120 times in ten minutes by all operators whose tickets one person issued", async () => {
    const head = await deskVisitor(app, { name: "Head of many" });
    const handed = async (name: string) => deskVisitor(app, { ticket: await issues(head, name, ["MEMBERS_READ"]) });
    for (const name of ["One", "Two", "Three"]) {
      const { post } = await handed(name);
      for (let tried = 0; tried < 40; tried += 1) await post("/desk/membres", { who: `${tried}@example.test` });
    }
    const { email } = await gifts.member();
    const refused = await (await handed("Four")).post("/desk/membres", { who: email });
    expect(refused.problem("who")).toMatch(/^Too many requests/);
    expect(await desk.find(email)).not.toBeNull();
  });

  it("are shown without complete e-mail address, phone number, gift code or PIN", async () => {
    const member = await gifts.member();
    const code = await gifts.gift(await gifts.offer(), { membershipId: member.id });
    const page = await desk.open(`/desk/membres/${member.accountId}`);
    expect(page.words).toContain("Élodie Delmas-Ferré");
    expect(page.words).toContain("17 May 1990");
    expect(page.words).toContain("g•••@e•••.test");
    expect(page.words).toContain(`Code ending in ${code.slice(-4)}`);
    for (const secret of [member.email, code, "+33639"]) expect(page.html).not.toContain(secret);
    expect((await trail("member.view"))[0]).toMatchObject({ operator: "Ines", subject: `member:${member.id}` });
  });

  it("are shown with the enrollment's progress and refusal in words, without naming a register", async () => {
    const { accountId } = await gifts.account();
    await app.world.database.db
      .insertInto("enrollments")
      .values({
        id: app.world.uuid(),
        account_id: accountId,
        site_id: 151,
        country: "FR",
        status: "ERROR",
        error: "CHECK_BARRED_ERROR",
        expires_at: null,
        changed_at: app.world.now(),
      })
      .execute();
    const page = await desk.open(`/desk/membres/${accountId}`);
    expect(page.words).toContain("Refused. The legal checks do not permit enrolment.");
    expect(page.words).not.toMatch(/BARRED|ANJ|exclu/i);
  });

  it("get their confirmation mail again, within the limits of their own requests", async () => {
    await gifts.people.register("pending-desk@example.test");
    await gifts.people.mails("pending-desk@example.test");
    const at = (await desk.find("pending-desk@example.test")) ?? "";
    await gifts.people.forgetMails();
    expect((await desk.does(at, { act: "resend" })).words).toContain("The confirmation e-mail is on its way.");
    expect(await gifts.people.mails("pending-desk@example.test")).toHaveLength(2);
    expect((await desk.does(at, { act: "resend" })).words).toContain("Too many requests");
    expect(await trail("member.resend_confirmation")).toHaveLength(1);
  });

  it("get their three PIN attempts back and keep their PIN", async () => {
    const wallets = walletPeopleOf(app);
    const member = await wallets.member({ sites: [] });
    await wallets.floor("PUT", `/members/${member.card}/pin`, { pin: "4711" });
    for (let wrong = 0; wrong < 3; wrong += 1) await wallets.unlockNative(member.token, "0000");
    const at = (await desk.find(member.card)) ?? "";
    expect((await desk.open(at)).words).toContain("Blocked: three incorrect attempts");
    await desk.does(at, { act: "pin" });
    expect((await wallets.unlockNative(member.token, "4711")).status).toBe(200);
    expect((await trail("member.reset_pin_attempts"))[0]).toMatchObject({
      before: { attempts: 3 },
      after: { attempts: 0 },
    });
  });

  it("get a new card for a lost one, which stops working", async () => {
    const member = await gifts.member();
    const at = `/desk/membres/${member.accountId}`;
    await desk.does(at, { act: "card", card: member.cardNumber });
    const [entry] = await trail("member.replace_card");
    const { card_number: made = "" } = (entry?.after ?? {}) as { card_number?: string };
    expect(entry?.before).toEqual({ card_number: member.cardNumber });
    const floor = async (number: string) =>
      (await (
        await app.send("localhost:3000", `/api/floor/cards/${number}`, {
          headers: { authorization: "Bearer floor-151" },
        })
      ).json()) as object;
    expect(await floor(member.cardNumber)).toMatchObject({ status: "replaced" });
    expect(await floor(made)).toMatchObject({ status: "active", member_id: member.id });
  });

  it("get one new card for a form that is sent twice, or from an outdated page", async () => {
    const member = await gifts.member();
    const at = `/desk/membres/${member.accountId}`;
    const earlier = await trail("member.replace_card");
    expect((await desk.open(at)).html).toContain(`name="card" value="${member.cardNumber}"`);
    const sent = { act: "card", card: member.cardNumber };
    await Promise.all([desk.post(at, sent), desk.post(at, sent)]);
    expect((await desk.does(at, sent)).words).toContain("This card has been replaced in the meantime.");
    expect(await trail("member.replace_card")).toHaveLength(earlier.length + 1);
  });

  it("refuse an action that the page does not have, whatever its name", async () => {
    const { accountId } = await gifts.member();
    for (const act of ["", "else", "constructor", "__proto__", "toString"])
      expect((await desk.post(`/desk/membres/${accountId}`, { act })).status).toBe(422);
  });

  it("get another home casino, if they are members and one is chosen", async () => {
    const member = await gifts.member();
    const at = `/desk/membres/${member.accountId}`;
    const home = async () =>
      (
        await app.world.database.db
          .selectFrom("memberships")
          .select("home_site_id")
          .where("id", "=", member.id)
          .executeTakeFirstOrThrow()
      ).home_site_id;
    for (const [chosen, problem] of [
      ["", "Choose one of the group’s casinos."],
      ["999", "Choose one of the group’s casinos."],
      ["152; drop", "Choose one of the group’s casinos."],
      ["151", "This is already the person’s home casino."],
    ] as const)
      expect((await desk.post(at, { act: "home", home: chosen })).problem("home"), chosen).toBe(problem);
    expect(await home()).toBe(151);
    await desk.does(at, { act: "home", home: "152" });
    expect(await home()).toBe(152);
    expect((await trail("member.change_home"))[0]).toMatchObject({
      operator: "Ines",
      subject: `member:${member.id}`,
      before: { home_site_id: 151 },
      after: { home_site_id: 152 },
    });
  });

  it("are disabled for a listed reason and enabled again, with sessions, card and enrollment", async () => {
    const member = await gifts.member();
    const at = `/desk/membres/${member.accountId}`;
    const { atGoogle } = app.world.gateways;
    const created = await gifts.people.call(
      "POST",
      "/users/pplus/wallet/create?type=google&origin=web&os=web&locale=fr",
      {
        token: member.token,
      },
    );
    expect(created.status).toBe(200);
    const refused = await desk.post(at, { act: "disable", reason: "<b>because</b>" });
    expect(refused.problem("reason")).toBe("Choose a reason.");
    await desk.does(at, { act: "disable", reason: "conduct" });
    await app.world.jobs.runAll();
    expect(atGoogle.at(-1)).toMatchObject({ isRevoked: true, code: null });
    expect((await gifts.people.introspect(member.token)).status).toBe(401);
    const code = await gifts.gift(await gifts.offer({ is_auth: true }), { membershipId: member.id });
    expect((await gifts.floor("burns", code)).status).toBe(409);
    expect((await trail("member.disable"))[0]).toMatchObject({
      subject: `member:${member.id}`,
      before: { account: "confirmed", membership: "active" },
      after: { account: "disabled", membership: "disabled", reason: "conduct" },
    });
    const { serial } = atGoogle.at(-1) ?? {};
    await desk.does(at, { act: "enable" });
    await app.world.jobs.runAll();
    expect(atGoogle.at(-1)).toMatchObject({ serial, isRevoked: false, code: { value: member.cardNumber } });
    expect((await gifts.floor("burns", code)).status).toBe(200);
    expect((await gifts.people.logIn(member.email)).status).toBe(200);
  });

  it("who are disabled while their deletion is pending get a new grace period once enabled", async () => {
    const { people } = gifts;
    const member = await gifts.member();
    const at = `/desk/membres/${member.accountId}`;
    const asToday = () => deskVisitor(app, { can: ["MEMBERS_READ", "MEMBERS_WRITE"], name: "Ines" });
    const letters = async () =>
      (await people.mails(member.email)).filter(({ subject }) => subject === "Votre compte sera supprimé").length;
    await people.requestDeletion(member.token);
    expect((await desk.open(at)).words).toContain("takes effect on 21 Dec 2026");
    await desk.does(at, { act: "disable", reason: "conduct" });
    expect((await people.logIn(member.email)).status).toBe(401);
    clock.advance(40 * DAY_MS);
    await runDailyJob(app.world, () => null);
    const later = await asToday();
    expect((await later.open(at)).words).toContain("suspended while the account is disabled");
    await later.does(at, { act: "enable" });
    expect(await letters()).toBe(2);
    clock.advance(29 * DAY_MS);
    await runDailyJob(app.world, () => null);
    expect((await people.logIn(member.email)).status).toBe(200);
    expect((await (await asToday()).open(at)).words).not.toContain("Asked for by the person");
  });

  it("who are disabled after an inactivity notice get a new notice and thirty days once enabled", async () => {
    const { people } = gifts;
    const { db } = app.world.database;
    const member = await gifts.member();
    const at = `/desk/membres/${member.accountId}`;
    const status = async () =>
      (await db.selectFrom("accounts").select("status").where("id", "=", member.accountId).executeTakeFirst())?.status;
    const letters = async () => {
      await app.world.jobs.runAll();
      return app.world.gateways.mails.filter(
        ({ to, subject }) => to === member.email && subject === "Votre compte va être supprimé",
      ).length;
    };
    await people.mails(member.email);
    clock.set("2029-12-01T12:00:00Z");
    await runDailyJob(app.world, () => null);
    expect(await letters()).toBe(1);
    const asToday = () => deskVisitor(app, { can: ["MEMBERS_READ", "MEMBERS_WRITE"], name: "Ines" });
    await (await asToday()).does(at, { act: "disable", reason: "conduct" });
    clock.advance(60 * DAY_MS);
    await (await asToday()).does(at, { act: "enable" });
    await runDailyJob(app.world, () => null);
    expect([await status(), await letters()]).toEqual(["confirmed", 2]);
    clock.advance(29 * DAY_MS);
    await runDailyJob(app.world, () => null);
    expect(await status()).toBe("confirmed");
  });

  it("are marked when their mails bounce", async () => {
    const member = await gifts.member();
    const at = `/desk/membres/${member.accountId}`;
    expect((await desk.open(at)).words).not.toContain("Returned to sender");
    app.world.gateways.bouncing.add(member.email);
    await gifts.people.forgetMails();
    await gifts.people.recover(member.email);
    await app.world.jobs.runAll();
    expect((await desk.open(at)).words).toContain("Returned to sender since");
  });

  it("cannot be changed by operators with read permission only", async () => {
    const member = await gifts.member();
    const reader = await deskVisitor(app, { can: ["MEMBERS_READ"], name: "Reader" });
    const at = `/desk/membres/${member.accountId}`;
    expect((await reader.open(at)).html).not.toContain('value="card"');
    for (const act of ["resend", "pin", "card", "home", "disable", "enable"])
      expect((await reader.post(at, { act, reason: "conduct", home: "152" })).status).toBe(403);
    expect(await trail("member.disable").then((rows) => rows.filter(({ operator }) => operator === "Reader"))).toEqual(
      [],
    );
    expect((await gifts.people.introspect(member.token)).status).toBe(200);
  });

  it("have page addresses that reveal nothing; malformed ones lead to nobody", async () => {
    const { cardNumber, id } = await gifts.membership();
    const at = (await desk.find(cardNumber)) ?? "";
    expect(at).toMatch(/^\/desk\/membres\/[\w-]{40,100}$/);
    expect(at).not.toContain(id);
    expect((await desk.open(at)).words).toContain("No online account");
    const encrypted = at.split("/").pop() ?? "";
    for (const ref of [
      "x",
      "0".repeat(60),
      "%00",
      `${encrypted.startsWith("x") ? "y" : "x"}${encrypted.slice(1)}`,
      "00000000-0000-4000-8000-000000000000",
    ])
      expect((await desk.open(`/desk/membres/${ref}`)).status).toBe(404);
    expect((await desk.post(at, { act: "nonsense" })).status).toBe(422);
  });
});
