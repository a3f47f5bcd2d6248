import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { answerOptins, asksForOptins } from "../../src/accounts/profile/optin-question.server.ts";
import { memberOfToken } from "../../src/accounts/sessions/sessions.server.ts";
import { openDatabase, type Database } from "../../src/platform/database/database.server.ts";
import { standingClock, type StandingClock } from "../support/clock.ts";
import { createPostgresDatabase, oneDatabase } from "../support/databases.ts";
import { messageIdOf } from "../support/gateways.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { PASSWORD, peopleOf, type Answered, type People } from "../support/people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { amount } from "../support/proof.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const SEQUENCES = amount({ test: 2, proof: 60 });
/** How many calls run at once: more than the nodes have connections. */
const TOGETHER = amount({ test: 200, proof: 1_000 });
const DONE = { data: { result: true } };

type Sent = { token: string; device: string; ip?: string; more?: object };

/** The phone calls, as clients make them. */
function phoneCalls(app: TestApp, people: People) {
  return {
    send: async ({ token, device, ip, more = {} }: Sent): Promise<Answered> =>
      people.post(
        "/otp/send",
        { otp_type: "check", device_type: "mobile", device, ...more },
        { token, headers: { locale: "fr", ...(await people.captcha()) }, ...(ip === undefined ? {} : { ip }) },
      ),
    verify: (token: string, device_token: string, otp: string) =>
      people.post("/otp/verify", { device_token, otp }, { token, headers: { locale: "fr" } }),
    /** The code of the last message to a number. */
    codeOf: (phone: string) =>
      /^\d{4}/.exec(app.world.gateways.texts.findLast((sms) => sms.to === phone)?.text ?? "")?.[0] ?? "none",
  };
}
const deviceToken = ({ body }: Answered) => String((body.data as { device_token?: string } | undefined)?.device_token);
const other = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, "0");

oneDatabase("a mobile number", (open) => {
  let app: TestApp;
  let people: People;
  let clock: StandingClock;
  let calls: ReturnType<typeof phoneCalls>;
  let count = 0;
  let strangers = 0;
  let token = "";
  let phone = "";
  beforeAll(async () => {
    clock = standingClock(SATURDAY_EVENING);
    const venues = ["port-serac", "montreval", "blankenduin"];
    app = await openTestApp(await open(), { venues, clock, pictures: "stand-ins" });
    people = peopleOf(app);
    calls = phoneCalls(app, people);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    clock.set(SATURDAY_EVENING);
    clock.tick(0);
    count += 1;
    token = await people.member(`phone-${count}@example.test`);
    phone = `+3361${String(count).padStart(3, "0")}0001`;
  });

  describe("the delivery receipt of its message", () => {
    const KEY = "sandbox-sms-receipts-key";
    const receipt = async (fields: Record<string, string>, method = "GET") =>
      (await app.send("localhost:3000", `/webhooks/ovh?${new URLSearchParams({ key: KEY, ...fields })}`, { method }))
        .status;
    const delivery = async (id: string) =>
      app.world.database.db
        .selectFrom("otp_codes")
        .select(["delivery", "delivery_at"])
        .where("message_id", "=", id)
        .executeTakeFirst();

    it("is stored with it; receipts may repeat and come out of order, and a final status stays", async () => {
      await calls.send({ token, device: phone });
      const id = messageIdOf(app.world.gateways.texts.at(-1) ?? { id: "" });
      expect(await delivery(id)).toEqual({ delivery: null, delivery_at: null });
      expect(await receipt({ id, ptt: "3" })).toBe(200);
      expect(await delivery(id)).toMatchObject({ delivery: "pending" });
      const arrived = clock.now();
      expect(await receipt({ id, ptt: "4", date: "2026-11-21" }, "POST")).toBe(200);
      clock.advance(1_000);
      for (const ptt of ["4", "1", "24", "6"]) expect(await receipt({ id, ptt })).toBe(200);
      expect(await delivery(id)).toEqual({ delivery: "delivered", delivery_at: arrived });
    });

    it("is counted where the delivery failed", async () => {
      await calls.send({ token, device: phone });
      const id = messageIdOf(app.world.gateways.texts.at(-1) ?? { id: "" });
      expect(await receipt({ id, ptt: "23" })).toBe(200);
      expect(await delivery(id)).toMatchObject({ delivery: "failed" });
      expect(app.world.metrics.text({})).toContain('sms_receipts_total{delivery="failed"} 1');
    });

    it("changes nothing without our key, and malformed receipts cause no server error", async () => {
      await calls.send({ token, device: phone });
      const id = messageIdOf(app.world.gateways.texts.at(-1) ?? { id: "" });
      for (const key of ["", "guess", `${KEY}0`, "\0"]) expect(await receipt({ id, ptt: "4", key })).toBe(401);
      const nonsense: Record<string, string>[] = [
        {},
        { id },
        { id, ptt: "x" },
        { id: "\ud800\0", ptt: "4" },
        { id: "9".repeat(30), ptt: "4" },
      ];
      for (const fields of nonsense) expect(await receipt(fields)).toBe(400);
      expect(await delivery(id)).toMatchObject({ delivery: null });
      expect(await receipt({ id: "1", ptt: "4" })).toBe(200);
      const huge = await app.send("localhost:3000", "/webhooks/ovh", { method: "POST", body: "x".repeat(70_000) });
      expect(huge.status).toBe(413);
    });
  });

  /** Verifies a number from the first message to the end. */
  async function verified(member: string, device: string): Promise<void> {
    const sent = await calls.send({ token: member, device });
    expect((await calls.verify(member, deviceToken(sent), calls.codeOf(device))).body).toEqual(DONE);
  }
  const identity = async (member: string) => (await people.introspect(member)).body.user;

  it("is verified by the code of a message, and the next introspection shows it under a new token", async () => {
    const sent = await calls.send({ token, device: "06 1" + phone.slice(5) });
    expect([sent.status, sent.body]).toEqual([200, { data: { device_token: expect.stringMatching(/^[\w-]{22}$/) } }]);
    const message = app.world.gateways.texts.at(-1);
    expect(message).toMatchObject({
      to: phone,
      text: expect.stringMatching(
        /^\d{4} est votre code Casino Belrive Port-Sérac\. Il est valable 5 minutes\.\n\n@port-serac\.localhost #\d{4}$/,
      ),
    });
    expect((await calls.verify(token, deviceToken(sent), calls.codeOf(phone))).body).toEqual(DONE);
    const user = await identity(token);
    expect(user).toMatchObject({ is_valid_phone: true });
    expect(user?.["token"]).not.toBe(token);
    const profile = await people.call("GET", "/profile", { token: String(user?.["token"]) });
    expect(profile.body.user).toMatchObject({ main_phones: { mobile: phone } });
  });

  it("may be typed in its national form for the site's country, or with a prefix", async () => {
    for (const [slug, typed, number] of [
      ["port-serac", "06 12 34 56 78", "+33612345678"],
      ["port-serac", "+41 78 123 45 67", "+41781234567"],
      ["port-serac", "0032 470 12 34 56", "+32470123456"],
      ["port-serac", "+49 (151) 12345678", "+4915112345678"],
      ["blankenduin", "0470 12 34 57", "+32470123457"],
    ] as const) {
      const answer = await people.post(
        "/otp/send",
        { otp_type: "check", device_type: "mobile", device: typed },
        { token, host: `${slug}.localhost:3000`, headers: await people.captcha() },
      );
      expect(answer.status, typed).toBe(200);
      expect(app.world.gateways.texts.at(-1)?.to).toBe(number);
    }
  });

  it.each([
    ["", "Champ obligatoire"],
    ["06 12", "Ce numéro de mobile n’est pas valable"],
    ["01 45 67 89 01", "Ce numéro de mobile n’est pas valable"],
    ["0899 12 34 56", "Ce numéro de mobile n’est pas valable"],
    ["+32 900 12345", "Ce numéro de mobile n’est pas valable"],
    ["0612345678 ext 5", "Ce numéro de mobile n’est pas valable"],
    ["x0612345678", "Ce numéro de mobile n’est pas valable"],
    ["+1 212 555 1234", "Les numéros de ce pays ne sont pas acceptés"],
    ["+44 7911 123456", "Les numéros de ce pays ne sont pas acceptés"],
    ["0".repeat(26), "Ce numéro de mobile n’est pas valable"],
  ])("is refused under its field where it is no mobile number of an accepted country: %j", async (device, message) => {
    const texts = app.world.gateways.texts.length;
    const answer = await calls.send({ token, device });
    expect([answer.status, answer.body]).toEqual([422, { error: [{ key: "device", message }] }]);
    expect(app.world.gateways.texts).toHaveLength(texts);
  });

  it("needs a solved challenge and a member", async () => {
    const body = { otp_type: "check", device_type: "mobile", device: phone };
    expect((await people.post("/otp/send", body, { token })).status).toBe(400);
    expect((await people.post("/otp/send", body, { headers: await people.captcha() })).status).toBe(401);
    const hidden = await people.post("/otp/send", body, { token, host: "montreval.localhost:3000" });
    expect(hidden.status).toBe(403);
  });

  it("says 'Vous avez déjà ce numéro' to its holder", async () => {
    await verified(token, phone);
    const again = await calls.send({ token, device: phone });
    expect(again.body.error).toEqual([{ key: "device", message: "Vous avez déjà ce numéro" }]);
  });

  it("is refused in an array where another active account has it", async () => {
    await verified(token, phone);
    const stranger = await people.member(`stranger-${count}@example.test`);
    clock.advance(MINUTE_MS);
    const answer = await calls.send({ token: stranger, device: phone });
    expect(answer.body.error).toEqual([{ key: "device", message: "Ce numéro est déjà utilisé" }]);
  });

  it("is refused under mobile_phone after the right code, where a disabled account has it", async () => {
    await verified(token, phone);
    const { db } = app.world.database;
    await db.updateTable("accounts").set({ disabled_at: clock.now() }).where("mobile_phone", "=", phone).execute();
    const stranger = await people.member(`stranger-${count}@example.test`);
    clock.advance(MINUTE_MS);
    const sent = await calls.send({ token: stranger, device: phone });
    expect(sent.status).toBe(200);
    const answer = await calls.verify(stranger, deviceToken(sent), calls.codeOf(phone));
    expect([answer.status, answer.body.error]).toEqual([
      422,
      [{ key: "mobile_phone", message: expect.stringContaining("compte désactivé") }],
    ]);
    expect(await identity(stranger)).toMatchObject({ is_valid_phone: false });
  });

  describe("that replaces a verified one", () => {
    const next = () => phone.replace(/1$/, "2");
    beforeEach(() => verified(token, phone));

    it("asks for the password, keeps the old number until the code is right, and mails the holder", async () => {
      const bare = await calls.send({ token, device: next() });
      expect([bare.status, bare.body]).toEqual([
        403,
        { error: expect.stringContaining("Confirmez"), error_details: { code: "FRESH_LOGIN_REQUIRED" } },
      ]);
      const wrong = await calls.send({ token, device: next(), more: { current_password: "Wrong-Word!1" } });
      expect(wrong.body.error).toEqual([{ key: "current_password", message: "Mot de passe actuel incorrect" }]);
      const sent = await calls.send({ token, device: next(), more: { current_password: PASSWORD } });
      expect(sent.status).toBe(200);
      const profile = async () => (await people.call("GET", "/profile", { token })).body.user?.["main_phones"];
      expect(await profile()).toEqual({ mobile: phone });
      clock.advance(MINUTE_MS);
      const again = await calls.send({ token, device: next() });
      expect(again.status).toBe(200);
      expect((await calls.verify(token, deviceToken(again), calls.codeOf(next()))).status).toBe(200);
      expect(await profile()).toEqual({ mobile: next() });
      const mails = await people.mails(`phone-${count}@example.test`);
      expect(mails.at(-1)?.subject).toBe("Votre numéro de mobile a changé");
    });

    it("accepts a code on the old number instead, for five minutes", async () => {
      clock.advance(MINUTE_MS);
      const leaving = await calls.send({ token, device: phone, more: { purpose: "leave_phone" } });
      expect(leaving.status).toBe(200);
      expect(app.world.gateways.texts.at(-1)?.text).toContain("pour changer de numéro");
      expect((await calls.verify(token, deviceToken(leaving), calls.codeOf(phone))).body).toEqual(DONE);
      clock.advance(5 * MINUTE_MS);
      expect((await calls.send({ token, device: next() })).status).toBe(403);
      clock.advance(-MINUTE_MS);
      expect((await calls.send({ token, device: next() })).status).toBe(200);
    });

    it("accepts a code on the old number in the same call", async () => {
      clock.advance(MINUTE_MS);
      const leaving = await calls.send({ token, device: phone, more: { purpose: "leave_phone" } });
      const proof = (otp: string) => ({ device_token: deviceToken(leaving), otp });
      const wrong = await calls.send({ token, device: next(), more: proof(other(calls.codeOf(phone))) });
      expect([wrong.status, wrong.body.error]).toEqual([422, [{ key: "otp", message: "Ce code est incorrect" }]]);
      const right = await calls.send({ token, device: next(), more: proof(calls.codeOf(phone)) });
      expect(right.status).toBe(200);
    });

    it("sends the code for leaving a number only to the member's own one", async () => {
      const answer = await calls.send({ token, device: next(), more: { purpose: "leave_phone" } });
      expect([answer.status, answer.body.error]).toEqual([422, [{ key: "device", message: expect.any(String) }]]);
    });

    it("lets the password be guessed five times in 15 minutes", async () => {
      const guess = () => calls.send({ token, device: next(), more: { current_password: "Wrong-Word!1" } });
      for (let tries = 0; tries < 5; tries++) expect((await guess()).status).toBe(422);
      expect((await guess()).status).toBe(429);
    });
  });

  describe("a code", () => {
    it("is compared three times; the third failure says that it is used up, and then even the right code is refused", async () => {
      const sent = deviceToken(await calls.send({ token, device: phone }));
      const code = calls.codeOf(phone);
      const wrong = "Ce code est incorrect";
      for (const message of [
        wrong,
        wrong,
        "Trois codes incorrects : celui-ci n’est plus valable, demandez-en un nouveau",
      ])
        expect((await calls.verify(token, sent, other(code))).body.error).toEqual([{ key: "otp", message }]);
      const dead = [{ key: "otp", message: "Ce code n’est plus valable, demandez-en un nouveau" }];
      expect((await calls.verify(token, sent, code)).body.error).toEqual(dead);
      expect(await identity(token)).toMatchObject({ is_valid_phone: false });
    });

    it("is accepted once, within five minutes, unless a new one replaced it", async () => {
      const first = deviceToken(await calls.send({ token, device: phone }));
      const firstCode = calls.codeOf(phone);
      clock.advance(MINUTE_MS);
      const second = deviceToken(await calls.send({ token, device: phone }));
      expect((await calls.verify(token, first, firstCode)).status).toBe(422);
      clock.advance(5 * MINUTE_MS - 1);
      expect((await calls.verify(token, second, calls.codeOf(phone))).status).toBe(200);
      expect((await calls.verify(token, second, calls.codeOf(phone))).status).toBe(422);
      const late = await people.member(`late-${count}@example.test`);
      const number = phone.replace(/1$/, "3");
      const third = deviceToken(await calls.send({ token: late, device: number }));
      clock.advance(5 * MINUTE_MS);
      expect((await calls.verify(late, third, calls.codeOf(number))).status).toBe(422);
    });

    it("is refused in another session, to another member, and with a malformed token", async () => {
      const sent = deviceToken(await calls.send({ token, device: phone }));
      const code = calls.codeOf(phone);
      const elsewhere = (await people.logIn(`phone-${count}@example.test`)).body.data?.token ?? "";
      const stranger = await people.member(`foreign-${count}@example.test`);
      for (const [who, what] of [
        [elsewhere, sent],
        [stranger, sent],
        [token, `${sent}x`],
        [token, ""],
      ] as const)
        expect((await calls.verify(who, what, code)).status).toBe(422);
      expect((await calls.verify(token, sent, code)).status).toBe(200);
    });

    it("is compared wrongly at most nine times a day for a number, over all its codes", async () => {
      const wrong = async (expected: number[]) => {
        const sent = deviceToken(await calls.send({ token, device: phone }));
        const statuses: number[] = [];
        for (let tries = 0; tries < 3; tries++)
          statuses.push((await calls.verify(token, sent, other(calls.codeOf(phone)))).status);
        expect(statuses).toEqual(expected);
        clock.advance(10 * MINUTE_MS);
      };
      for (let codes = 0; codes < 3; codes++) await wrong([422, 422, 422]);
      const sent = deviceToken(await calls.send({ token, device: phone }));
      const blocked = await calls.verify(token, sent, calls.codeOf(phone));
      expect([blocked.status, Number(blocked.headers.get("retry-after")) > 23 * 3600]).toEqual([429, true]);
      clock.advance(DAY_MS);
      await verified(token, phone);
    });

    it("does not count right comparisons among the nine", async () => {
      clock.tick(1);
      for (let days = 0; days < 2; days++) {
        const sent = deviceToken(await calls.send({ token, device: phone }));
        for (let tries = 0; tries < 2; tries++) await calls.verify(token, sent, other(calls.codeOf(phone)));
        expect((await calls.verify(token, sent, calls.codeOf(phone))).status).toBe(200);
        await app.world.database.db
          .updateTable("accounts")
          .set({ mobile_phone: null, mobile_phone_verified_at: null })
          .where("mobile_phone", "=", phone)
          .execute();
        clock.advance(10 * MINUTE_MS);
      }
      const sent = deviceToken(await calls.send({ token, device: phone }));
      for (let tries = 0; tries < 3; tries++)
        expect((await calls.verify(token, sent, other(calls.codeOf(phone)))).status).toBe(422);
      clock.advance(10 * MINUTE_MS);
      const last = deviceToken(await calls.send({ token, device: phone }));
      for (const status of [422, 422, 429])
        expect((await calls.verify(token, last, other(calls.codeOf(phone)))).status).toBe(status);
    });

    it("is stored as a hash only", async () => {
      await calls.send({ token, device: phone });
      const row = await app.world.database.db
        .selectFrom("otp_codes")
        .selectAll()
        .where("phone", "=", phone)
        .executeTakeFirstOrThrow();
      expect(JSON.stringify(row)).not.toContain(`"${calls.codeOf(phone)}"`);
      expect(row.code_hash).toHaveLength(32);
    });
  });

  describe("messages", () => {
    /** A new account, whose address is not confirmed. */
    const anybody = async () => {
      const made = await people.register(`anybody-${(strangers += 1)}@example.test`);
      return made.body.data?.token ?? "";
    };

    it("go twice in the life of an account whose address is not confirmed, then five times a day", async () => {
      token = await anybody();
      const device = (index: number) => phone.replace(/0001$/, String(5000 + index));
      const sends = async (index: number) => calls.send({ token, device: device(index) });
      expect([(await sends(0)).status, (await sends(1)).status]).toEqual([200, 200]);
      clock.advance(30 * DAY_MS);
      const refused = await sends(2);
      expect([refused.status, refused.body, Number(refused.headers.get("retry-after")) > 59 * 86_400]).toEqual([
        429,
        { error: "Confirmez votre adresse e-mail pour recevoir d’autres codes par SMS." },
        true,
      ]);
      const link = await people.linkToken(`anybody-${strangers}@example.test`);
      clock.set(SATURDAY_EVENING);
      await people.confirm(link);
      clock.advance(30 * DAY_MS);
      for (let index = 3; index < 8; index += 1) expect((await sends(index)).status).toBe(200);
      const sixth = await sends(8);
      expect([sixth.status, sixth.body.error, sixth.headers.get("retry-after")]).toEqual([
        429,
        "Trop de demandes, réessayez plus tard.",
        "86400",
      ]);
      clock.advance(DAY_MS);
      expect((await sends(9)).status).toBe(200);
    });

    it("are counted by /48 where the network is IPv6", async () => {
      const statuses: number[] = [];
      for (let index = 0; index < 21; index++) {
        if (index % 2 === 0) token = await anybody();
        const device = phone.replace(/0001$/, String(6000 + index));
        statuses.push((await calls.send({ token, device, ip: `2001:db8:7:${index}::1` })).status);
      }
      expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    });

    it("go to a number once a minute, three times in ten minutes and five times a day", async () => {
      const statuses: (readonly [number, string | null])[] = [];
      for (const wait of [0, 59, 1, 60, 60, 420, 60, DAY_MS / 1000 - 660]) {
        clock.advance(wait * 1000);
        const answer = await calls.send({ token, device: phone });
        statuses.push([answer.status, answer.headers.get("retry-after")]);
      }
      expect(statuses).toEqual([
        [200, null],
        [429, "1"],
        [200, null],
        [200, null],
        [429, "420"],
        [200, null],
        [200, null],
        [200, null],
      ]);
    });

    it("are not used up by strangers who type the holder's number, because none is sent to them", async () => {
      await verified(token, phone);
      app.world.gateways.texts.length = 0;
      for (let stranger = 0; stranger < 5; stranger += 1) {
        clock.advance(DAY_MS / 10);
        const refused = await calls.send({ token: await anybody(), device: phone });
        expect([refused.status, app.world.gateways.texts.length]).toEqual([422, 0]);
      }
      expect((await calls.send({ token, device: phone, more: { purpose: "leave_phone" } })).status).toBe(200);
    });

    it("bound how many numbers of others one account can find out", async () => {
      await verified(token, phone);
      clock.advance(60_000);
      const prober = await people.member(`prober-${count}@example.test`);
      const statuses: number[] = [];
      for (let tried = 0; tried < 6; tried += 1)
        statuses.push((await calls.send({ token: prober, device: phone })).status);
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    });

    it("are limited to twenty a day for an IP block, whoever asks", async () => {
      const statuses: number[] = [];
      for (let index = 0; index < 21; index++) {
        const device = phone.slice(0, -4) + String(1000 + index);
        if (index % 2 === 0) token = await anybody();
        statuses.push((await calls.send({ token, device, ip: `192.0.2.${index}` })).status);
      }
      expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    });

    it("stop for an hour for a range of numbers whose budget is used up", async () => {
      const range = phone.slice(0, -4);
      for (let index = 0; index < 100; index++) {
        if (index % 2 === 0) token = await anybody();
        expect((await calls.send({ token, device: range + String(2000 + index) })).status).toBe(200);
      }
      token = await anybody();
      expect((await calls.send({ token, device: `${range}3000` })).status).toBe(429);
      clock.advance(HOUR_MS - 1000);
      expect((await calls.send({ token, device: `${range}3001` })).status).toBe(429);
      clock.advance(1000);
      expect((await calls.send({ token, device: `${range}3002` })).status).toBe(200);
    });

    it("that the provider refuses are reported under the field, and void the code", async () => {
      app.world.gateways.refusedNumbers.add(phone);
      const answer = await calls.send({ token, device: phone });
      expect(answer.body.error).toEqual([{ key: "device", message: "Ce numéro de mobile n’est pas valable" }]);
      app.world.gateways.refusedNumbers.delete(phone);
      const row = await app.world.database.db
        .selectFrom("otp_codes")
        .select("voided_at")
        .where("phone", "=", phone)
        .executeTakeFirstOrThrow();
      expect(row.voided_at).not.toBeNull();
    });

    it("do not delay the answer when the provider is slow, and a second request still waits a minute", async () => {
      const { sms } = app.world.gateways;
      const { send } = sms;
      const taken = Promise.withResolvers<void>();
      const reached = Promise.withResolvers<void>();
      sms.send = async (message) => {
        reached.resolve();
        await taken.promise;
        return send(message);
      };
      try {
        const asked = calls.send({ token, device: phone });
        await reached.promise;
        expect((await people.introspect(token)).status).toBe(200);
        expect((await calls.send({ token, device: phone })).status).toBe(429);
        taken.resolve();
        const answer = await asked;
        expect((await calls.verify(token, deviceToken(answer), calls.codeOf(phone))).body).toEqual(DONE);
      } finally {
        sms.send = send;
      }
    });

    it("with an unknown outcome count as sent: the member may ask again after a minute", async () => {
      app.world.gateways.down.add("sms");
      expect((await calls.send({ token, device: phone })).status).toBe(200);
      app.world.gateways.down.delete("sms");
      expect((await calls.send({ token, device: phone })).status).toBe(429);
      clock.advance(MINUTE_MS);
      await verified(token, phone);
    });
  });

  it("moves between two unconfirmed accounts of one person, never between two people", async () => {
    const email = `twice-${count}@example.test`;
    const first = (await people.register(email)).body.data?.token ?? "";
    const second = (await people.register(email)).body.data?.token ?? "";
    await verified(first, phone);
    clock.advance(MINUTE_MS);
    await verified(second, phone);
    expect([(await identity(first))?.["is_valid_phone"], (await identity(second))?.["is_valid_phone"]]).toEqual([
      false,
      true,
    ]);
    clock.advance(MINUTE_MS);
    expect((await calls.send({ token, device: phone })).status).toBe(422);
  });

  it("is refused to an account without a full name, which only customer service can repair", async () => {
    await app.world.database.db
      .updateTable("accounts")
      .set({ birthday: null })
      .where("email", "=", `phone-${count}@example.test`)
      .execute();
    const answer = await calls.send({ token, device: phone });
    expect([answer.status, answer.body.error]).toEqual([
      403,
      expect.stringMatching(/^Une anomalie a été repérée sur votre compte/),
    ]);
  });

  describe("the opt-in question before it", () => {
    const member = async () => {
      const found = await memberOfToken(app.world, token);
      if (found === null) throw new Error("Nobody is logged in");
      return found;
    };
    const venue = (slug: string) => app.services.table.find(`${slug}.localhost`) ?? null;
    const asks = async (slug = "port-serac") => asksForOptins(app.world, venue(slug), await member());

    it("is asked where SMS or e-mail is off, not for twelve months after a No, and never in Belgium", async () => {
      expect([await asks(), await asks("blankenduin")]).toEqual([true, false]);
      await answerOptins(app.world, venue("port-serac"), await member(), false);
      expect([await asks(), (await member()).optins.CANAL_SMS]).toEqual([false, false]);
      clock.set("2027-11-21T19:29:59Z");
      expect(await asksForOptins(app.world, venue("port-serac"), await stored())).toBe(false);
      clock.set("2027-11-21T19:30:00Z");
      expect(await asksForOptins(app.world, venue("port-serac"), await stored())).toBe(true);
    });

    /** The stored opt-ins. The session is opened earlier, because it would expire within the year. */
    const stored = async () => {
      const now = clock.now();
      clock.set(SATURDAY_EVENING);
      const found = await member();
      clock.set(now);
      return found;
    };

    it("turns all three on by a Yes, and records the history", async () => {
      await answerOptins(app.world, venue("port-serac"), await member(), true);
      expect((await member()).optins).toEqual({ CANAL_EMAIL: true, CANAL_SMS: true, CANAL_LETTER: true });
      expect(await asks()).toBe(false);
      const rows = await app.world.database.db
        .selectFrom("contact_consents")
        .select("channel")
        .where("account_id", "=", (await member()).accountId)
        .where("source", "=", "phone")
        .execute();
      expect(rows).toHaveLength(3);
    });
  });
});

describe("two nodes on PostgreSQL", () => {
  const clock = standingClock(SATURDAY_EVENING);
  let databases: Database[] = [];
  let apps: TestApp[] = [];
  beforeAll(async () => {
    const url = await createPostgresDatabase();
    databases = [await openDatabase({ url }), await openDatabase({ url })];
    for (const [index, database] of databases.entries())
      apps.push(
        await openTestApp(database, { venues: index === 0 ? ["port-serac"] : [], clock, pictures: "stand-ins" }),
      );
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    for (const database of databases) await database.close();
    [databases, apps] = [[], []];
  });
  const peopleAt = (index: number) => peopleOf(apps[index % 2] as TestApp);

  async function codeFor(email: string, device: string) {
    const people = peopleAt(0);
    const calls = phoneCalls(apps[0] as TestApp, people);
    const token = await people.member(email);
    const sent = deviceToken(await calls.send({ token, device }));
    return { token, sent, code: calls.codeOf(device) };
  }
  /** Retries on 503, as a client does: so many calls at once are more than the connections take in a second. */
  async function verifyAt(index: number, given: { token: string; sent: string }, otp: string): Promise<Answered> {
    const app = apps[index % 2] as TestApp;
    for (;;) {
      const answer = await phoneCalls(app, peopleAt(index)).verify(given.token, given.sent, otp);
      if (answer.status !== 503) return answer;
    }
  }
  const together = (given: { token: string; sent: string }, otp: string) =>
    Promise.all(Array.from({ length: TOGETHER }, (_, index) => verifyAt(index, given, otp)));
  const comparisons = async (phone: string) =>
    databases[0]?.db.selectFrom("otp_codes").select("comparisons").where("phone", "=", phone).executeTakeFirst();

  it(`make exactly 3 comparisons for ${TOGETHER} wrong codes sent at once`, async () => {
    const given = await codeFor("raced@example.test", "+33612000001");
    const answers = await together(given, other(given.code));
    const messages = answers.map(({ body }) => (body.error as { message: string }[])[0]?.message ?? "");
    expect(await comparisons("+33612000001")).toEqual({ comparisons: 3 });
    expect(messages.filter((message) => message === "Ce code est incorrect").length).toBeLessThanOrEqual(3);
    expect(messages.filter((message) => message.includes("n’est plus valable")).length).toBeGreaterThanOrEqual(
      TOGETHER - 3,
    );
    expect((await verifyAt(0, given, given.code)).status).toBe(422);
  }, 60_000);

  it(`accept a right code once of ${TOGETHER}`, async () => {
    const given = await codeFor("lucky@example.test", "+33612000002");
    const statuses = (await together(given, given.code)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 422)).toHaveLength(TOGETHER - 1);
    expect((await comparisons("+33612000002"))?.comparisons).toBeLessThanOrEqual(3);
  }, 60_000);

  it("give a number to one of two accounts that verify it at the same time", async () => {
    const device = "+33612000003";
    const one = await codeFor("one@example.test", device);
    clock.advance(MINUTE_MS);
    // The new code voided the first one, so restore it for the race.
    const two = await codeFor("two@example.test", device);
    await databases[0]?.db.updateTable("otp_codes").set({ voided_at: null }).where("phone", "=", device).execute();
    const answers = await Promise.all([verifyAt(0, one, one.code), verifyAt(1, two, two.code)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.error).toEqual([{ key: "device", message: "Ce numéro est déjà utilisé" }]);
  });

  it("send one message to a number for fifty requests at once", async () => {
    const device = "+33612000004";
    const token = await peopleAt(0).member("eager@example.test");
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const app = apps[index % 2] as TestApp;
        return phoneCalls(app, peopleAt(index)).send({ token, device });
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const texts = apps.flatMap((app) => app.world.gateways.texts.filter(({ to }) => to === device));
    expect(texts).toHaveLength(1);
  });
});

describe("any sequence of messages", () => {
  it("stays within the limits of number, account and IP block", async () => {
    const clock = standingClock(SATURDAY_EVENING);
    const app = await openIsolatedApp({ venues: ["port-serac"], clock, pictures: "stand-ins" });
    const people = peopleOf(app);
    const calls = phoneCalls(app, people);
    let run = 0;
    const step = fc.record({
      wait: fc.oneof(fc.integer({ min: 0, max: 130 }), fc.integer({ min: 300, max: 20_000 })),
      number: fc.nat(8),
      block: fc.nat(1),
      account: fc.nat(4),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        run += 1;
        clock.set(new Date(new Date(SATURDAY_EVENING).getTime() + run * 30 * DAY_MS));
        const tokens: string[] = [];
        for (let at = 0; at < 5; at += 1) tokens.push(await people.member(`sequences-${run}-${at}@example.test`));
        const sent: { at: number; number: number; block: number; account: number }[] = [];
        for (const { wait, number, block, account } of steps) {
          clock.advance(wait * 1000);
          const at = clock.now().getTime();
          const within = (seconds: number, by: "number" | "block" | "account", value: number) =>
            sent.filter((one) => one[by] === value && one.at > at - seconds * 1000).length;
          const hasRoom =
            within(60, "number", number) < 1 &&
            within(600, "number", number) < 3 &&
            within(86_400, "number", number) < 5 &&
            within(86_400, "account", account) < 5 &&
            within(86_400, "block", block) < 20;
          const device = `+3376${String(run).padStart(4, "0")}${String(number).padStart(3, "0")}`;
          const answer = await calls.send({ token: tokens[account] ?? "", device, ip: `10.${run}.${block}.1` });
          expect(answer.status, `${at} ${number}`).toBe(hasRoom ? 200 : 429);
          if (hasRoom) sent.push({ at, number, block, account });
        }
      }),
      { numRuns: SEQUENCES },
    );
    await app.close();
  }, 120_000);
});
