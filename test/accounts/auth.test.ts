import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { standingClock, type StandingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { PASSWORD, peopleOf, SITE, type People } from "../support/people.ts";
import { browserOwner } from "../../src/accounts/login/known-browser.server.ts";
import { hashesMade } from "../support/quick-argon2.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const HOUR_MS = 3_600_000;

oneDatabase("accounts", (open) => {
  let app: TestApp;
  let people: People;
  let clock: StandingClock;
  let count = 0;
  let email = "";
  beforeAll(async () => {
    clock = standingClock(SATURDAY_EVENING);
    const venues = ["port-serac", "valombre", "montreval", "blankenduin"];
    app = await openTestApp(await open(), { venues, clock, pictures: "stand-ins" });
    people = peopleOf(app);
  });
  afterAll(() => app.close());
  beforeEach(() => {
    clock.set(SATURDAY_EVENING);
    email = `person-${(count += 1)}@example.test`;
  });

  describe("registration", () => {
    it("returns a token at once, and mails a link that confirms the address", async () => {
      const registered = await people.register(email);
      expect([registered.status, registered.body]).toEqual([
        200,
        { data: { token: expect.stringMatching(/^[\w-]{43}$/) } },
      ]);
      expect(registered.headers.get("cache-control")).toBe("no-store");
      const token = registered.body.data?.token ?? "";
      const before = await people.introspect(token);
      expect(before.body.user).toMatchObject({ email, is_valid_email: false, is_valid_phone: false, token });
      const confirmed = await people.confirm(await people.linkToken(email), { token });
      expect([confirmed.status, confirmed.body]).toEqual([200, { data: { result: true, token: expect.any(String) } }]);
      const after = await people.introspect(confirmed.body.data?.token ?? "");
      expect(after.body.user).toMatchObject({
        email,
        is_valid_email: true,
        firstname: "Élodie",
        birthday: "1990-05-17",
      });
    });

    it("reports every wrong field at once, in the visitor's language", async () => {
      const wrong = { civility_id: 7, lastname: "", firstname: "R2-D2", birthday: "2025-02-30", password: "short" };
      const answer = await people.register("nobody", wrong, { headers: { locale: "fr" } });
      expect(answer.status).toBe(422);
      expect(answer.body.error).toEqual([
        { key: "civility_id", message: "Choisissez une civilité" },
        { key: "lastname", message: "Champ obligatoire" },
        { key: "firstname", message: expect.stringContaining("lettres") },
        { key: "birthday", message: "Cette date n’est pas valable" },
        { key: "email", message: "Saisissez une adresse e-mail, comme nom@exemple.fr" },
        { key: "password", message: expect.stringContaining("au moins 8 caractères") },
      ]);
      const english = await people.register("nobody", {}, { headers: { locale: "en" } });
      expect(english.body.error).toEqual([
        { key: "email", message: "Enter an e-mail address, such as name@example.com" },
      ]);
    });

    it.each([
      ["port-serac", "2008-11-22", "Vous devez avoir au moins 18 ans"],
      ["blankenduin", "2005-11-22", "Vous devez avoir au moins 21 ans"],
      ["port-serac", "1906-11-20", null],
      ["port-serac", "1905-11-20", "Cette date n’est pas valable"],
    ])("demands the country's minimum age at %s: born on %s", async (slug, birthday, message) => {
      const origin = `http://${slug}.localhost:3000`;
      const changes = { birthday, validation_callback_url: `${origin}/email-confirmation` };
      const answer = await people.register(email, changes, {
        host: `${slug}.localhost:3000`,
        headers: { locale: "fr" },
      });
      if (message === null) expect(answer.status).toBe(200);
      else expect(answer.body.error).toEqual([{ key: "birthday", message }]);
    });

    it("reports the age, a common password and a foreign callback beside a wrong name", async () => {
      const wrong = { lastname: "X1", birthday: "2015-01-01", password: "Password1!", validation_callback_url: "x" };
      const answer = await people.register(email, wrong);
      expect((answer.body.error as { key: string }[]).map(({ key }) => key)).toEqual([
        "lastname",
        "birthday",
        "password",
        "validation_callback_url",
      ]);
    });

    it("lets the eighteenth birthday begin at the venue's midnight, not at UTC's", async () => {
      clock.set("2026-11-21T22:59:59Z");
      expect((await people.register(email, { birthday: "2008-11-22" })).status).toBe(422);
      clock.set("2026-11-21T23:00:00Z");
      expect((await people.register(email, { birthday: "2008-11-22" })).status).toBe(200);
    });

    it("refuses common passwords", async () => {
      for (const password of ["Password1!", "P@ssw0rd", "Azerty123!", "Soleil1!", "Welcome2024!"]) {
        const answer = await people.register(email, { password });
        expect(answer.body.error, password).toEqual([{ key: "password", message: expect.any(String) }]);
      }
    });

    it("needs a solved challenge, and accepts each once", async () => {
      const bare = await people.post("/users/web", people.form(email));
      expect(bare.status).toBe(400);
      const headers = await people.captcha();
      expect((await people.post("/users/web", people.form(email), { headers })).status).toBe(200);
      expect((await people.post("/users/web", people.form(email), { headers })).status).toBe(400);
    });

    it("stores the opt-ins with their text, time and source, and none in Belgium", async () => {
      await people.register(email);
      const { db } = app.world.database;
      const consents = db
        .selectFrom("contact_consents")
        .innerJoin("accounts", "accounts.id", "account_id")
        .select(["channel", "value", "source", "text_version", "given_at"]);
      const rows = await consents.where("email", "=", email).orderBy("contact_consents.id").execute();
      const common = { source: "registration", text_version: expect.any(String), given_at: clock.now() };
      expect(rows).toEqual([
        { channel: "CANAL_EMAIL", value: true, ...common },
        { channel: "CANAL_SMS", value: false, ...common },
        { channel: "CANAL_LETTER", value: false, ...common },
      ]);
      const belgian = `b-${email}`;
      const site = "http://blankenduin.localhost:3000";
      await people.register(
        belgian,
        { birthday: "1980-01-01", validation_callback_url: `${site}/email-confirmation` },
        { host: "blankenduin.localhost:3000" },
      );
      const forced = await consents.where("email", "=", belgian).execute();
      expect(forced.map(({ value }) => value)).toEqual([false, false, false]);
    });

    it("repeats the first answer for the same Idempotency-Key, and answers 409 to another body", async () => {
      const headers = { "idempotency-key": `key-${email}` };
      const first = await people.register(email, {}, { headers });
      const again = await people.register(email, {}, { headers });
      expect(again.body).toEqual(first.body);
      expect((await people.register(email, { firstname: "Anne" }, { headers })).status).toBe(409);
      const { db } = app.world.database;
      expect(await db.selectFrom("accounts").select("id").where("email", "=", email).execute()).toHaveLength(1);
    });
  });

  describe("callback addresses", () => {
    it.each([
      "https://evil.test/email-confirmation",
      "http://port-serac.localhost:3000.evil.test/email-confirmation",
      "http://evil@port-serac.localhost:3000/email-confirmation",
      "http://port-serac.localhost:3000/email-confirmation?next=evil",
      "http://port-serac.localhost:3000/email-confirmation#x",
      "http://port-serac.localhost:3000/x/../email-confirmation",
      "http://valombre.localhost:3000/email-confirmation",
      "http://port-serac.localhost/email-confirmation",
      "//port-serac.localhost:3000/email-confirmation",
      "javascript:alert(1)",
      "nonsense",
    ])("refuses %s under the field's own key", async (validation_callback_url) => {
      const answer = await people.register(email, { validation_callback_url });
      expect([answer.status, answer.body.error]).toEqual([
        422,
        [{ key: "validation_callback_url", message: expect.any(String) }],
      ]);
    });

    it("writes links to the venue's own site, whatever the Host header says", async () => {
      await people.register(email);
      const [mail] = await people.mails(email);
      const links = [...(mail?.html ?? "").matchAll(/href="([^"]+)"/g)].flatMap(([, href = ""]) =>
        href.startsWith("http") ? [new URL(href).origin] : [],
      );
      expect([...new Set(links)]).toEqual([SITE]);
    });

    it("takes the venue from the callback's origin on the group's host", async () => {
      const group = { host: "localhost:3000" };
      const belgian = "http://blankenduin.localhost:3000/email-confirmation";
      const young = { birthday: "2006-01-01", validation_callback_url: belgian };
      expect((await people.register(email, young, group)).body.error).toEqual([
        { key: "birthday", message: expect.stringContaining("21") },
      ]);
      expect((await people.register(email, { validation_callback_url: belgian }, group)).status).toBe(200);
    });
  });

  describe("log-in", () => {
    it("returns a token under data.token, and sets the cookie of the known browser", async () => {
      await people.member(email);
      const answer = await people.logIn(email.toUpperCase());
      expect([answer.status, answer.body]).toEqual([200, { data: { token: expect.any(String) } }]);
      expect(answer.headers.get("set-cookie")).toMatch(/^known_browser=[\w-]{43}; .*HttpOnly; SameSite=Lax$/);
    });

    it("also accepts an account whose address is not confirmed yet", async () => {
      await people.register(email);
      expect((await people.logIn(email)).status).toBe(200);
    });

    it("gives a place among the known browsers to a confirmed account only, the same one in every browser", async () => {
      const cookieOf = ({ headers }: { headers: Headers }) =>
        /^known_browser=([\w-]{43})/.exec(headers.get("set-cookie") ?? "")?.[1];
      const placeOf = (answer: { headers: Headers }) => browserOwner(app.world, cookieOf(answer) ?? null);
      const registered = await people.register(email);
      const pending = await people.logIn(email);
      expect([cookieOf(registered), cookieOf(pending)]).toEqual([expect.any(String), expect.any(String)]);
      expect([placeOf(registered), placeOf(pending)]).toEqual([null, null]);
      const unsigned = { headers: { cookie: `known_browser=${cookieOf(registered)}` } };
      // The browser that registered is logged in by its link, which makes its cookie a signed one.
      const confirmed = await people.confirm(await people.linkToken(email), unsigned);
      const places = [confirmed, await people.logIn(email), await people.logIn(email, PASSWORD, unsigned)].map(placeOf);
      expect(places[0]).toEqual(expect.any(String));
      expect(new Set(places).size).toBe(1);
    });

    it("answers a wrong password and an unknown address with the same bytes", async () => {
      await people.member(email);
      const answers = await Promise.all([
        people.logIn(email, "Wrong-Word!12"),
        people.logIn(`x${email}`, "Wrong-Word!12"),
      ]);
      expect(answers[0]?.status).toBe(401);
      expect(answers[0]?.body).toEqual(answers[1]?.body);
    });

    it("delays a network from the fifth failure on, and says no more than for a wrong password", async () => {
      await people.member(email);
      const ip = "203.0.113.9";
      for (let tries = 0; tries < 5; tries++)
        expect((await people.logIn(email, "Wrong-Word!12", { ip })).status).toBe(401);
      const delayed = await people.logIn(email, PASSWORD, { ip: "203.0.113.77" });
      expect([delayed.status, delayed.headers.get("retry-after")]).toEqual([429, "30"]);
      expect(delayed.body.error).toEqual((await people.logIn(email, "Wrong-Word!12")).body.error);
      expect((await people.logIn(email, PASSWORD, { ip: "198.18.0.1" })).status).toBe(200);
      clock.advance(30_000);
      expect((await people.logIn(email, PASSWORD, { ip })).status).toBe(200);
    });

    it("does not delay a known browser because of an attacker's failures", async () => {
      await people.member(email);
      const ip = "203.0.114.9";
      const cookie = (await people.logIn(email)).headers.get("set-cookie")?.split(";")[0] ?? "";
      for (let tries = 0; tries < 12; tries++) await people.logIn(email, "Wrong-Word!12", { ip });
      expect((await people.logIn(email, PASSWORD, { ip })).status).toBe(429);
      expect((await people.logIn(email, PASSWORD, { ip, headers: { cookie } })).status).toBe(200);
    });

    it("does not treat a stranger who registered the address again as its holder, and does not reset their failures", async () => {
      await people.member(email);
      const own = "Ligne-Rouge!58";
      expect((await people.register(email, { password: own })).status).toBe(200);
      const ip = "203.0.116.9";
      const cookie = (await people.logIn(email, own, { ip })).headers.get("set-cookie")?.split(";")[0] ?? "";
      const statuses: number[] = [];
      for (let round = 0; round < 5; round++) {
        for (let tries = 0; tries < 4; tries++)
          statuses.push((await people.logIn(email, "Wrong-Word!12", { ip, headers: { cookie } })).status);
        await people.logIn(email, own, { ip, headers: { cookie } });
        clock.advance(60_000);
      }
      expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(8);
      expect((await people.logIn(email)).status, "the holder, from elsewhere").toBe(200);
    });

    it("compares at most ten guesses an hour for an account, from however many networks", async () => {
      await people.member(email);
      const statuses: number[] = [];
      for (let tries = 0; tries < 30; tries++) statuses.push((await people.logIn(email, "Wrong-Word!12")).status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(10);
      clock.advance(HOUR_MS);
      expect((await people.logIn(email)).status).toBe(200);
    });

    it("asks unknown browsers for a proof of work while most log-ins fail, and known ones never", async () => {
      await people.member(email);
      const cookie = (await people.logIn(email)).headers.get("set-cookie")?.split(";")[0] ?? "";
      const { db } = app.world.database;
      const minute = new Date(clock.now().getTime() - 60_000);
      const fail = (attempts: number, failures: number) =>
        db
          .insertInto("login_minutes")
          .values({ minute, attempts, failures })
          .onConflict((conflict) => conflict.column("minute").doUpdateSet({ attempts, failures }))
          .execute();
      const bare = async (sent: object = {}) => (await people.logIn(email, PASSWORD, sent)).status;

      await db.deleteFrom("login_minutes").execute();
      await fail(20_000, 4_999);
      expect(await bare()).toBe(200);
      await fail(20_000, 9_000);
      expect(await bare(), "many fail, but more do not").toBe(200);
      await fail(5_999, 4_999);
      expect((await people.logIn(email, "Wrong-Word!12")).status).toBe(401);
      expect(await bare(), "one failure more").toBe(400);
      const hashes = hashesMade();
      expect(await bare(), "and again").toBe(400);
      expect(hashesMade(), "who is taken for a machine costs no hash from now on").toBe(hashes);
      expect(await bare({ headers: await people.captcha() })).toBe(200);
      expect(hashesMade()).toBe(hashes + 1);
      expect(await bare({ headers: { cookie } }), "a browser that it knows").toBe(200);
      expect((await people.logIn(email, "Wrong-Word!12")).body.error).toEqual(expect.any(String));
      clock.advance(600_000);
      expect(await bare(), "ten minutes later").toBe(200);
      await db.deleteFrom("login_minutes").execute();
    });

    it("refuses a guess beyond the limits without a hash", async () => {
      await people.member(email);
      const ip = "203.0.115.9";
      for (let tries = 0; tries < 5; tries++) await people.logIn(email, "Wrong-Word!12", { ip });
      const hashes = hashesMade();
      expect((await people.logIn(email, PASSWORD, { ip })).status).toBe(429);
      expect(hashesMade()).toBe(hashes);
    });

    it("refuses an unknown origin under its key; a missing one passes outside production", async () => {
      const body = { email, password: PASSWORD };
      const foreign = await people.post("/auth/login", { ...body, origin: "https://evil.test" });
      expect(foreign.body.error).toEqual([{ key: "origin", message: expect.any(String) }]);
      expect((await people.post("/auth/login", { ...body, origin: null })).status).toBe(401);
    });

    it("and registration are refused to a network that the policy names", async () => {
      const { world } = app;
      const allowed = world.isNetworkRefused;
      world.isNetworkRefused = (ip) => ip === "203.0.113.66";
      const sent = { ip: "203.0.113.66" };
      for (const answer of [await people.logIn(email, PASSWORD, sent), await people.register(email, {}, sent)])
        expect([answer.status, answer.body.error]).toEqual([403, "Accès refusé"]);
      expect((await people.logIn(email)).status).toBe(401);
      world.isNetworkRefused = allowed;
    });

    it("refuses a callback to a site without a member area", async () => {
      const hidden = "http://montreval.localhost:3000";
      const group = { host: "localhost:3000" };
      const token = await people.member(email);
      const callback_url = `${hidden}/nouveau-mot-de-passe`;
      const confirmation = { email, callback_url: `${hidden}/email-confirmation` };
      const registration = { validation_callback_url: confirmation.callback_url };
      for (const answer of [
        await people.post("/password/recover", { email, callback_url }, group),
        await people.post("/users/email-validation", confirmation, { token, ...group }),
        await people.register(`other-${email}`, registration, group),
      ])
        expect(answer.status).toBe(403);
    });

    it("is refused where the site has no member area", async () => {
      const host = "montreval.localhost:3000";
      for (const path of ["/auth/login", "/users/web", "/password/recover", "/auth/introspect", "/auth/google"])
        expect((await people.post(path, {}, { host })).status, path).toBe(403);
    });
  });

  describe("sessions", () => {
    it("end by log-out, for every call at once", async () => {
      const token = await people.member(email);
      const out = await people.call("POST", "/auth/logout", { token });
      expect([out.status, out.body]).toEqual([200, { data: { result: true } }]);
      expect(out.headers.get("set-cookie")).toMatch(/^user_token=; .*Max-Age=0/);
      for (const [method, path] of MEMBER_CALLS) {
        const answer = await people.call(method, path, { token, ...(method === "POST" ? { body: {} } : {}) });
        expect([path, answer.status]).toEqual([path, 401]);
      }
    });

    it("are listed, and can be ended one by one, all others, or all", async () => {
      const token = await people.member(email);
      const other =
        (await people.logIn(email, PASSWORD, { headers: { "user-agent": FIREFOX } })).body.data?.token ?? "";
      const list = async () =>
        ((await people.call("GET", "/auth/sessions", { token })).body as { data?: SessionLine[] }).data ?? [];
      const lines = await list();
      expect(lines.map(({ device }) => device)).toContain("Firefox, Windows");
      expect(lines.filter((line) => line.is_current)).toHaveLength(1);
      const target = lines.find((line) => line.device === "Firefox, Windows")?.id ?? "";
      const stranger = await people.member(`s-${email}`);
      expect((await people.call("DELETE", `/auth/sessions/${target}`, { token: stranger })).status).toBe(404);
      expect((await people.call("DELETE", `/auth/sessions/${target}`, { token })).status).toBe(200);
      expect((await people.introspect(other)).status).toBe(401);
      const third = (await people.logIn(email)).body.data?.token ?? "";
      await people.call("DELETE", "/auth/sessions?keep=current", { token });
      expect([(await people.introspect(third)).status, (await list()).length]).toEqual([401, 1]);
      await people.call("DELETE", "/auth/sessions", { token });
      expect((await people.introspect(token)).status).toBe(401);
    });

    it("end after 90 days without use and after 372 days in any case", async () => {
      const token = await people.member(email);
      for (let day = 0; day < 371; day += 89) {
        expect((await people.introspect(token)).status, `day ${day}`).toBe(200);
        clock.advance(89 * 24 * HOUR_MS);
      }
      expect((await people.introspect(token)).status).toBe(401);
      clock.set(SATURDAY_EVENING);
      const idle = (await people.logIn(email)).body.data?.token ?? "";
      clock.advance(90 * 24 * HOUR_MS);
      expect((await people.introspect(idle)).status).toBe(401);
    });

    it("get a new token after their rights changed; the old one works for another minute", async () => {
      const token = (await people.register(email)).body.data?.token ?? "";
      await people.confirm(await people.linkToken(email));
      const successor = String((await people.introspect(token)).body.user?.["token"]);
      expect(successor).not.toBe(token);
      expect((await people.introspect(token)).status).toBe(200);
      clock.advance(60_000);
      expect([(await people.introspect(token)).status, (await people.introspect(successor)).status]).toEqual([
        401, 200,
      ]);
    });

    it("accept the cookie only for reads and for the site's own JSON writes", async () => {
      const token = await people.member(email);
      const cookie = `user_token=${token}`;
      const read = await people.call("GET", "/auth/sessions", { headers: { cookie } });
      expect(read.status).toBe(200);
      const write = (headers: Record<string, string>, body?: object) =>
        people.call("POST", "/auth/introspect", { headers: { cookie, ...headers }, ...(body ? { body } : {}) });
      expect((await write({})).status).toBe(401);
      expect((await write({ origin: "https://evil.test" }, {})).status).toBe(401);
      expect((await write({ origin: "http://valombre.localhost:3000" }, {})).status).toBe(401);
      expect((await write({ origin: SITE, "content-type": "text/plain" })).status).toBe(401);
      expect((await write({ origin: SITE, "sec-fetch-site": "same-site" }, {})).status).toBe(401);
      const own = await write({ origin: SITE }, {});
      expect([own.status, own.body.user?.["token"]]).toEqual([200, null]);
    });

    it("remove the cookie of an ended session with the 401", async () => {
      const answer = await people.call("GET", "/auth/sessions", {
        headers: { cookie: `user_token=${"x".repeat(43)}` },
      });
      expect([answer.status, answer.headers.get("set-cookie")]).toEqual([401, expect.stringContaining("Max-Age=0")]);
    });
  });
});

type SessionLine = { id: string; device: string; is_current: boolean };
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const MEMBER_CALLS = [
  ["POST", "/auth/introspect"],
  ["POST", "/auth/logout"],
  ["GET", "/auth/sessions"],
  ["DELETE", "/auth/sessions"],
  ["POST", "/users/email-validation"],
] as const;
