import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { SocialIdentity } from "../../src/platform/gateways/social.ts";
import { standingClock, type StandingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { peopleOf, PASSWORD, SITE, type People } from "../support/people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

oneDatabase("social log-in", (open) => {
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
    email = `friend-${(count += 1)}@example.test`;
  });

  type Provider = "google" | "apple" | "facebook";
  function vouch(provider: Provider, claims: Partial<SocialIdentity> & { nonce?: string } = {}): string {
    const token = `${provider}-token-${(count += 1)}`;
    app.world.gateways.vouch(provider, token, {
      subject: `subject of ${email}`,
      email,
      isEmailVerified: true,
      firstname: "Ana",
      lastname: "Sorel",
      birthday: "1991-02-03",
      ...claims,
    });
    return token;
  }
  const enter = (provider: Provider, token: string, more: object = {}, sent: object = {}) =>
    people.post(`/auth/${provider}`, { access_token: token, source: "WEBSITE", origin: SITE, ...more }, sent);
  const user = async (token = "") => (await people.introspect(token)).body.user;

  it.each(["google", "facebook"] as const)(
    "makes a confirmed account from complete data of %s, and finds it again",
    async (provider) => {
      const first = await enter(provider, vouch(provider));
      expect([first.status, first.body]).toEqual([200, { data: { token: expect.any(String) } }]);
      const known = await user(first.body.data?.token);
      expect(known).toMatchObject({ email, firstname: "Ana", is_valid_email: true });
      const again = await enter(provider, vouch(provider, { email: `changed-${email}` }));
      expect((await user(again.body.data?.token))?.["customer_id"]).toBe(known?.["customer_id"]);
    },
  );

  it("needs Apple's nonce, and leads to step 1 because Apple never gives a birthday", async () => {
    const claims = { birthday: null, firstname: null, lastname: null, nonce: "n-1" };
    expect((await enter("apple", vouch("apple", claims))).status).toBe(401);
    const begun = await enter("apple", vouch("apple", claims), { nonce: "n-1" });
    expect(begun.status).toBe(422);
    expect((begun.body.error as { key: string }[]).map(({ key }) => key)).toEqual([
      "firstname",
      "lastname",
      "birthday",
    ]);
    expect(begun.body.registration).toMatchObject({ email, birthday: null });
    const { password: _, ...form } = people.form("typed-by-a-stranger@example.test");
    const body = { ...form, registration_token: begun.body.registration?.token };
    const wrong = await people.post("/users/web", { ...body, lastname: "X1", birthday: "2015-01-01" });
    expect((wrong.body.error as { key: string }[]).map(({ key }) => key)).toEqual(["lastname", "birthday"]);
    const made = await people.post("/users/web", body);
    expect(made.status).toBe(200);
    expect(await user(made.body.data?.token)).toMatchObject({ email, is_valid_email: true, firstname: "Élodie" });
    expect((await people.post("/users/web", body)).status).toBe(400);
    expect((await enter("apple", vouch("apple", claims), { nonce: "n-1" })).status).toBe(200);
  });

  it.each([
    "<script>alert(1)</script>",
    "https://evil.test/",
    "Ana\u202Eroles",
    "R2-D2",
    "Ana\nBcc: victim@example.test",
    "Ana \u{1F3B0}",
    "'",
    "a".repeat(61),
  ])("asks again in step 1 for an invalid name from the provider: %j", async (name) => {
    for (const key of ["firstname", "lastname"] as const) {
      const begun = await enter("google", vouch("google", { [key]: name, subject: `${key} ${email}` }));
      expect([begun.status, begun.body.error]).toEqual([422, [{ key, message: "Champ obligatoire" }]]);
      expect(begun.body.registration).toMatchObject({ email, [key]: null });
    }
  });

  it("trims a provider's name like a typed one", async () => {
    const entered = await enter("google", vouch("google", { firstname: " Anne-Zoé ", lastname: "d’Été Núñez" }));
    expect(await user(entered.body.data?.token)).toMatchObject({ firstname: "Anne-Zoé", lastname: "d’Été Núñez" });
  });

  it("refuses Apple where there is neither an account nor a verified address", async () => {
    const answer = await enter("apple", vouch("apple", { email: null, isEmailVerified: false, nonce: "n" }), {
      nonce: "n",
    });
    expect([answer.status, answer.body.error]).toEqual([
      401,
      "Impossible de vous connecter avec Apple, informations manquantes.",
    ]);
  });

  const unvouched = (subject = `subject of ${email}`) => vouch("facebook", { isEmailVerified: false, subject });
  const mailed = async () =>
    /relier\?token=([\w-]{43})/.exec((await people.mails(email)).at(-1)?.text ?? "")?.[1] ?? "";

  it("answers alike where the provider does not vouch for the address, whether it is known or not", async () => {
    const answers = [];
    for (const isKnown of [true, false]) {
      email = `alike-${isKnown}-${email}`;
      if (isKnown) await people.member(email);
      const { status, body, headers } = await enter("facebook", unvouched());
      answers.push({ status, body, headers: [...headers.keys()] });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect([answers[0]?.status, answers[0]?.body.error]).toEqual([
      401,
      "Nous vous avons écrit\u00a0: suivez les indications de notre e-mail.",
    ]);
  });

  const BROWSER = { headers: { cookie: `known_browser=${"b".repeat(43)}` } };

  it("continues the registration by the mail where the provider does not vouch for a free address, in the browser that began", async () => {
    await enter("facebook", unvouched(), {}, BROWSER);
    const { password: _, ...form } = people.form(email);
    const made = await people.post("/users/web", { ...form, registration_token: await mailed() }, BROWSER);
    expect(await user(made.body.data?.token)).toMatchObject({ email, is_valid_email: true });
    const again = await enter("facebook", unvouched());
    expect(await user(again.body.data?.token)).toMatchObject({ email, is_valid_email: true });
  });

  it.each([
    ["another browser's", { headers: { cookie: `known_browser=${"c".repeat(43)}` } }, BROWSER],
    ["a caller's without a cookie", BROWSER, {}],
    ["a caller's, answered by another without a cookie", {}, {}],
  ])("does not go on with %s log-in, whoever has the mail", async (_whose, answering, beginning) => {
    await enter("facebook", unvouched(), {}, beginning);
    const { password: _, ...form } = people.form(email);
    const registration_token = await mailed();
    expect((await people.post("/users/web", { ...form, registration_token }, answering)).status).toBe(400);
    expect((await enter("facebook", unvouched())).status).toBe(401);
  });

  it("ends with a new password what a provider linked that had not verified the address, and says so", async () => {
    await people.member(email);
    await enter("google", vouch("google", { subject: `google ${email}` }));
    await enter("facebook", unvouched());
    expect((await people.post("/auth/link", { linking_token: await mailed(), password: PASSWORD })).status).toBe(200);
    expect((await enter("facebook", unvouched())).status).toBe(200);
    await people.forgetMails();
    await people.recover(email);
    expect((await people.reset(await people.linkToken(email), "Phare-Blanc?82")).status).toBe(200);
    const told = (await people.mails(email)).at(-1)?.text ?? "";
    expect(told).toContain("La connexion avec Facebook a pris fin.");
    expect(told).not.toContain("Google");
    expect((await enter("facebook", unvouched())).status).toBe(401);
    const kept = await enter("google", vouch("google", { subject: `google ${email}`, email: `other-${email}` }));
    expect(await user(kept.body.data?.token)).toMatchObject({ email });
  });

  it("links to a confirmed account where the provider vouches for the address, and mails its holder", async () => {
    const own = await user(await people.member(email));
    const linked = await enter("google", vouch("google"));
    expect((await user(linked.body.data?.token))?.["customer_id"]).toBe(own?.["customer_id"]);
    expect((await people.mails(email)).at(-1)?.subject).toBe("Connexion avec Google activée");
  });

  it("asks for the password once where the provider does not vouch for the address", async () => {
    await people.member(email);
    expect((await enter("facebook", unvouched())).status).toBe(401);
    const linking_token = await mailed();
    expect((await people.post("/auth/link", { linking_token, password: "Wrong-Word!12" })).status).toBe(401);
    expect((await people.post("/auth/link", { linking_token, password: PASSWORD })).status).toBe(200);
    expect((await people.post("/auth/link", { linking_token, password: PASSWORD })).status).toBe(400);
    expect((await enter("facebook", vouch("facebook", { isEmailVerified: false }))).status).toBe(200);
  });

  /** The five classic attacks: merging by a provider, a kept session, a planted identifier, a pending change of address, a lax provider. */
  describe("pre-hijacking", () => {
    const STOLEN = "Opale-Marine!47";

    it("the owner's social log-in leaves the stranger neither password nor session", async () => {
      const sessions = [(await people.register(email)).body.data?.token ?? ""];
      for (let times = 0; times < 2; times++) sessions.push((await people.logIn(email)).body.data?.token ?? "");
      for (const session of sessions) expect((await people.introspect(session)).status).toBe(200);
      const owner = await enter("google", vouch("google"));
      expect(owner.status).toBe(200);
      for (const session of sessions) expect((await people.introspect(session)).status).toBe(401);
      expect((await people.logIn(email, STOLEN)).status).toBe(401);
    });

    it("the stranger's session ends when the owner recovers the account by mail", async () => {
      const stranger = (await people.register(email)).body.data?.token ?? "";
      await people.forgetMails();
      await people.recover(email);
      const mail = (await people.mails(email)).findLast(({ text }) => text.includes("/nouveau-mot-de-passe"));
      const link = /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
      expect((await people.reset(link, "Phare-Blanc?82")).status).toBe(200);
      expect((await people.introspect(stranger)).status).toBe(401);
      expect((await people.logIn(email, STOLEN)).status).toBe(401);
      expect((await people.logIn(email, "Phare-Blanc?82")).status).toBe(200);
    });

    it("a social log-in that the stranger linked to the address does not open the owner's account", async () => {
      const trojan = () => vouch("facebook", { email: null, isEmailVerified: false, subject: `trojan ${email}` });
      const begun = await enter("facebook", trojan());
      const stranger = await people.post("/users/web", {
        ...people.form(email),
        registration_token: begun.body.registration?.token,
      });
      expect(stranger.status).toBe(200);
      await people.forgetMails();
      await people.recover(email);
      const mail = (await people.mails(email)).findLast(({ text }) => text.includes("/nouveau-mot-de-passe"));
      const link = /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
      expect((await people.reset(link, "Phare-Blanc?82")).status).toBe(200);
      expect((await people.introspect(stranger.body.data?.token ?? "")).status).toBe(401);
      expect((await enter("facebook", trojan())).status).toBe(422);
      expect((await people.logIn(email, "Phare-Blanc?82")).status).toBe(200);
    });

    it("members cannot change their address, so no unfinished change waits for an owner", async () => {
      const stranger = await people.member(`stranger-${email}`);
      for (const body of [{ email }, { email, pseudo: `Coucou ${count}` }])
        expect((await people.call("PUT", "/users", { token: stranger, body })).status).toBe(400);
      const resent = await people.post(
        "/users/email-validation",
        { email, callback_url: `${SITE}/email-confirmation` },
        { token: stranger },
      );
      expect([resent.status, await people.mails(email)]).toEqual([422, []]);
    });

    it("a provider that verifies no address gives the stranger nothing that the owner would inherit", async () => {
      const lax = () => vouch("facebook", { email: null, isEmailVerified: false, subject: `lax ${email}` });
      const begun = await enter("facebook", lax());
      const stranger = await people.post("/users/web", {
        ...people.form(email),
        registration_token: begun.body.registration?.token,
      });
      const strangers = await user(stranger.body.data?.token);
      expect(strangers).toMatchObject({ is_valid_email: false });
      const owner = await user((await enter("google", vouch("google"))).body.data?.token);
      expect(owner?.["customer_id"]).not.toBe(strangers?.["customer_id"]);
      expect((await people.introspect(stranger.body.data?.token ?? "")).status).toBe(401);
      const back = await enter("facebook", lax());
      expect([back.status, back.body.data]).toEqual([422, undefined]);
    });

    it("gives the owner an account of their own where a stranger had a pending one with their address", async () => {
      const stranger = (await people.register(email, { firstname: "Mallory" })).body.data?.token ?? "";
      const strangerLink = await people.linkToken(email);
      const owner = await enter("google", vouch("google"));
      expect(await user(owner.body.data?.token)).toMatchObject({ firstname: "Ana", is_valid_email: true });
      expect((await people.introspect(stranger)).status).toBe(401);
      expect((await people.logIn(email)).status).toBe(401);
      expect((await people.confirm(strangerLink)).status).toBe(400);
    });

    it("removes a stranger's social log-in from an address that its owner confirms first", async () => {
      const begun = await enter(
        "facebook",
        vouch("facebook", { email: null, isEmailVerified: false, subject: `mallory ${email}` }),
      );
      await people.post("/users/web", { ...people.form(email), registration_token: begun.body.registration?.token });
      await people.forgetMails();
      const owner = await user(await people.member(email, { firstname: "Ana" }));
      const back = await enter(
        "facebook",
        vouch("facebook", { email: null, isEmailVerified: false, subject: `mallory ${email}` }),
      );
      expect([back.status, owner?.["firstname"]]).toEqual([422, "Ana"]);
    });
  });

  it("says which provider failed, and when to try again", async () => {
    for (const [provider, name] of [
      ["google", "Google"],
      ["facebook", "Facebook"],
    ] as const) {
      const refused = await enter(provider, "not-a-token");
      expect([refused.status, refused.body.error]).toEqual([401, `Impossible de vous connecter avec ${name}.`]);
    }
    app.world.gateways.down.add("google");
    const down = await enter("google", vouch("google"));
    expect([down.status, down.headers.get("retry-after")]).toEqual([503, "30"]);
  });

  it("is limited for a network; beyond that the provider is not asked", async () => {
    const sent = { ip: "203.0.113.77" };
    for (let tried = 0; tried < 60; tried += 1) expect((await enter("google", "wrong", {}, sent)).status).toBe(401);
    const late = await enter("google", vouch("google"), {}, sent);
    expect([late.status, Number(late.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
    expect((await enter("google", vouch("google"), {}, { ip: "198.51.100.78" })).status).toBe(200);
  });

  it("counts wrong passwords of a link as failed log-ins, and needs a proof of work while those are many", async () => {
    const { db } = app.world.database;
    await people.member(email);
    await enter("facebook", unvouched());
    const body = { linking_token: await mailed(), password: "Wrong-Word!12" };
    const failures = async () =>
      Number(
        (
          await db
            .selectFrom("login_minutes")
            .select(({ fn }) => fn.sum("failures").as("sum"))
            .executeTakeFirst()
        )?.sum ?? 0,
      );
    const before = await failures();
    expect((await people.post("/auth/link", body)).status).toBe(401);
    expect(await failures()).toBe(before + 1);
    const minute = new Date(clock.now().getTime() - 120_000);
    await db.insertInto("login_minutes").values({ minute, attempts: 6_000, failures: 6_000 }).execute();
    const right = { ...body, password: PASSWORD };
    expect((await people.post("/auth/link", right)).status).toBe(400);
    expect((await people.post("/auth/link", right, { headers: await people.captcha() })).status).toBe(200);
    await db.deleteFrom("login_minutes").execute();
  });

  it("demands the country's minimum age", async () => {
    const site = { host: "blankenduin.localhost:3000" };
    const young = vouch("google", { birthday: "2006-06-06" });
    const answer = await people.post(
      "/auth/google",
      { access_token: young, origin: "http://blankenduin.localhost:3000" },
      site,
    );
    expect(answer.body.error).toEqual([{ key: "birthday", message: expect.stringContaining("21") }]);
  });

  it("is offered only where the site enables it", async () => {
    const { db } = app.world.database;
    const venue = await db
      .selectFrom("projects")
      .select(["id", "config"])
      .where("establishment_id", "=", 71)
      .executeTakeFirstOrThrow();
    const config = JSON.stringify({ ...venue.config, login_google: false });
    await db.updateTable("projects").set({ config }).where("id", "=", venue.id).execute();
    await app.services.table.reload();
    const host = "blankenduin.localhost:3000";
    const origin = `http://${host}`;
    expect((await people.post("/auth/google", { access_token: vouch("google"), origin }, { host })).status).toBe(403);
    expect((await people.post("/auth/facebook", { access_token: vouch("facebook"), origin }, { host })).status).toBe(
      200,
    );
  });
});
