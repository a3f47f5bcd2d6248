import { createHmac } from "node:crypto";
import { Readable } from "node:stream";
import { strFromU8, unzipSync } from "fflate";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { plain, pngThatClaims, redAndBlue } from "../support/pictures.ts";
import { DAILY_QUEUE } from "../../src/accounts/data/daily-job.server.ts";
import { inTransaction } from "../../src/platform/database/database.server.ts";
import { standingClock, type StandingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { PASSWORD, peopleOf, type Answered, type People } from "../support/people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const DAY_MS = 86_400_000;
const DONE = { data: { result: true } };
const FRENCH = { locale: "fr" };

oneDatabase("a member's account", (open) => {
  let app: TestApp;
  let people: People;
  let clock: StandingClock;
  let count = 0;
  let email = "";
  let token = "";
  beforeAll(async () => {
    clock = standingClock(SATURDAY_EVENING);
    const venues = ["port-serac", "montreval", "blankenduin"];
    app = await openTestApp(await open(), { venues, clock, pictures: "stand-ins" });
    people = peopleOf(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    clock.set(SATURDAY_EVENING);
    email = `account-${(count += 1)}@example.test`;
    token = await people.member(email);
  });

  const put = (body: unknown, sent: Parameters<People["call"]>[2] = {}) =>
    people.call("PUT", "/users", { token, body, ...sent, headers: { ...FRENCH, ...sent.headers } });
  const profile = async () => (await people.call("GET", "/profile", { token })).body.user ?? {};
  const row = () =>
    app.world.database.db.selectFrom("accounts").selectAll().where("email", "=", email).executeTakeFirst();
  async function accountId(): Promise<string> {
    return (await row())?.id ?? "";
  }
  const consents = async () =>
    app.world.database.db
      .selectFrom("contact_consents")
      .select(["channel", "value", "source"])
      .where("account_id", "=", await accountId())
      .where("source", "!=", "registration")
      .orderBy("id")
      .execute();
  async function aDay(): Promise<void> {
    const { world } = app;
    await inTransaction(world.database, (tx) => world.jobs.send(tx, DAILY_QUEUE, {}));
    await world.jobs.runAll();
  }

  describe("PUT /users", () => {
    it.each([
      [{}],
      [{ pseudo: "Ondine", optins: { CANAL_SMS: true } }],
      [{ pseudo: "Ondine", email: "other@example.test" }],
      [{ email: "other@example.test" }],
      [{ firstname: "Autre" }],
      [{ avatar_base64: "x", pseudo: "Ondine" }],
      [[]],
      [null],
      ["pseudo"],
    ])("changes one thing a call and refuses %j as 400", async (body) => {
      const answer = await put(body);
      expect([answer.status, answer.body]).toEqual([400, { error: "Une seule modification à la fois." }]);
      expect((await row())?.pseudo).toBeNull();
    });

    it("needs a member, and a site with a member area", async () => {
      expect((await people.call("PUT", "/users", { body: { pseudo: "Ondine" } })).status).toBe(401);
      for (const [method, path] of [
        ["PUT", "/users"],
        ["GET", "/profile"],
        ["GET", "/users/me/export"],
        ["DELETE", "/users/me"],
        ["POST", "/otp/send"],
        ["POST", "/otp/verify"],
      ] as const) {
        const answer = await people.call(method, path, { token, host: "montreval.localhost:3000" });
        expect([path, answer.status]).toEqual([path, 403]);
      }
    });

    it("accepts the cookie from the site's own pages only", async () => {
      const cookie = `user_token=${token}`;
      const own = { cookie, origin: "http://port-serac.localhost:3000" };
      const foreign = { cookie, origin: "https://evil.test" };
      const body = { pseudo: `Ondine ${count}` };
      expect((await people.call("PUT", "/users", { body, headers: foreign })).status).toBe(401);
      expect((await people.call("PUT", "/users", { body, headers: own })).status).toBe(200);
    });

    it("changes the password and answers data.result", async () => {
      const wrong = await put({ current_password: "Wrong-Word!1", password: "Phare-Blanc?82" });
      expect(wrong.body.error).toEqual([{ key: "current_password", message: "Mot de passe actuel incorrect" }]);
      expect((await put({ password: "Phare-Blanc?82" })).status).toBe(403);
      expect((await put({ current_password: PASSWORD, password: "Phare-Blanc?82" })).body).toEqual(DONE);
      expect((await people.logIn(email, "Phare-Blanc?82")).status).toBe(200);
    });

    it("is closed to an account without a full name, which may still be deleted", async () => {
      await app.world.database.db
        .updateTable("accounts")
        .set({ firstname: null, firstname_normalised: null })
        .where("email", "=", email)
        .execute();
      expect((await put({ pseudo: "Ondine" })).status).toBe(403);
      expect((await profile())["firstname"]).toBeNull();
      const headers = { authorization: `Bearer ${token}` };
      expect((await app.get("port-serac", "/api/users/me/export", headers)).status).toBe(200);
      expect((await people.requestDeletion(token)).status).toBe(200);
    });
  });

  describe("opt-ins", () => {
    it("change where they are named, are recorded in the history, and are an array in the profile", async () => {
      const answer = await put({ optins: { CANAL_SMS: true } });
      expect([answer.status, answer.body.user?.["optins"]]).toEqual([200, ["CANAL_EMAIL", "CANAL_SMS"]]);
      await put({ optins: { CANAL_EMAIL: false, CANAL_LETTER: true } });
      expect((await profile())["optins"]).toEqual(["CANAL_SMS", "CANAL_LETTER"]);
      expect(await consents()).toEqual([
        { channel: "CANAL_SMS", value: true, source: "account" },
        { channel: "CANAL_EMAIL", value: false, source: "account" },
        { channel: "CANAL_LETTER", value: true, source: "account" },
      ]);
    });

    it("cannot be turned on in Belgium", async () => {
      const all = { CANAL_EMAIL: true, CANAL_SMS: true, CANAL_LETTER: true };
      const answer = await put({ optins: all }, { host: "blankenduin.localhost:3000" });
      expect(answer.body.user?.["optins"]).toEqual([]);
    });

    it.each([[null], [{}], [[]], ["all"], [{ CANAL_FAX: true }], [{ CANAL_SMS: "yes" }], [{ CANAL_SMS: null }]])(
      "are refused as %j",
      async (optins) => {
        expect((await put({ optins })).status).toBe(422);
        expect(await consents()).toEqual([]);
      },
    );

    it("match the last row of their history after parallel changes", async () => {
      const values = Array.from({ length: 20 }, (_, index) => index % 2 === 0);
      await Promise.all(values.map((value) => put({ optins: { CANAL_SMS: value } })));
      const history = await consents();
      expect(history).toHaveLength(20);
      expect((await row())?.accepts_sms).toBe(history.at(-1)?.value);
    });
  });

  describe("the nickname", () => {
    const taken = [{ key: "pseudo", message: "Ce pseudo est déjà utilisé" }];

    it("is stored as it was typed, and shown by introspection", async () => {
      const pseudo = `Éclair d’été ${count}`;
      expect((await put({ pseudo: ` ${pseudo}  ` })).body.user?.["pseudo"]).toBe(pseudo);
      expect((await people.introspect(token)).body.user?.["pseudo"]).toBe(pseudo);
    });

    it("belongs to one account, whatever its case and compatibility forms", async () => {
      await put({ pseudo: `Straße ${count}` });
      const stranger = await people.member(`stranger-${count}@example.test`);
      for (const pseudo of [`STRASSE ${count}`, `straße ${count}`, `Ｓtraße ${count}`])
        expect((await put({ pseudo }, { token: stranger })).body.error).toEqual(taken);
      expect((await put({ pseudo: `STRASSE ${count}` })).status).toBe(200);
    });

    it.each(["admin", "A.d-m_i n", "ADMIN", "Modérateur", "Service Client", "Belrive", "Club Belrive", "le.bel-rive"])(
      "is refused where it could pass for the group's: %s",
      async (pseudo) => {
        expect((await put({ pseudo })).body.error).toEqual(taken);
      },
    );

    it.each([
      ["", "Champ obligatoire"],
      [null, "Champ obligatoire"],
      ["ab", "De 3 à 20 caractères"],
      ["x".repeat(21), "De 3 à 20 caractères"],
      ["x".repeat(5000), "De 3 à 20 caractères"],
      ["<b>x</b>", expect.any(String)],
      ["a\u202Eb", expect.any(String)],
      ["'; drop table accounts", expect.any(String)],
      [["abc"], expect.any(String)],
      [{}, expect.any(String)],
      [12345, expect.any(String)],
    ])("is refused as %j", async (pseudo, message) => {
      const answer = await put({ pseudo });
      expect([answer.status, answer.body.error]).toEqual([422, [{ key: "pseudo", message }]]);
    });

    it.each(["a\u0000bc", "\uD800abc"])("that the database cannot store (%j) is refused with 400", async (pseudo) => {
      expect((await put({ pseudo })).status).toBe(400);
    });

    it("goes to one account when many take it at once", async () => {
      const tokens = await Promise.all(
        Array.from({ length: 8 }, (_, index) => people.register(`racer-${count}-${index}@example.test`)),
      );
      const answers = await Promise.all(
        tokens.map(({ body }) => put({ pseudo: `Unique ${count}` }, { token: body.data?.token ?? "" })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(7);
    });
  });

  describe("the avatar", () => {
    const upload = (bytes: Uint8Array, type = "image/jpeg") =>
      put({ avatar_base64: `data:${type};base64,${Buffer.from(bytes).toString("base64")}` });
    const media = (address: unknown) => app.get("port-serac", new URL(String(address)).pathname);
    const code = (answer: Answered) => (answer.body.error as { key: string; message: string }[])[0];

    it("becomes a square of 512 pixels at a new address, which introspection shows", async () => {
      const answer = await upload(await redAndBlue(900, 600));
      expect(answer.status).toBe(200);
      const address = answer.body.user?.["avatar"];
      expect(address).toMatch(/^http:\/\/port-serac\.localhost:3000\/media\/avatars\/[\w-]{36}$/);
      expect((await people.introspect(token)).body.user?.["avatar"]).toBe(address);
      const served = await media(address);
      expect(Object.fromEntries(served.headers)).toMatchObject({
        "content-type": "image/webp",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
      });
      expect(await sharp(Buffer.from(await served.arrayBuffer())).metadata()).toMatchObject({
        width: 512,
        height: 512,
        format: "webp",
      });
      const next = (await upload(await plain(64, 64))).body.user?.["avatar"];
      expect(next).not.toBe(address);
      expect([(await media(address)).status, (await media(next)).status]).toEqual([404, 200]);
    });

    it("keeps neither metadata nor bytes behind the pixels", async () => {
      const exif = { IFD0: { Make: "CanaryCamera" }, IFD3: { GPSLatitude: "45/1 30/1 0/1", GPSLatitudeRef: "N" } };
      const tagged = await sharp(await plain(300, 300))
        .withExif(exif)
        .jpeg()
        .toBuffer();
      const polyglot = Buffer.concat([tagged, Buffer.from("<script>alert('CanaryTail')</script>PK\x03\x04")]);
      expect((await sharp(polyglot).metadata()).exif).toBeDefined();
      const answer = await upload(polyglot);
      expect(answer.status).toBe(200);
      const kept = Buffer.from(await (await media(answer.body.user?.["avatar"])).arrayBuffer());
      const metadata = await sharp(kept).metadata();
      expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.icc]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      expect(kept.toString("latin1")).not.toMatch(/Canary|script/);
    });

    it.each([
      ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
      ["a GIF", Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64")],
      ["a TIFF", Buffer.from("49492a0008000000000000000000", "hex")],
      ["a GIF behind a JPEG's first bytes", Buffer.concat([Buffer.from("ffd8ffe0", "hex"), Buffer.from("GIF89a")])],
      ["nothing", Buffer.alloc(0)],
      ["text", Buffer.from("not a picture at all")],
      ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ])("is not %s", async (_what, bytes) => {
      const answer = await upload(bytes);
      expect([answer.status, code(answer)?.key]).toEqual([422, "avatar_base64"]);
      expect((await profile())["avatar"]).toBeNull();
    });

    it("is refused undecoded where its header announces more than 25 million pixels", async () => {
      for (const [width, height] of [
        [5001, 5000],
        [60_000, 60_000],
      ] as const) {
        const answer = await upload(pngThatClaims(width, height), "image/png");
        expect(code(answer)?.message).toBe("Cette image a trop de pixels, choisissez-en une plus petite");
      }
    });

    it("may have 5 MB at most, in a body of 7.5 MB", async () => {
      const picture = await plain(400, 400);
      const padded = (size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.length)]);
      expect((await upload(padded(5 * 1024 * 1024))).status).toBe(200);
      const over = await upload(padded(5 * 1024 * 1024 + 1));
      expect([over.status, code(over)?.message]).toEqual([
        422,
        "Le fichier sélectionné dépasse la taille maximale autorisée de 5 Mo.",
      ]);
      expect((await upload(padded(6 * 1024 * 1024))).status).toBe(413);
      expect((await put({ pseudo: "x".repeat(70_000) })).status).toBe(413);
      expect((await put({ avatar_base64: "A".repeat(70_000), pseudo: "Ondine" })).status).toBe(400);
      const elsewhere = await people.post("/otp/verify", { otp: "x".repeat(70_000) }, { token });
      expect(elsewhere.status).toBe(413);
    });

    it.each([
      [null],
      [""],
      [12],
      [["a"]],
      ["%%%"],
      ["data:image/png;base64,"],
      ["https://evil.test/a.png"],
      ["\uFEFF"],
    ])("is refused as %j", async (avatar_base64) => {
      const answer = await put({ avatar_base64 });
      expect([answer.status, code(answer)?.key]).toEqual([422, "avatar_base64"]);
    });

    it("does not block the event loop while twenty large pictures arrive together", async () => {
      const picture = await plain(400, 400);
      const large = Buffer.concat([picture, Buffer.alloc(5 * 1024 * 1024 - picture.length)]);
      const body = Buffer.from(JSON.stringify({ avatar_base64: large.toString("base64") }));
      const tokens = [token, await people.member(`second-${count}@example.test`)];
      const headers = { "content-type": "application/json", "content-length": String(body.length) };
      /** The body in chunks, as a socket delivers it. */
      async function* pieces() {
        for (let at = 0; at < body.length; at += 65_536) {
          yield body.subarray(at, at + 65_536);
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
      const send = (index: number) =>
        app.send("port-serac.localhost:3000", "/api/users", {
          method: "PUT",
          body: Readable.toWeb(Readable.from(pieces())),
          duplex: "half",
          headers: { ...headers, authorization: `Bearer ${tokens[index % 2]}` },
        } as unknown as RequestInit);
      // Measure this thread's processor time between two turns: the clock would also measure the other processes of a busy machine.
      const turns: number[] = [];
      let before = process.threadCpuUsage();
      const watch = setInterval(() => {
        const { user, system } = process.threadCpuUsage(before);
        turns.push((user + system) / 1000);
        before = process.threadCpuUsage();
      }, 5);
      const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => send(index)));
      clearInterval(watch);
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
      turns.sort((one, other) => one - other);
      expect(turns[Math.floor(turns.length * 0.99)]).toBeLessThan(50);
    }, 60_000);
  });

  describe("deleting the account", () => {
    it("ends every session and keeps the account thirty days; a log-in restores it", async () => {
      const other = (await people.logIn(email)).body.data?.token ?? "";
      const answer = await people.requestDeletion(token);
      expect([answer.status, answer.body]).toEqual([
        200,
        { data: { result: true, erased_at: "2026-12-21T19:30:00.000Z" } },
      ]);
      for (const old of [token, other]) expect((await people.introspect(old)).status).toBe(401);
      expect((await people.mails(email)).at(-1)).toMatchObject({
        subject: "Votre compte sera supprimé",
        text: expect.stringMatching(/21\sdécembre\s2026/),
      });
      clock.advance(30 * DAY_MS - 1000);
      await aDay();
      token = (await people.logIn(email)).body.data?.token ?? "";
      expect((await profile())["email"]).toBe(email);
      clock.advance(2 * DAY_MS);
      await aDay();
      expect((await row())?.status).toBe("confirmed");
    });

    it("erases the person after thirty days and keeps the records that the law demands, without a name", async () => {
      const id = await accountId();
      await put({ pseudo: `Parti ${count}` });
      await people.requestDeletion(token);
      clock.advance(30 * DAY_MS);
      await aDay();
      const { db } = app.world.database;
      const left = await db.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
      const { customer_id: customer, ...rest } = left;
      expect(customer).toMatch(/^\d{12}$/);
      expect(rest).toMatchObject({ status: "erased", erased_at: clock.now(), locale: "fr" });
      expect(JSON.stringify(left)).not.toMatch(/account-|Delmas|lodie|1990-05-17|Parti|argon2/i);
      expect((await people.mails(email)).at(-1)?.subject).toBe("Votre compte a été supprimé");
      expect((await people.logIn(email)).status).toBe(401);
      expect((await people.register(email)).status).toBe(200);
      const kept = db.selectFrom("contact_consents").select("channel").where("account_id", "=", id);
      expect(await kept.execute()).toHaveLength(3);
      const sessions = db.selectFrom("sessions").select("id").where("account_id", "=", id);
      expect(await sessions.execute()).toEqual([]);
    });

    it("revokes our access at the provider, and retries while the provider is down", async () => {
      const { gateways, jobs } = app.world;
      const person = { email, isEmailVerified: true };
      gateways.vouch("apple", email, { subject: email, nonce: "n", ...person });
      const login = { access_token: email, nonce: "n", origin: "http://port-serac.localhost:3000" };
      const linked = await people.post("/auth/apple", login);
      await people.requestDeletion(linked.body.data?.token ?? "");
      clock.advance(30 * DAY_MS);
      gateways.down.add("apple");
      await aDay();
      expect(gateways.revoked.filter(({ subject }) => subject === email)).toEqual([]);
      gateways.down.delete("apple");
      await jobs.runAll();
      expect(gateways.revoked.filter(({ subject }) => subject === email)).toEqual([
        { provider: "apple", subject: email, refreshToken: null },
      ]);
    });

    it("is announced after three years without a log-in and happens thirty days later, unless the member logs in", async () => {
      const absent = `absent-${count}@example.test`;
      await people.member(absent);
      clock.set("2029-11-21T19:29:00Z");
      await aDay();
      expect((await people.mails(email)).at(-1)?.subject).not.toBe("Votre compte va être supprimé");
      clock.set("2029-11-21T19:31:00Z");
      await aDay();
      await aDay();
      for (const address of [email, absent]) {
        const notices = (await people.mails(address)).filter(
          ({ subject }) => subject === "Votre compte va être supprimé",
        );
        expect(notices).toHaveLength(1);
      }
      clock.advance(29 * DAY_MS);
      await people.logIn(email);
      await aDay();
      clock.advance(DAY_MS);
      await aDay();
      expect((await row())?.status).toBe("confirmed");
      expect((await people.logIn(absent)).status).toBe(401);
    });

    it("keeps an account whose address bounces, but marks the address and turns its marketing off", async () => {
      const { db } = app.world.database;
      const { bouncing } = app.world.gateways;
      const gone = `bounces-${count}@example.test`;
      await people.member(gone);
      await db.updateTable("accounts").set({ accepts_email: true }).where("email", "=", gone).execute();
      const look = () =>
        db
          .selectFrom("accounts")
          .select(["email_bounced_at", "accepts_email"])
          .where("email", "=", gone)
          .executeTakeFirst();
      const recover = async () => {
        clock.advance(120_000);
        await people.forgetMails();
        await people.recover(gone);
        await app.world.jobs.runAll();
      };
      bouncing.add(gone);
      await recover();
      expect(await look()).toEqual({ email_bounced_at: clock.now(), accepts_email: false });
      const before = app.world.gateways.mails.length;
      bouncing.clear();
      await app.world.jobs.runAll();
      expect(app.world.gateways.mails).toHaveLength(before);
      await recover();
      expect((await look())?.email_bounced_at).toBeNull();
    });

    it("never erases a disabled account, neither for inactivity nor by a requested deletion", async () => {
      const { db } = app.world.database;
      const banned = [`banned-${count}@example.test`, `leaving-${count}@example.test`];
      for (const address of banned) await people.member(address);
      const [silent = "", leaving = ""] = banned;
      const at = clock.now();
      await db
        .updateTable("accounts")
        .set({ disabled_at: at, inactivity_noticed_at: at })
        .where("email", "=", silent)
        .execute();
      await db
        .updateTable("accounts")
        .set({ disabled_at: at, deletion_requested_at: at })
        .where("email", "=", leaving)
        .execute();
      clock.set("2029-12-31T12:00:00Z");
      await aDay();
      const left = await db.selectFrom("accounts").select("status").where("email", "in", banned).execute();
      expect(left.map(({ status }) => status)).toEqual(["confirmed", "confirmed"]);
    });

    it("erases an account whose address was not confirmed within ninety days", async () => {
      const unconfirmed = `unconfirmed-${count}@example.test`;
      await people.register(unconfirmed);
      clock.advance(90 * DAY_MS);
      await aDay();
      const left = app.world.database.db.selectFrom("accounts").select("id").where("email", "=", unconfirmed);
      expect(await left.execute()).toEqual([]);
      expect((await row())?.status).toBe("confirmed");
    });
  });

  it("exports everything that is stored as a zip of JSON, without secrets", async () => {
    await put({ optins: { CANAL_LETTER: true } });
    await put({ avatar_base64: (await plain(40, 40)).toString("base64") });
    await people.logIn(email);
    const headers = { authorization: `Bearer ${token}` };
    const get = () => app.get("port-serac", "/api/users/me/export", headers);
    const answer = await get();
    expect(answer.headers.get("content-type")).toBe("application/zip");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="account-\d{12}\.zip"$/);
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    const { "avatar.webp": picture = new Uint8Array(), ...texts } = files;
    expect((await sharp(picture).metadata()).width).toBe(512);
    const told = Object.fromEntries(
      Object.entries(texts).map(([name, bytes]) => [name, JSON.parse(strFromU8(bytes)) as unknown]),
    );
    expect(told).toEqual({
      "account.json": expect.objectContaining({
        exported_at: "2026-11-21T19:30:00.000Z",
        email,
        firstname: "Élodie",
        birthday: "1990-05-17",
        accepts_letter: true,
      }),
      "links.json": [expect.objectContaining({ purpose: "email_confirmation", used_at: expect.any(String) })],
      "sites.json": expect.arrayContaining([expect.objectContaining({ site_id: 151, name: "Port-Sérac" })]),
      "consents.json": expect.arrayContaining([
        expect.objectContaining({ channel: "CANAL_LETTER", value: true, source: "account" }),
      ]),
      "sessions.json": expect.arrayContaining([expect.objectContaining({ kind: "api" })]),
      "browsers.json": expect.arrayContaining([expect.objectContaining({ last_seen_at: "2026-11-21T19:30:00.000Z" })]),
      "providers.json": [],
      "codes.json": [],
      "mails.json": [expect.objectContaining({ kind: "registration" })],
      "email_changes.json": [],
    });
    expect(JSON.stringify(told)).not.toMatch(/argon2|hash|token/);
    for (let times = 0; times < 9; times++) await get();
    expect((await get()).status).toBe(429);
  });

  describe("webhooks of identity providers", () => {
    const event = (provider: "facebook" | "apple", kind: "deleted" | "revoked" | "email_stopped" | "other") => {
      const notice = `notice ${provider} ${kind} ${count}`;
      app.world.gateways.notices.set(`${provider} ${notice}`, { subject: email, kind, at: clock.now() });
      return notice;
    };
    async function linked(provider: "facebook" | "apple"): Promise<string> {
      app.world.gateways.vouch(provider, email, { subject: email, nonce: "n", email, isEmailVerified: true });
      const origin = "http://port-serac.localhost:3000";
      return (
        (await people.post(`/auth/${provider}`, { access_token: email, nonce: "n", origin })).body.data?.token ?? ""
      );
    }
    async function post(path: string, body: string, type: string): Promise<Response> {
      return app.send("localhost:3000", path, { method: "POST", body, headers: { "content-type": type } });
    }
    const facebook = (notice: string) =>
      post("/webhooks/facebook", new URLSearchParams({ signed_request: notice }).toString(), FORM);
    const apple = (body: string) => post("/webhooks/apple", body, "application/json");
    const FORM = "application/x-www-form-urlencoded";

    it("Facebook's deletion request ends the link and the sessions, and has a status page", async () => {
      const session = await linked("facebook");
      const answer = await facebook(event("facebook", "deleted"));
      const said = (await answer.json()) as { url: string; confirmation_code: string };
      expect([answer.status, said.url]).toEqual([
        200,
        `http://port-serac.localhost:3000/webhooks/facebook/${said.confirmation_code}`,
      ]);
      expect((await people.introspect(session)).status).toBe(401);
      expect((await row())?.deletion_requested_at).toBeNull();
      expect((await people.logIn(email)).status).toBe(200);
      const page = await app.get("port-serac", `/webhooks/facebook/${said.confirmation_code}`);
      expect([page.status, await page.text()]).toEqual([200, expect.stringMatching(/21\snovembre\s2026/)]);
      const malformed = await app.get("port-serac", `/webhooks/facebook/${said.confirmation_code.replace(/.$/, "x")}`);
      expect(malformed.status).toBe(404);
    });

    it("an account without another log-in is deleted after its thirty days", async () => {
      await linked("facebook");
      const { db } = app.world.database;
      await db.updateTable("accounts").set({ password_hash: null }).where("email", "=", email).execute();
      await facebook(event("facebook", "deleted"));
      expect((await row())?.deletion_requested_at).toEqual(clock.now());
    });

    it("Apple's events end the link or the mails, and an old event does not touch a newer link", async () => {
      await linked("apple");
      const stopped = await apple(JSON.stringify({ payload: event("apple", "email_stopped") }));
      expect([stopped.status, (await row())?.accepts_email]).toEqual([200, false]);
      const other = await apple(JSON.stringify({ payload: event("apple", "other") }));
      expect(other.status).toBe(200);
      const revoked = event("apple", "revoked");
      expect((await apple(JSON.stringify({ payload: revoked }))).status).toBe(200);
      const links = () =>
        app.world.database.db.selectFrom("social_identities").select("provider").where("subject", "=", email).execute();
      expect(await links()).toEqual([]);
      clock.advance(1000);
      await linked("apple");
      expect((await apple(JSON.stringify({ payload: revoked }))).status).toBe(200);
      expect(await links()).toHaveLength(1);
    });

    it("unsigned, malformed and too large webhooks change nothing and cause no server error", async () => {
      const forged = createHmac("sha256", "another secret").update("payload").digest("base64url");
      for (const [answer, status] of [
        [await facebook(`${forged}.payload`), 401],
        [await facebook(""), 401],
        [await post("/webhooks/facebook", "\u0000", FORM), 400],
        [await post("/webhooks/facebook", `signed_request=${"x".repeat(70_000)}`, FORM), 413],
        [await apple("{"), 400],
        [await apple("[]"), 400],
        [await apple(JSON.stringify({ payload: 1 })), 400],
        [await apple(JSON.stringify({ payload: "a.b.c" })), 401],
        [await post("/webhooks/apple", "x", "text/plain"), 415],
      ] as const)
        expect(answer.status).toBe(status);
    });
  });
});
