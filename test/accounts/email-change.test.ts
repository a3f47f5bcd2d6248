import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runDailyJob } from "../../src/accounts/data/daily-job.server.ts";
import { ageOut } from "../../src/platform/retention/retention-job.server.ts";
import { endPendingAccounts } from "../../src/accounts/email/pending-accounts.server.ts";
import type { Transaction } from "../../src/platform/database/database.server.ts";
import { standingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { deskVisitor, type DeskVisitor } from "../desk/desk-visitor.ts";
import { emailChangePeople, type Changing, type EmailChangePeople } from "./email-change-people.ts";
import { formVisitor } from "../support/form-visitor.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

oneDatabase("the links of a change of address", (open) => {
  const clock = standingClock(SATURDAY_EVENING);
  let app: TestApp;
  let changes: EmailChangePeople;
  let staff: (name: string) => Promise<DeskVisitor>;
  let desks: DeskVisitor[];
  let count = 0;
  let who: Changing;
  beforeAll(async () => {
    app = await openTestApp(await open(), { venues: ["port-serac"], clock, pictures: "stand-ins" });
    changes = emailChangePeople(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    clock.set(SATURDAY_EVENING);
    const can = ["MEMBERS_READ", "MEMBERS_WRITE"] as const;
    staff = (name) => deskVisitor(app, { can, name });
    // New operators for each test, because their requests are counted.
    count += 1;
    desks = await Promise.all([`Ines ${count}`, `Otto ${count}`].map(staff));
    who = await changes.member();
    await ask(who);
  });
  const desk = (at: number) => desks[at] as DeskVisitor;
  const ask = (person: Changing, email = person.next) => desk(0).does(person.at, { act: "email", email });
  const emailOf = async ({ accountId }: Changing) => (await changes.account(accountId)).email;

  it.each([
    ["fr", "new", "Confirmez votre nouvelle adresse", "Confirmer cette adresse"],
    ["en", "new", "Confirm your new address", "Confirm this address"],
    ["fr", "old", "Changer votre adresse e-mail ?", "Ce n’était pas moi"],
    ["en", "old", "Change your e-mail address?", "It wasn’t me"],
  ] as const)(
    "in %s the page of the %s address asks without script, and opening it does not use the link up",
    async (locale, side, heading, words) => {
      for (let looked = 0; looked < 2; looked += 1) {
        const page = await changes.openLink(side, who, locale);
        expect([page.status, page.heading]).toEqual([200, heading]);
        expect(page.words).toContain(words);
        expect(page.words).toContain("a•••@e•••.test");
        expect(page.headers.get("cache-control")).toContain("private");
        // The form is never sent by itself: a program that runs the page's script agrees to nothing.
        expect(page.html).not.toContain("data-at-once");
      }
      const visitor = formVisitor(app, { locale });
      await visitor.open(await changes.link(side, who));
      expect((await visitor.send(await changes.link(side, who))).status).toBe(200);
    },
  );

  it("work once, for 48 hours, and every dead one gets the same answer", async () => {
    const links = { new: await changes.link("new", who), old: await changes.link("old", who) };
    clock.advance(48 * HOUR_MS - 1);
    expect((await changes.post(links.new, {})).status).toBe(200);
    clock.advance(1);
    const dead = [
      links.new,
      `${links.new.slice(0, -43)}${"x".repeat(43)}`,
      "/nouvelle-adresse",
      "/nouvelle-adresse?token=%00",
      `/nouvelle-adresse?token=${"y".repeat(5_000)}`,
      // A link of the old address, at the page of the new one.
      links.old.replace("changement", "nouvelle"),
    ];
    const answers = await Promise.all(dead.map((path) => changes.post(path, { answer: "agree" })));
    expect(answers.map(({ status }) => status)).toEqual(dead.map(() => 400));
    expect(new Set(answers.map(({ words }) => words)).size).toBe(1);
    expect(answers[0]?.heading).toBe("Ce lien n’est plus valable");
    expect((await changes.post(links.old, { answer: "agree" })).status).toBe(400);
    expect(await emailOf(who)).toBe(who.old);
    // Two days later the operator has a new session.
    const later = await staff(`Otto ${count}`);
    expect((await later.does(who.at, { act: "email-vouch" })).words).toContain("This address change is no longer open");
  });

  it("open nothing for the other address or for another kind of link, and do nothing without an answer", async () => {
    const token = (await changes.link("old", who)).slice(-43);
    expect((await changes.post(`/nouvelle-adresse?token=${token}`, {})).status).toBe(400);
    expect((await changes.people.confirm(token)).status).toBe(400);
    expect((await changes.people.reset(token, "Phare-Blanc?82")).status).toBe(400);
    for (const fields of [{ answer: "" }, { answer: "yes" }])
      expect((await changes.post(`/changement-adresse?token=${token}`, fields)).heading).toBe(
        "Changer votre adresse e-mail ?",
      );
    const foreign = await formVisitor(app).post(
      `/changement-adresse?token=${token}`,
      { answer: "agree" },
      { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    );
    expect(foreign.status).toBe(403);
    expect((await changes.agree("old", who)).status).toBe(200);
  });

  it("log out a member who answers in the logged-in browser, with all other sessions", async () => {
    await changes.agree("old", who);
    const visitor = formVisitor(app);
    visitor.cookies.set("user_token", who.token);
    await visitor.post(await changes.link("new", who), {});
    expect(visitor.cookies.has("user_token")).toBe(false);
  });

  describe("used at the same time", () => {
    it("two agreements change the address exactly once", async () => {
      const links = [await changes.link("new", who), await changes.link("old", who)];
      const answers = await Promise.all([...links, ...links].map((path) => changes.post(path, { answer: "agree" })));
      const headings = answers.map(({ heading }) => heading).sort();
      expect(headings).toEqual([
        "Ce lien n’est plus valable",
        "Ce lien n’est plus valable",
        "Merci",
        "Votre adresse a changé",
      ]);
      expect(await emailOf(who)).toBe(who.next);
      expect((await changes.trail(who.accountId)).filter((action) => action === "member.change_email")).toHaveLength(1);
      expect(await changes.people.mails(who.next)).toHaveLength(2);
    });

    it("an agreement and a second operator's change it once", async () => {
      const [atNew, atOld] = [await changes.link("new", who), await changes.link("old", who)];
      await Promise.all([
        changes.post(atNew, {}),
        changes.post(atOld, { answer: "agree" }),
        desk(1).post(who.at, { act: "email-vouch" }),
      ]);
      expect(await emailOf(who)).toBe(who.next);
      expect((await changes.trail(who.accountId)).filter((action) => action === "member.change_email")).toHaveLength(1);
    });

    it("of an agreement and a refusal, one holds, never both", async () => {
      await changes.agree("new", who);
      const path = await changes.link("old", who);
      await Promise.all([changes.post(path, { answer: "agree" }), changes.post(path, { answer: "refuse" })]);
      const ends = (await changes.trail(who.accountId)).filter((one) => /change_email|refuse_email/.test(one));
      expect(ends).toEqual([(await emailOf(who)) === who.next ? "member.change_email" : "member.refuse_email"]);
    });

    it("of two accounts that want one address, one gets it, and the other is told that its change has ended", async () => {
      const other = await changes.member();
      await ask(other, who.next);
      const paths = [await changes.link("old", who), await changes.link("old", other)];
      const mails = (await changes.people.mails(who.next)).flatMap(
        ({ text }) => /\/nouvelle-adresse\?token=[\w-]+/.exec(text) ?? [],
      );
      expect(mails).toHaveLength(2);
      for (const path of mails) expect((await changes.post(path, {})).status).toBe(200);
      const answers = await Promise.all(paths.map((path) => changes.post(path, { answer: "agree" })));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
      expect(answers.find(({ status }) => status === 409)?.words).toContain("la demande est close");
      expect([await emailOf(who), await emailOf(other)].filter((email) => email === who.next)).toHaveLength(1);
    });

    it("an agreement and a confirmed registration leave the address to one account, without a server error", async () => {
      const { people } = changes;
      await people.register(who.next);
      const token = (await confirmations(who.next)).at(-1) ?? "";
      await changes.agree("old", who);
      const path = await changes.link("new", who);
      const [changed, confirmed] = await Promise.all([changes.post(path, {}), people.confirm(token)]);
      expect([[200, 400].join(), [409, 200].join()]).toContain([changed.status, confirmed.status].join());
      const rows = await app.world.database.db
        .selectFrom("accounts")
        .select("id")
        .where("email", "=", who.next)
        .where("status", "=", "confirmed")
        .execute();
      expect(rows).toHaveLength(1);
    });
  });
  const confirmations = async (email: string) =>
    (await changes.people.mails(email)).flatMap(({ text }) => /confirmation\?token=([\w-]+)/.exec(text)?.[1] ?? []);

  it("end the change where another account confirms the address meanwhile, and say so", async () => {
    const { people } = changes;
    const atNew = await changes.link("new", who);
    await people.register(who.next);
    await people.confirm((await confirmations(who.next)).at(-1) ?? "");
    // Nobody is told before both have agreed.
    expect((await changes.post(atNew, {})).status).toBe(200);
    const answer = await changes.agree("old", who);
    expect([answer.status, answer.heading]).toEqual([409, "Ce changement n’est plus possible"]);
    const other = await changes.member();
    await ask(other);
    expect((await changes.agree("new", other)).status).toBe(200);
    await people.register(other.next);
    await people.confirm((await confirmations(other.next)).at(-1) ?? "");
    expect((await desk(1).does(other.at, { act: "email-vouch" })).words).toContain("belongs to another account");
    expect(await changes.trail(other.accountId)).toEqual([
      "member.agree_email",
      "member.ask_email",
      "member.email_taken",
    ]);
    expect(await emailOf(other)).toBe(other.old);
  });

  it("wait for a running social registration of the address, then end the change", async () => {
    await changes.agree("old", who);
    const path = await changes.link("new", who);
    const settle = async (tx: Transaction) => {
      expect(await endPendingAccounts(app.world, tx, who.next)).toBe(true);
      await tx.updateTable("accounts").set({ email: who.next }).where("id", "=", other.accountId).execute();
    };
    const other = await changes.member();
    expect((await changes.meanwhile(settle, () => changes.post(path, {}))).status).toBe(409);
    expect(await emailOf(who)).toBe(who.old);
    expect(await changes.trail(who.accountId)).toContain("member.email_taken");
  });

  it.each(["disabled_at", "deletion_requested_at"] as const)(
    "change no address of an account that the previous release took out (%s)",
    async (column) => {
      await app.world.jobs.runAll();
      const { db } = app.world.database;
      await db
        .updateTable("accounts")
        .set({ [column]: clock.now() })
        .where("id", "=", who.accountId)
        .execute();
      for (const side of ["new", "old"] as const) expect((await changes.agree(side, who)).status).toBe(400);
      expect((await desk(1).does(who.at, { act: "email-vouch" })).words).toContain(
        "This address change is no longer open",
      );
      expect(await emailOf(who)).toBe(who.old);
    },
  );

  it("let no reset link go to the old address, even if it was requested at the same time", async () => {
    const { people } = changes;
    await people.mails(who.old);
    await people.recover(who.old);
    await changes.meanwhile(
      async (tx) => {
        await tx.updateTable("accounts").set({ email: who.next }).where("id", "=", who.accountId).execute();
      },
      () => app.world.jobs.runAll(),
    );
    expect((await people.mails(who.old)).map(({ subject }) => subject)).not.toContain(
      "Choisissez un nouveau mot de passe",
    );
  });

  it("are deleted a month after they expired, and with the account", async () => {
    const { db } = app.world.database;
    const rows = (id: string) => db.selectFrom("email_changes").select("id").where("account_id", "=", id).execute();
    const leaving = await changes.member();
    await ask(leaving);
    await changes.people.requestDeletion(leaving.token);
    await db
      .updateTable("email_changes")
      .set({ expires_at: new Date("2099-01-01") })
      .execute();
    clock.advance(31 * DAY_MS);
    await ageOut(app.world);
    expect(await rows(leaving.accountId)).toHaveLength(1);
    await runDailyJob(app.world, () => null);
    expect(await rows(leaving.accountId)).toEqual([]);
    await db
      .updateTable("email_changes")
      .set({ expires_at: new Date(SATURDAY_EVENING) })
      .execute();
    await ageOut(app.world);
    expect(await rows(who.accountId)).toEqual([]);
  });
});
