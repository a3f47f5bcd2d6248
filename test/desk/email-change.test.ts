import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Transaction } from "../../src/platform/database/database.server.ts";
import { standingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { deskVisitor, issues, type DeskVisitor } from "./desk-visitor.ts";
import { emailChangePeople, NEXT_PASSWORD, type EmailChangePeople } from "../accounts/email-change-people.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { PASSWORD, SITE } from "../support/people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

oneDatabase("a change of e-mail address requested at the desk", (open) => {
  const clock = standingClock(SATURDAY_EVENING);
  let app: TestApp;
  let changes: EmailChangePeople;
  let ines: DeskVisitor;
  let otto: DeskVisitor;
  beforeAll(async () => {
    app = await openTestApp(await open(), { venues: ["port-serac", "montreval"], clock, pictures: "stand-ins" });
    changes = emailChangePeople(app);
    ines = await deskVisitor(app, { can: ["MEMBERS_READ", "MEMBERS_WRITE"], name: "Ines" });
    otto = await deskVisitor(app, { can: ["MEMBERS_READ", "MEMBERS_WRITE"], name: "Otto" });
  });
  afterAll(() => app.close());
  // Requests are limited per operator.
  beforeEach(() => clock.advance(601_000));

  it.each(["new", "old"] as const)("is made once both links are followed, the %s address first", async (first) => {
    const { people } = changes;
    const who = await changes.member();
    const native = (await people.logIn(who.old)).body.data?.token ?? "";
    await people.recover(who.old);
    const recovery = await people.linkToken(who.old);
    await people.register(who.next, { firstname: "Pre" });
    const squatter = (await people.logIn(who.next)).body.data?.token ?? "";

    const asked = await ines.does(who.at, { act: "email", email: ` ${who.next.toUpperCase()} ` });
    expect(asked.words).toContain("We have written to both addresses.");
    expect(asked.words).toContain("Requested by Ines");
    expect(asked.html).not.toContain(who.next);
    const second = first === "new" ? "old" : "new";
    const waiting = await changes.agree(first, who);
    expect([waiting.status, waiting.heading]).toEqual([200, "Merci"]);
    expect((await people.introspect(who.token)).status).toBe(200);
    expect((await ines.open(who.at)).words).toContain("Given by link");
    const done = await changes.agree(second, who);
    expect([done.status, done.heading]).toEqual([200, "Votre adresse a changé"]);

    for (const token of [who.token, native, squatter]) expect((await people.introspect(token)).status).toBe(401);
    for (const email of [who.old, who.next]) expect((await people.logIn(email)).status).toBe(401);
    expect((await people.reset(recovery, NEXT_PASSWORD)).status).toBe(400);
    expect((await people.reset(await people.linkToken(who.next), NEXT_PASSWORD)).status).toBe(200);
    expect((await people.logIn(who.next, NEXT_PASSWORD)).status).toBe(200);
    expect((await people.logIn(who.old, NEXT_PASSWORD)).status).toBe(401);
    expect(await changes.account(who.accountId)).toMatchObject({ email: who.next, status: "confirmed" });
    expect((await ines.open(who.at)).words).not.toContain("E-mail address change");
  });

  it("mails both addresses the request and the result, in the account's language", async () => {
    for (const [locale, asked, old, done] of [
      [
        "fr",
        "Confirmez votre nouvelle adresse e-mail",
        "Changer votre adresse e-mail\u202f?",
        "Votre adresse e-mail a changé",
      ],
      ["en", "Confirm your new e-mail address", "Change your e-mail address?", "Your e-mail address has changed"],
    ] as const) {
      const who = await changes.member({ locale });
      await ines.does(who.at, { act: "email", email: who.next });
      await changes.agree("new", who);
      await changes.agree("old", who);
      const [atNew, atOld] = [await changes.people.mails(who.next), await changes.people.mails(who.old)];
      expect(atNew.map(({ subject }) => subject)).toEqual([asked, done]);
      expect(atOld.map(({ subject }) => subject).slice(-2)).toEqual([old, done]);
      const told = atOld.slice(-2).flatMap(({ text, html }) => [text, html]);
      for (const text of told) {
        expect(text).toContain(`${who.next.slice(0, 1)}•••@`);
        expect(text).not.toContain(who.next);
      }
      // The new mailbox may be a stranger's: before it has agreed it learns neither the old address nor a name.
      for (const text of [atNew[0]?.text, atNew[0]?.html]) expect(text).not.toMatch(/Élodie|before-/);
      expect(atNew[1]?.html).toContain("/nouveau-mot-de-passe?token=");
    }
  });

  it("ends when the old address objects, which the trail records", async () => {
    const who = await changes.member();
    await ines.does(who.at, { act: "email", email: who.next });
    await changes.agree("new", who);
    const page = await changes.openLink("old", who, "en");
    expect(page.words).toContain("It wasn’t me");
    const refused = await changes.answer("old", who, { answer: "refuse" });
    expect([refused.status, refused.heading]).toEqual([200, "La demande est annulée"]);
    expect((await changes.agree("old", who)).status).toBe(400);
    expect((await otto.does(who.at, { act: "email-vouch" })).words).toContain("This address change is no longer open.");
    expect((await changes.people.logIn(who.old)).status).toBe(200);
    expect(await changes.trail(who.accountId)).toEqual([
      "member.agree_email",
      "member.ask_email",
      "member.refuse_email",
    ]);
  });

  it("lets a second employee agree for a lost mailbox, but not the requester or someone with the requester's ticket", async () => {
    const who = await changes.member();
    await ines.does(who.at, { act: "email", email: who.next });
    const own = await ines.open(who.at);
    expect(own.html).not.toContain('value="email-vouch"');
    expect(own.words).toContain("a colleague has to agree");
    const again = await deskVisitor(app, { can: ["MEMBERS_READ", "MEMBERS_WRITE"], name: "INÈS" });
    const guest = await deskVisitor(app, { can: ["MEMBERS_READ", "MEMBERS_WRITE"], name: "Guest" });
    await app.world.database.db
      .updateTable("operator_sessions")
      .set({ issuers: JSON.stringify(["Somebody", "Ines"]) })
      .where("name", "=", "Guest")
      .execute();
    for (const same of [ines, again, guest])
      expect((await same.does(who.at, { act: "email-vouch" })).words).toContain("Somebody else has to do this");
    const page = await otto.open(who.at);
    expect(page.words).toContain("I have seen the person’s identity document: agree on behalf of the old address");
    // The employee who is to agree sees the whole address; nobody else does.
    const reader = await deskVisitor(app, { can: ["MEMBERS_READ"], name: "Paul" });
    const seen = [page, own, await reader.open(who.at)].map(({ words }) => words.includes(who.next));
    expect(seen).toEqual([true, false, false]);
    await otto.does(who.at, { act: "email-vouch" });
    expect((await otto.open(who.at)).words).toContain("Given by Otto, on proof of identity");
    expect((await otto.does(who.at, { act: "email-vouch" })).words).toContain("The old address has already agreed.");
    expect((await changes.agree("new", who)).heading).toBe("Votre adresse a changé");
    expect(await changes.trail(who.accountId)).toEqual([
      "member.agree_email",
      "member.ask_email",
      "member.change_email",
      "member.vouch_email",
    ]);
  });

  it("does not count two who have their links from one person, directly or through others, as two people", async () => {
    const MEMBERS = ["MEMBERS_READ", "MEMBERS_WRITE"];
    const who = await changes.member();
    const head = await deskVisitor(app, { name: "Head" });
    const xavier = await deskVisitor(app, { ticket: await issues(head, "Xavier Un", MEMBERS) });
    const yvonne = await deskVisitor(app, { ticket: await issues(head, "Yvonne Deux", ["STAFF", ...MEMBERS]) });
    const zita = await deskVisitor(app, { ticket: await issues(yvonne, "Zita Trois", MEMBERS) });
    await xavier.does(who.at, { act: "email", email: who.next });
    for (const same of [head, yvonne, zita])
      expect((await same.does(who.at, { act: "email-vouch" })).words).toContain("Somebody else has to do this");
    expect((await otto.does(who.at, { act: "email-vouch" })).words).not.toContain("Somebody else has to do this");
    expect((await otto.open(who.at)).words).toContain("Given by Otto, on proof of identity");
  });

  it("does not count an earlier requester of the same address as the second person", async () => {
    const who = await changes.member();
    await ines.does(who.at, { act: "email", email: who.next });
    await otto.does(who.at, { act: "email", email: who.next });
    expect((await ines.does(who.at, { act: "email-vouch" })).words).toContain("Somebody else has to do this");
  });

  it("lets the old address object even after an employee agreed in its place", async () => {
    const who = await changes.member();
    await ines.does(who.at, { act: "email", email: who.next });
    await otto.does(who.at, { act: "email-vouch" });
    expect((await changes.answer("old", who, { answer: "refuse" })).heading).toBe("La demande est annulée");
    expect((await changes.agree("new", who)).status).toBe(400);
  });

  it("can be withdrawn or replaced at the desk, which ends its links", async () => {
    const who = await changes.member();
    await ines.does(who.at, { act: "email", email: "wrong-" + who.next });
    const stale = {
      new: await changes.link("new", { ...who, next: "wrong-" + who.next }),
      old: await changes.link("old", who),
    };
    await ines.does(who.at, { act: "email", email: who.next });
    for (const side of ["new", "old"] as const)
      expect((await changes.post(stale[side], { answer: "agree" })).status).toBe(400);
    expect((await changes.agree("new", who)).status).toBe(200);
    expect((await ines.does(who.at, { act: "email-end" })).words).toContain("The request has been withdrawn.");
    expect((await changes.agree("old", who)).status).toBe(400);
    expect((await ines.does(who.at, { act: "email-end" })).words).toContain("This address change is no longer open.");
    expect((await changes.account(who.accountId)).email).toBe(who.old);
  });

  it("says nothing at the desk about an address that has an account: only its mailbox is told, and gets no link", async () => {
    const [who, other] = [await changes.member(), await changes.member()];
    const asked = await ines.does(who.at, { act: "email", email: other.old });
    expect(asked.words).toContain("We have written to both addresses.");
    expect((await changes.agree("old", who)).heading).toBe("Merci");
    const mails = (await changes.people.mails(other.old)).slice(-1);
    expect(mails.map(({ subject }) => subject)).toEqual(["Vous avez déjà un compte"]);
    expect(mails[0]?.text).not.toMatch(/token=|before-/);
    expect((await otto.does(who.at, { act: "email-vouch" })).words).toContain("The old address has already agreed.");
    expect((await changes.account(who.accountId)).email).toBe(who.old);
    // The account that changes reads of the same mails as for a free address, also in its export.
    const { db } = app.world.database;
    const rows = await db.selectFrom("mails").select("kind").where("account_id", "=", who.accountId).execute();
    expect(rows.filter(({ kind }) => kind === "email_change")).toHaveLength(2);
    expect(await changes.trail(who.accountId)).toEqual(["member.agree_email", "member.ask_email"]);
  });

  describe("at the desk", () => {
    it("shows under the field what is wrong with an address, and keeps the input", async () => {
      const who = await changes.member();
      for (const [email, problem] of [
        ["", "Enter the new address."],
        ["  ", "Enter the new address."],
        ["nobody", "Enter an e-mail address, such as name@example.com."],
        ["a@b@c.example", "Enter an e-mail address, such as name@example.com."],
        ["a\u0000b@example.test", "Enter an e-mail address, such as name@example.com."],
        [`${"x".repeat(250)}@example.test`, "An address may have 254 characters at most."],
        [who.old.toUpperCase(), "This is already the account’s address."],
      ] as const) {
        const answer = await ines.post(who.at, { act: "email", email });
        expect([email, answer.status, answer.problem("email")]).toEqual([email, 422, problem]);
      }
      expect((await ines.post(who.at, { act: "email", email: "typed wrong" })).html).toContain('value="typed wrong"');
      expect(await changes.trail(who.accountId)).toEqual([]);
    });

    it("refuses pending, disabled and leaving accounts, and sites that hide the member area", async () => {
      const { people } = changes;
      await people.register("pending-change@example.test");
      const pending = (await ines.find("pending-change@example.test")) ?? "";
      const asks = async (at: string, desk = ines) =>
        (await desk.does(at, { act: "email", email: "elsewhere@example.test" })).words;
      expect(await asks(pending)).toContain("not confirmed yet");
      const out = await changes.member();
      await ines.does(out.at, { act: "email", email: out.next });
      await app.world.jobs.runAll();
      await ines.does(out.at, { act: "disable", reason: "conduct" });
      expect(await asks(out.at)).toContain("The address of a disabled account cannot be changed.");
      expect((await changes.agree("new", out)).status).toBe(400);
      const leaving = await changes.member();
      await ines.does(leaving.at, { act: "email", email: leaving.next });
      await app.world.jobs.runAll();
      await people.requestDeletion(leaving.token);
      expect(await asks(leaving.at)).toContain("asked for their account to be deleted");
      expect((await changes.agree("new", leaving)).status).toBe(400);
      const far = await deskVisitor(app, {
        venues: ["montreval"],
        can: ["MEMBERS_READ", "MEMBERS_WRITE"],
        name: "Urs",
      });
      const swiss = await changes.member({ atNoVenue: true });
      expect(await asks(swiss.at, far)).toContain("This site has no member area.");
    });

    it("refuses operators with read permission only, and limits the requests", async () => {
      const who = await changes.member();
      const reader = await deskVisitor(app, { can: ["MEMBERS_READ"], name: "Reader" });
      expect((await reader.open(who.at)).html).not.toContain('value="email"');
      for (const act of ["email", "email-vouch", "email-end"])
        expect((await reader.post(who.at, { act, email: who.next })).status).toBe(403);
      const eager = await deskVisitor(app, { can: ["MEMBERS_READ", "MEMBERS_WRITE"], name: "Eager" });
      for (let one = 0; one < 5; one += 1) await eager.does(who.at, { act: "email", email: `n${one}-${who.next}` });
      expect((await eager.does(who.at, { act: "email", email: who.next })).words).toContain("Too many address changes");
    });

    it("counts requests by the operator and by whose tickets they have, not by a name alone, and by the member", async () => {
      const MEMBERS = ["MEMBERS_READ", "MEMBERS_WRITE"];
      const [north, south] = [await deskVisitor(app, { name: "North" }), await deskVisitor(app, { name: "South" })];
      const under = async (chief: DeskVisitor, name: string) =>
        deskVisitor(app, { ticket: await issues(chief, name, MEMBERS) });
      const whom: Awaited<ReturnType<typeof changes.member>>[] = [];
      while (whom.length < 13) whom.push(await changes.member());
      /** How many of these requests are taken, five for each member. */
      const taken = async (desk: DeskVisitor, from: number, count: number) => {
        let done = 0;
        for (let one = 0; one < count; one += 1) {
          const who = whom[from + Math.floor(one / 5)];
          const answer = await desk.does(who?.at ?? "", { act: "email", email: `n${one}-${who?.next}` });
          const [said = answer.words] = /We have written to both|Too many address changes/.exec(answer.words) ?? [];
          expect(said, `${answer.status}`).toMatch(/^(We have written to both|Too many address changes)$/);
          done += Number(said === "We have written to both");
        }
        return done;
      };
      expect(await taken(await under(north, "Alex Martin"), 0, 21)).toBe(20);
      clock.advance(1);
      expect(await taken(await under(north, "ALEX-MARTÍN"), 4, 1), "the same operator, spelled otherwise").toBe(0);
      expect(await taken(await under(south, "Alex Martin"), 4, 5), "another operator of that name").toBe(5);
      expect(await taken(ines, 4, 1), "the member has had five").toBe(0);
      expect(await taken(await under(north, "Billie"), 5, 20)).toBe(20);
      expect(await taken(await under(north, "Charlie"), 9, 20), "the third name from one hand").toBe(20);
      expect(await taken(await under(north, "Dominique"), 3, 1), "the fourth name from one hand").toBe(0);
    });

    it("writes no address into the trail", async () => {
      const who = await changes.member();
      await ines.does(who.at, { act: "email", email: who.next });
      await changes.agree("new", who);
      await changes.agree("old", who);
      const rows = await app.world.database.db.selectFrom("audit_entries").selectAll().execute();
      expect(JSON.stringify(rows)).not.toMatch(/@|•••/);
    });
  });

  it("offers no password to an account that had none, and ends earlier reset links", async () => {
    const { people } = changes;
    const who = await changes.member();
    const { db } = app.world.database;
    await db.updateTable("accounts").set({ password_hash: null }).where("id", "=", who.accountId).execute();
    await people.recover(who.old);
    const recovery = await people.linkToken(who.old);
    await ines.does(who.at, { act: "email", email: who.next });
    await changes.agree("new", who);
    await changes.agree("old", who);
    expect((await people.mails(who.next)).at(-1)?.text).not.toContain("token=");
    expect((await people.reset(recovery, NEXT_PASSWORD)).status).toBe(400);
  });

  describe("a log-in by a provider", () => {
    const logInByGoogle = (email: string) => {
      const names = { firstname: "Ana", lastname: "Sorel", birthday: "1991-02-03" };
      const claims = { subject: `subject of ${email}`, email, isEmailVerified: true, ...names };
      app.world.gateways.vouch("google", `google of ${email}`, claims);
      const body = { access_token: `google of ${email}`, source: "WEBSITE", origin: SITE };
      return changes.people.post("/auth/google", body);
    };
    const userOf = async (token = "") => (await changes.people.introspect(token)).body.user;

    it("stays when the old mailbox agreed, because it belongs to the person (decision 0050)", async () => {
      const who = await changes.member();
      await logInByGoogle(who.old);
      await ines.does(who.at, { act: "email", email: who.next });
      await changes.agree("new", who);
      await changes.agree("old", who);
      expect(await userOf((await logInByGoogle(who.old)).body.data?.token)).toMatchObject({ email: who.next });
      expect((await changes.people.logIn(who.next, PASSWORD)).status).toBe(401);
      expect((await changes.people.mails(who.next)).at(-1)?.text).toContain("rien ne change de ce côté");
    });

    it("ends when the mailbox is lost, because its new owner could have created it", async () => {
      const who = await changes.member();
      await logInByGoogle(who.old);
      const { db } = app.world.database;
      await db.updateTable("accounts").set({ password_hash: null }).where("id", "=", who.accountId).execute();
      await ines.does(who.at, { act: "email", email: who.next });
      await otto.does(who.at, { act: "email-vouch" });
      await changes.agree("new", who);
      const stranger = await userOf((await logInByGoogle(who.old)).body.data?.token);
      expect(stranger?.["email"]).toBe(who.old);
      expect((await changes.people.mails(who.next)).at(-1)?.text).toContain("ce n’est plus possible non plus");
      expect((await changes.people.reset(await changes.people.linkToken(who.next), NEXT_PASSWORD)).status).toBe(200);
      expect((await changes.people.logIn(who.next, NEXT_PASSWORD)).status).toBe(200);
    });

    it.each([true, false])("links nothing at the moment of the change (linked before: %s)", async (isLinked) => {
      const who = await changes.member();
      if (isLinked) await logInByGoogle(who.old);
      const leave = async (tx: Transaction) => {
        await tx.updateTable("accounts").set({ email: who.next }).where("id", "=", who.accountId).execute();
        await tx.deleteFrom("social_identities").where("account_id", "=", who.accountId).execute();
      };
      const answer = await changes.meanwhile(leave, () => logInByGoogle(who.old));
      const { db } = app.world.database;
      const linked = db.selectFrom("social_identities").select("subject").where("account_id", "=", who.accountId);
      expect(await linked.execute()).toEqual([]);
      expect((await userOf(answer.body.data?.token))?.["email"]).not.toBe(who.next);
    });
  });
});
