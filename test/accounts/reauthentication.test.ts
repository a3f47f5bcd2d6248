import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { standingClock, type StandingClock } from "../support/clock.ts";
import { formVisitor } from "../support/form-visitor.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { PASSWORD, peopleOf, type Answered, type People } from "../support/people.ts";
import type { TestApp } from "../support/test-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const MINUTE_MS = 60_000;
const NEW_PASSWORD = "Phare-Blanc?82";
const LEAVE = "/mon-compte/suppression";
const NEEDED = {
  error: "Confirmez que c’est bien vous pour continuer.",
  error_details: { code: "FRESH_LOGIN_REQUIRED" },
};
const DONE = { data: { result: true } };

let app: TestApp;
let people: People;
let clock: StandingClock;
let count = 0;
let email = "";
let token = "";
let phone = "";
beforeAll(async () => {
  clock = standingClock(SATURDAY_EVENING);
  app = await openIsolatedApp({ venues: ["port-serac"], clock, pictures: "stand-ins" });
  people = peopleOf(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  clock.set(SATURDAY_EVENING);
  clock.tick(0);
  count += 1;
  email = `fresh-${count}@example.test`;
  phone = `+3362${String(count).padStart(3, "0")}0001`;
  await people.member(email);
  // A log-in opens a session and is no proof in it.
  token = (await people.logIn(email)).body.data?.token ?? "";
});

const prove = (proof: object, sent: object = {}) => people.post("/auth/fresh", proof, { token, ...sent });
const deletes = () => people.call("DELETE", "/users/me", { token });
const changes = (body: object) => people.call("PUT", "/users", { token, body });
const isNeeded = ({ status, body }: Answered) => expect([status, body]).toEqual([403, NEEDED]);
const linkGoogle = async () => {
  app.world.gateways.vouch("google", `google-${count}`, { subject: `s-${count}`, email, isEmailVerified: true });
  token = (await people.post("/auth/google", { access_token: `google-${count}` })).body.data?.token ?? "";
};
const withPhone = () =>
  app.world.database.db
    .updateTable("accounts")
    .set({ mobile_phone: phone, mobile_phone_verified_at: clock.now() })
    .where("email", "=", email)
    .execute();
const withoutPassword = () =>
  app.world.database.db.updateTable("accounts").set({ password_hash: null }).where("email", "=", email).execute();
const codeOf = () =>
  /^\d{4}/.exec(app.world.gateways.texts.findLast(({ to }) => to === phone)?.text ?? "")?.[0] ?? "none";
const sendsCode = async (purpose = "fresh", device = phone) => {
  const body = { otp_type: "check", device_type: "mobile", device, purpose };
  const sent = await people.post("/otp/send", body, { token, headers: await people.captcha() });
  return (sent.body.data as { device_token?: string } | undefined)?.device_token ?? "";
};

describe("a fresh proof", () => {
  it("is asked for before the deletion, a new password and another number, also just after the log-in", async () => {
    await withPhone();
    isNeeded(await deletes());
    isNeeded(await changes({ password: NEW_PASSWORD }));
    const body = { otp_type: "check", device_type: "mobile", device: "+33612340000" };
    isNeeded(await people.post("/otp/send", body, { token, headers: await people.captcha() }));
    const answer = await prove({ password: PASSWORD });
    expect([answer.status, answer.body, answer.headers.get("set-cookie")]).toEqual([200, DONE, null]);
    expect((await people.post("/otp/send", body, { token, headers: await people.captcha() })).status).toBe(200);
    expect((await changes({ password: NEW_PASSWORD })).body).toEqual(DONE);
    expect((await deletes()).status).toBe(200);
  });

  it("is said in the visitor's language", async () => {
    const english = await people.call("DELETE", "/users/me", { token, headers: { locale: "en" } });
    expect(english.body).toEqual({ ...NEEDED, error: "Confirm that it is you to continue." });
  });

  it("holds for five minutes, for its own session", async () => {
    const elsewhere = (await people.logIn(email)).body.data?.token ?? "";
    await prove({ password: PASSWORD });
    isNeeded(await people.call("DELETE", "/users/me", { token: elsewhere }));
    clock.advance(5 * MINUTE_MS);
    isNeeded(await deletes());
    clock.advance(-1);
    expect((await deletes()).status).toBe(200);
  });

  it("by the password may be tried five times in a quarter of an hour, whichever call compares it", async () => {
    const wrong = await prove({ password: "Wrong-Word!12" });
    expect([wrong.status, wrong.body.error]).toEqual([
      422,
      [{ key: "password", message: "Mot de passe actuel incorrect" }],
    ]);
    for (let tries = 1; tries < 4; tries += 1) await prove({ password: "Wrong-Word!12" });
    await changes({ current_password: "Wrong-Word!12", password: NEW_PASSWORD });
    const late = await prove({ password: PASSWORD });
    expect([late.status, typeof late.body.error, late.headers.get("retry-after")]).toEqual([429, "string", "900"]);
    isNeeded(await deletes());
    clock.advance(15 * MINUTE_MS);
    expect((await prove({ password: PASSWORD })).status).toBe(200);
  });

  it("may be a code on the verified number, compared three times, and no other code", async () => {
    await withPhone();
    const sent = await sendsCode();
    expect(app.world.gateways.texts.at(-1)?.text).toContain("pour confirmer que c'est bien vous");
    const wrong = String((Number(codeOf()) + 1) % 10_000).padStart(4, "0");
    for (let tries = 0; tries < 3; tries += 1)
      expect((await prove({ device_token: sent, otp: wrong })).status).toBe(422);
    expect((await prove({ device_token: sent, otp: codeOf() })).status).toBe(422);
    clock.advance(MINUTE_MS);
    const next = await sendsCode();
    expect((await prove({ device_token: next, otp: codeOf() })).body).toEqual(DONE);
    expect((await deletes()).status).toBe(200);
  });

  it("is no code that went to a number which is not verified yet", async () => {
    const sent = await sendsCode("verify_phone");
    const refused = await prove({ device_token: sent, otp: codeOf() });
    expect([refused.status, refused.body.error]).toEqual([422, [{ key: "otp", message: expect.any(String) }]]);
    isNeeded(await deletes());
  });

  it("may be the token of a linked provider, but not one of another person", async () => {
    await linkGoogle();
    const { gateways } = app.world;
    gateways.vouch("google", "stranger", { subject: "stranger", email: "x@example.test", isEmailVerified: true });
    for (const access_token of ["stranger", "nonsense"]) {
      const refused = await prove({ provider: "google", access_token });
      expect([refused.status, refused.body.error]).toEqual([
        422,
        [{ key: "access_token", message: expect.any(String) }],
      ]);
    }
    isNeeded(await deletes());
    expect((await prove({ provider: "google", access_token: `google-${count}` })).body).toEqual(DONE);
    expect((await deletes()).status).toBe(200);
  });

  it("names what is missing in a proof, and needs a session", async () => {
    const problemsOf = async (proof: object) => (await prove(proof)).body.error;
    expect(await problemsOf({})).toEqual([{ key: "password", message: "Champ obligatoire" }]);
    expect(await problemsOf({ otp: "1234" })).toEqual([{ key: "device_token", message: "Champ obligatoire" }]);
    expect(await problemsOf({ provider: "google" })).toEqual([{ key: "access_token", message: "Champ obligatoire" }]);
    expect((await people.post("/auth/fresh", { password: PASSWORD })).status).toBe(401);
  });

  it("does not set a first password, which is set by mail", async () => {
    await linkGoogle();
    await withoutPassword();
    await prove({ provider: "google", access_token: `google-${count}` });
    expect((await changes({ password: NEW_PASSWORD })).status).toBe(422);
  });
});

describe("the page of the deletion", () => {
  const comes = async () => {
    const visitor = formVisitor(app);
    visitor.cookies.set("user_token", token);
    return { visitor, page: await visitor.open(LEAVE) };
  };
  const isLeaving = async () =>
    (
      await app.world.database.db
        .selectFrom("accounts")
        .select("deletion_requested_at")
        .where("email", "=", email)
        .executeTakeFirstOrThrow()
    ).deletion_requested_at !== null;

  it("says what happens when, what is kept and why, in both languages", async () => {
    const { page } = await comes();
    for (const words of ["Pendant trente jours", "Ce que nous gardons, et pourquoi", "RGPD"])
      expect(page.words).toContain(words);
    const english = formVisitor(app, { locale: "en" });
    english.cookies.set("user_token", token);
    const read = (await english.open(LEAVE)).words;
    for (const words of ["For thirty days", "What we keep, and why", "GDPR"]) expect(read).toContain(words);
  });

  it("asks for the password in place, and works without script", async () => {
    const { visitor } = await comes();
    const wrong = await visitor.post(LEAVE, { intent: "delete", password: "Wrong-Word!12" });
    expect([wrong.status, wrong.problem("password")]).toEqual([422, "Mot de passe actuel incorrect"]);
    expect(await isLeaving()).toBe(false);
    const gone = await visitor.post(LEAVE, { intent: "delete", password: PASSWORD });
    expect([gone.status, gone.heading]).toEqual([200, "Au revoir"]);
    expect(await isLeaving()).toBe(true);
  });

  it("asks for nothing after a fresh proof", async () => {
    await prove({ password: PASSWORD });
    const { visitor, page } = await comes();
    expect(page.html).not.toContain('name="password"');
    expect((await visitor.post(LEAVE, { intent: "delete" })).heading).toBe("Au revoir");
  });

  it("sends a code to the verified number instead, and keeps its screen for a reload", async () => {
    await withPhone();
    const { visitor, page } = await comes();
    expect(page.words).toContain("Recevoir un code au +33");
    const sent = await visitor.post(LEAVE, { intent: "code", ...(await visitor.proof()) });
    expect([sent.status, sent.html.includes('name="otp"')]).toEqual([200, true]);
    const again = await visitor.open(LEAVE);
    const device_token = again.value("device_token") ?? "";
    const wrong = await visitor.post(LEAVE, { intent: "delete", device_token, otp: "12" });
    expect([wrong.status, wrong.html.includes('name="otp"')]).toEqual([422, true]);
    expect((await visitor.post(LEAVE, { intent: "delete", device_token, otp: codeOf() })).heading).toBe("Au revoir");
    expect(await isLeaving()).toBe(true);
  });

  it("leads a member without a password to the provider and back, with the session that went there", async () => {
    await linkGoogle();
    await withoutPassword();
    const { visitor, page } = await comes();
    expect(page.html).not.toContain('name="password"');
    // A link, because browsers refuse a form whose answer leads to another site.
    expect(page.html).toContain('href="/connexion/google?from=leave"');
    const away = new URL((await visitor.open("/connexion/google?from=leave")).location ?? "");
    const state = away.searchParams.get("state") ?? "";
    const back = await visitor.open(`/connexion/google/retour?code=google-${count}&state=${state}`);
    expect(back.location).toBe(LEAVE);
    await visitor.open(LEAVE);
    expect((await visitor.post(LEAVE, { intent: "delete" })).heading).toBe("Au revoir");
  });

  it("shows an alert and deletes nothing where another person comes back from the provider", async () => {
    await linkGoogle();
    app.world.gateways.vouch("google", "other", { subject: "other", email: "o@example.test", isEmailVerified: true });
    const { visitor } = await comes();
    const away = new URL((await visitor.open("/connexion/google?from=leave")).location ?? "");
    const state = away.searchParams.get("state") ?? "";
    const back = await visitor.open(`/connexion/google/retour?code=other&state=${state}`);
    expect(back.location).toBe(`${LEAVE}?error=google`);
    expect((await visitor.open(back.location ?? "")).alert).not.toBeNull();
    const refused = await visitor.post(LEAVE, { intent: "delete" });
    expect(refused.status).toBe(422);
    expect(await isLeaving()).toBe(false);
  });
});

describe("the page of the number", () => {
  const PHONE = "/phone-define";

  it("asks for nothing but the number after a fresh proof by a provider", async () => {
    await withPhone();
    await linkGoogle();
    const visitor = formVisitor(app);
    visitor.cookies.set("user_token", token);
    const page = await visitor.open(PHONE);
    expect(page.html).toContain('name="current_password"');
    expect(page.html).toContain('href="/connexion/google?from=phone"');
    const away = new URL((await visitor.open("/connexion/google?from=phone")).location ?? "");
    const back = await visitor.open(
      `/connexion/google/retour?code=google-${count}&state=${away.searchParams.get("state")}`,
    );
    expect(back.location).toBe(PHONE);
    const again = await visitor.open(PHONE);
    expect(again.html).not.toContain('name="current_password"');
    const sent = await visitor.send(PHONE, { device: "06 12 34 00 01", country: "FR", ...(await visitor.proof()) });
    expect([sent.status, app.world.gateways.texts.at(-1)?.to]).toEqual([200, "+33612340001"]);
  });

  it("asks for the password in place once the proof is stale, with the number still typed", async () => {
    await withPhone();
    await prove({ password: PASSWORD });
    const visitor = formVisitor(app);
    visitor.cookies.set("user_token", token);
    await visitor.open(PHONE);
    clock.advance(5 * MINUTE_MS);
    const asked = await visitor.send(PHONE, { device: "06 12 34 00 02", ...(await visitor.proof()) });
    expect([asked.status, asked.value("device"), asked.problem("current_password")]).toEqual([
      422,
      "06 12 34 00 02",
      "Champ obligatoire",
    ]);
  });
});
