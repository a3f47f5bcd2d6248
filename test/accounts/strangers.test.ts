import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "../../src/platform/database/database.server.ts";
import { limitHash } from "../../src/platform/http/counted-limits.server.ts";
import { encrypt } from "../../src/platform/cryptography.server.ts";
import { standingClock } from "../support/clock.ts";
import { formVisitor } from "../support/form-visitor.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { PASSWORD, peopleOf, SITE, type People } from "../support/people.ts";
import type { TestApp } from "../support/test-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
/** The holder's network; strangers are elsewhere. */
const HOME = "203.0.113.20";
const AWAY = "198.51.100.20";

const clock = standingClock(SATURDAY_EVENING);
let app: TestApp;
let people: People;
let count = 0;
let email = "";
beforeAll(async () => {
  app = await openIsolatedApp({ venues: ["port-serac"], clock, pictures: "stand-ins" });
  people = peopleOf(app);
});
afterEach(() => clock.set(SATURDAY_EVENING));
afterAll(() => app.close());
beforeEach(() => {
  count += 1;
  email = `holder-${count}@example.test`;
});

const subjects = async () => (await people.mails(email)).map(({ subject }) => subject);
const tokens = (text: string) => [...text.matchAll(/\/([a-z-]+)\?token=([\w-]{43})/g)];

describe.each(["nobody's", "a member's"])("%s address that strangers register", (whose) => {
  beforeEach(async () => {
    if (whose === "a member's") await people.member(email);
    app.world.gateways.mails.length = 0;
  });
  const [subject, link] =
    whose === "a member's"
      ? ["Vous avez déjà un compte", "me-connecter"]
      : ["Confirmez votre adresse e-mail", "email-confirmation"];

  it("gets two mails of ten strangers, and its holder's within ten minutes", async () => {
    for (let stranger = 0; stranger < 10; stranger += 1) await people.register(email, { password: "Ligne-Rouge!58" });
    expect(await subjects()).toEqual([subject]);
    clock.advance(MINUTE_MS);
    await people.recover(email, { ip: HOME });
    clock.advance(1);
    await people.register(email, {}, { ip: HOME });
    clock.advance(9 * MINUTE_MS - 2);
    expect(await subjects()).toHaveLength(1);
    clock.advance(1);
    const mails = await people.mails(email);
    expect(mails.map((mail) => mail.subject)).toEqual([subject, subject]);
    // The first mail was for all ten, because they came before it could leave.
    expect(mails[0]?.text).toContain("Cet e-mail répond à 10 demandes");
    expect(mails[1]?.text).toContain("Cet e-mail répond à 2 demandes");
    expect(mails[1]?.text).toContain(`/${link}`);
    expect(mails[1]?.text).toMatch(/\/nouveau-mot-de-passe\?token=/);
  });

  it("gets one mail in ten minutes, however many networks ask", async () => {
    for (let minute = 0; minute < 60; minute += 1) {
      await people.register(email, { password: "Ligne-Rouge!58" });
      await people.mails(email);
      clock.advance(MINUTE_MS);
    }
    // One at once, then one every ten minutes.
    expect(await subjects()).toHaveLength(7);
  });

  it("spaces what one network asks for, and says when the next mail can be sent", async () => {
    const said: (string | undefined)[] = [];
    const visitor = formVisitor(app);
    for (let time = 0; time < 6; time += 1) {
      const page = await visitor.post("/recuperer-mon-mot-de-passe", { email, ...(await visitor.proof()) });
      said.push(
        /(?:changer votre mot de passe|Plusieurs e-mails ont été demandés)[^.]*\.[^.]*\./.exec(page.words)?.[0],
      );
      await people.mails(email);
    }
    expect(new Set(said.slice(1))).toEqual(
      new Set([expect.stringContaining("sera envoyé au plus tôt dans 60 secondes.")]),
    );
    expect(said[0]).toContain("Il peut mettre jusqu’à dix minutes à arriver.");
    const waits: string[] = [];
    for (let time = 0; time < 5; time += 1) {
      clock.advance(([1, 5, 30, 180, 180][time] ?? 0) * MINUTE_MS);
      await people.mails(email);
      const page = await visitor.post("/recuperer-mon-mot-de-passe", { email, ...(await visitor.proof()) });
      waits.push(/sera envoyé au plus tôt dans ([\w\s]+)\./.exec(page.words)?.[1] ?? "");
    }
    expect(waits).toEqual(["5 minutes", "30 minutes", "3 heures", "3 heures", "3 heures"]);
    expect(await subjects()).toHaveLength(whose === "a member's" ? 6 : 0);
  });
});

describe("a member's address for which new networks keep asking for mails", () => {
  it("gets one mail in ten minutes, and its holder a link that works within ten minutes of asking", async () => {
    await people.member(email);
    await people.forgetMails();
    app.world.gateways.mails.length = 0;
    const asks = async (ip: string) => expect((await people.recover(email, { ip })).status).toBe(200);
    /** Minutes from the holder's request to the mail with its link, and whether the link was still good just before the next mail. */
    const served: [minutes: number, isAlive: boolean][] = [];
    let asked: { at: number; before: number } | null = null;
    let link: { token: string; at: number } | null = null;
    for (let minute = 0; minute < 8 * 60; minute += 1) {
      // Each network uses up the mails that it may ask for soon: at once, after one and after six minutes.
      const [network, since] = [Math.floor(minute / 16), minute % 16];
      if ([0, 1, 6].includes(since)) await asks(`198.19.${network}.1`);
      if (minute % 160 === 23) {
        asked = { at: minute, before: (await people.mails(email)).length };
        await asks(`203.0.${113 + Math.floor(minute / 160)}.20`);
      }
      const mails = await people.mails(email);
      if (asked !== null && mails.length > asked.before) {
        link = { token: tokens(mails.at(-1)?.text ?? "")[0]?.[2] ?? "", at: minute };
        served.push([minute - asked.at, false]);
        asked = null;
      }
      if (link !== null && minute === link.at + 9) {
        const opened = await formVisitor(app).open(`/nouveau-mot-de-passe?token=${link.token}`);
        served[served.length - 1] = [served.at(-1)?.[0] ?? Infinity, opened.html.includes('name="password"')];
        link = null;
      }
      clock.advance(MINUTE_MS);
    }
    // The first network is alone until the second asks: three mails in six minutes. Then one in ten minutes.
    expect((await subjects()).length).toBeLessThanOrEqual(8 * 6 + 2);
    expect(served).toHaveLength(3);
    for (const [minutes, isAlive] of served) expect([minutes <= 10, isAlive]).toEqual([true, true]);
  }, 600_000);

  it("gets one mail, whichever thousands of networks have asked before and ask now", async () => {
    const address = limitHash(app.world, ["address that is written to", email]);
    await people.member(email);
    await app.world.jobs.runAll();
    const order = { email, projectId: null, locale: "fr", accountId: null, logIn: null, device: "" };
    const encrypted = encrypt(app.world, "mail", JSON.stringify(order));
    const { database } = app.world;
    await database.forJobs(async () => {
      await sql`
        insert into mail_requests (id, address_hash, network_hash, kind, asked_at, answered_at)
        select gen_random_uuid(), ${address}, sha256(network::text::bytea), 'recovery', at, at
        from generate_series(1, 3000) network cross join (
          select ${clock.now()}::timestamptz - ago * interval '5 hours' as at from generate_series(1, 4) ago
        ) mails`.execute(database.db);
      await sql`
        insert into mail_requests (id, address_hash, network_hash, kind, sealed_order, asked_at)
        select gen_random_uuid(), ${address}, sha256(network::text::bytea), 'recovery', ${encrypted}, ${clock.now()}
        from generate_series(1, 3000) network`.execute(database.db);
    });
    const before = (await subjects()).length;
    await people.recover(email, { ip: "203.0.120.20" });
    const mails = await people.mails(email);
    expect(mails.length - before).toBe(1);
    expect(mails.at(-1)?.text).toMatch(/répond à 3\s?001 demandes/);
  });
});

describe("a stranger who keeps asking", () => {
  const again = (token: string) =>
    people.post("/users/email-validation", { email, callback_url: `${SITE}/email-confirmation` }, { token, ip: AWAY });
  const rows = async () =>
    (await app.world.database.db.selectFrom("mail_requests").select("id").where("answered_at", "is", null).execute())
      .length;

  it("has the confirmation sent again once a minute and five times a day", async () => {
    const token = (await people.register(email)).body.data?.token ?? "";
    expect((await again(token)).status).toBe(200);
    const refused = await again(token);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    for (let time = 1; time < 5; time += 1) {
      clock.advance(MINUTE_MS);
      expect((await again(token)).status).toBe(200);
    }
    clock.advance(HOUR_MS);
    expect((await again(token)).status).toBe(429);
  });

  it("has one request waiting for an address, which counts, and keeps no other network waiting", async () => {
    await people.recover(email, { ip: AWAY });
    await people.mails(email);
    const before = await rows();
    for (let time = 0; time < 12; time += 1) await people.register(email, { lastname: "Ligne" }, { ip: AWAY });
    expect((await rows()) - before).toBe(1);
    await people.register(email, {}, { ip: HOME });
    clock.advance(10 * MINUTE_MS);
    const [mail] = (await people.mails(email)).slice(-1);
    expect(mail?.subject).toBe("Confirmez votre adresse e-mail");
    expect(mail?.text).toContain("Cet e-mail répond à 13 demandes");
  });
});

describe("a mail that a node of version 1.0.0 ordered", () => {
  const order = (queue: string, data: object) =>
    inTransaction(app.world.database, (tx) => app.world.jobs.send(tx, queue, data));

  it("is sent, for a confirmation", async () => {
    await people.register(email);
    const { id: accountId } = await app.world.database.db
      .selectFrom("accounts")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    await people.forgetMails();
    app.world.gateways.mails.length = 0;
    await order("members.confirmation", { mailId: app.world.uuid(), accountId, projectId: null, locale: "fr" });
    expect(await subjects()).toEqual(["Confirmez votre adresse e-mail"]);
  });

  it("is sent, for a new password", async () => {
    await people.member(email);
    app.world.gateways.mails.length = 0;
    const sealedEmail = Buffer.from(encrypt(app.world, "recovery", email)).toString("base64url");
    await order("members.recovery", { mailId: app.world.uuid(), sealedEmail, projectId: null, locale: "fr" });
    expect((await people.mails(email))[0]?.text).toMatch(/\/nouveau-mot-de-passe\?token=/);
  });
});

describe("a log-in with a provider that did not verify the address", () => {
  const begin = async (visitor: ReturnType<typeof formVisitor>, subject: string) => {
    const code = `${subject} of ${email} ${(count += 1)}`;
    const identity = { subject: `${subject} of ${email}`, email, isEmailVerified: false };
    app.world.gateways.vouch("facebook", code, { ...identity, firstname: "Mallory", lastname: "Noir" });
    const state = new URL((await visitor.open("/connexion/facebook")).location ?? "").searchParams.get("state");
    return visitor.open(`/connexion/facebook/retour?code=${encodeURIComponent(code)}&state=${state}`);
  };
  const tenMinutes = () => clock.advance(10 * MINUTE_MS);
  const lastMail = async () => (await people.mails(email)).at(-1);

  it("never has the button of a mail in which a confirmation waits", async () => {
    const stranger = formVisitor(app);
    await begin(stranger, "stranger");
    await people.mails(email);
    await people.register(email, {}, { ip: HOME });
    clock.advance(1);
    await begin(stranger, "stranger");
    tenMinutes();
    const mail = await lastMail();
    expect(mail?.subject).toBe("Confirmez votre adresse e-mail");
    expect(mail?.html).toMatch(/<a [^>]*href="[^"]*\/email-confirmation\?token=/);
    expect(mail?.html).not.toMatch(/<a [^>]*href="[^"]*\/connexion\/relier\?token=/);
    expect(mail?.text).toContain("/connexion/relier?token=");
  });

  it("leads nobody but the browser that tried it to a registration with the provider", async () => {
    const own = formVisitor(app);
    expect((await begin(own, "friend")).location).toBe("/creer-un-compte?error=written");
    const path = tokens((await lastMail())?.text ?? "").find(([, page]) => page === "relier")?.[0];
    const link = `/connexion${path}`;
    const elsewhere = formVisitor(app);
    const page = await elsewhere.open(link);
    expect([page.status, page.heading]).toEqual([200, "S’inscrire sans Facebook"]);
    expect(page.words).toContain("Demandé le 21 novembre 2026 à 20h30 avec un appareil inconnu.");
    expect(page.words).toContain("Ce n’était pas moi");
    expect(page.html).toContain('href="/creer-un-compte-form"');
    const form = await elsewhere.open("/creer-un-compte-form");
    expect([form.value("firstname"), form.html.includes("Mallory")]).toEqual(["", false]);
    expect((await own.open(link)).location).toBe("/creer-un-compte-form");
    expect((await own.open("/creer-un-compte-form")).value("firstname")).toBe("Mallory");
  });

  it.each(["nobody's", "a member's"])(
    "ends where the holder of %s address says that it was not them",
    async (whose) => {
      if (whose === "a member's") await people.member(email);
      tenMinutes();
      await begin(formVisitor(app), "stranger");
      const path = tokens((await lastMail())?.text ?? "").find(([, page]) => page === "relier")?.[0];
      const holder = formVisitor(app);
      await holder.open(`/connexion${path}`);
      expect((await holder.post(`/connexion${path}`, { intent: "disown" })).location).toBe("/");
      expect((await holder.open(`/connexion${path}`)).location).toBe("/creer-un-compte?error=link");
      const before = (await subjects()).length;
      for (let day = 0; day < 2; day += 1) {
        clock.advance(24 * HOUR_MS);
        await begin(formVisitor(app), "stranger");
      }
      tenMinutes();
      expect(await subjects()).toHaveLength(before);
    },
  );
});

describe("the link of a confirmation", () => {
  it("logs nobody in but the browser that registered, by its session or its cookie", async () => {
    const registered = await people.register(email);
    const [cookie = ""] = registered.headers.getSetCookie().map((line) => line.split(";")[0]);
    const foreign = await people.confirm(await people.linkToken(email));
    expect(foreign.body).toEqual({ data: { result: true, token: null } });
    expect(foreign.headers.getSetCookie()).toEqual([]);
    expect((await people.introspect(registered.body.data?.token ?? "")).body.user).toMatchObject({
      is_valid_email: true,
    });
    expect((await people.logIn(email)).status).toBe(200);
    expect(cookie).toMatch(/^known_browser=/);
    email = `again-${email}`;
    const again = await people.register(email);
    const [known = ""] = again.headers.getSetCookie().map((line) => line.split(";")[0]);
    const own = await people.confirm(await people.linkToken(email), { headers: { cookie: known } });
    expect(own.body.data?.token).toMatch(/^[\w-]{43}$/);
  });

  it("confirms this browser's own registration, not the stranger's that came after it", async () => {
    const { token } = (await people.register(email, { firstname: "Louise" })).body.data ?? {};
    await people.register(email, { firstname: "Mallory", password: "Ligne-Rouge!58" });
    const [link] = tokens((await people.mails(email)).at(-1)?.text ?? "");
    const confirmed = await people.confirm(link?.[2] ?? "", token === undefined ? {} : { token });
    expect((await people.introspect(confirmed.body.data?.token ?? "")).body.user).toMatchObject({
      firstname: "Louise",
      is_valid_email: true,
    });
    expect((await people.logIn(email, "Ligne-Rouge!58")).status).toBe(401);
  });

  it("says when and with what kind of device it was asked for, and logs no other browser in", async () => {
    await people.register(email, {}, { headers: { "user-agent": FIREFOX } });
    const path = `/email-confirmation?token=${await people.linkToken(email)}`;
    const page = await formVisitor(app).open(path);
    expect(page.words).toContain("Le compte a été créé le 21 novembre 2026 à 20h30 avec Firefox, Windows.");
    expect(page.words).toContain("Ce n’était pas moi");
    const elsewhere = formVisitor(app);
    await elsewhere.open(path);
    const confirmed = await elsewhere.send(path);
    expect([confirmed.status, confirmed.location]).toEqual([303, "/me-connecter"]);
    expect(elsewhere.cookies.has("user_token")).toBe(false);
  });

  it("ends the registration where 'It wasn’t me' is chosen, and stops such mails for 30 days", async () => {
    const stranger = (await people.register(email)).body.data?.token ?? "";
    const path = `/email-confirmation?token=${await people.linkToken(email)}`;
    const holder = formVisitor(app);
    await holder.open(path);
    const ended = await holder.send(path, { intent: "disown" });
    expect([ended.status, ended.heading]).toEqual([200, "Cette inscription a pris fin"]);
    expect((await people.introspect(stranger)).status).toBe(401);
    expect((await people.logIn(email)).status).toBe(401);
    expect((await holder.open(path)).heading).toBe("Ce lien n’est plus valable");
    const before = (await subjects()).length;
    clock.advance(30 * 24 * HOUR_MS - 1);
    expect((await people.register(email)).status).toBe(200);
    expect(await subjects()).toHaveLength(before);
    clock.advance(24 * HOUR_MS);
    await people.register(email);
    expect(await subjects()).toHaveLength(before + 1);
    expect(
      (await people.post("/users/email-validation", { email, callback_url: `${SITE}/email-confirmation` })).status,
    ).toBe(401);
    expect((await people.logIn(email, PASSWORD)).status).toBe(200);
  });
});
