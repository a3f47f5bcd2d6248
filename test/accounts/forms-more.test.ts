import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { standingClock } from "../support/clock.ts";
import { formVisitor, type Seen } from "../support/form-visitor.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { PASSWORD, peopleOf, type People } from "../support/people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

let app: TestApp;
let people: People;
const clock = standingClock(SATURDAY_EVENING);

beforeAll(async () => {
  app = await openIsolatedApp({ venues: ["port-serac", "blankenduin"], clock, pictures: "stand-ins" });
  people = peopleOf(app);
});
afterAll(() => app.close());

type Visitor = ReturnType<typeof formVisitor>;

/** Starts a social log-in. Returns the query for the provider's log-in page; the visitor's cookie remembers the state. */
async function begin(visitor: Visitor, provider: string, query = ""): Promise<URLSearchParams> {
  const answer = await visitor.open(`/connexion/${provider}${query}`);
  expect(answer.status).toBe(303);
  return new URL(answer.location ?? "").searchParams;
}

const FROM_APPLE = { origin: "https://appleid.apple.com", "sec-fetch-site": "cross-site" };

/** Returns from the provider's log-in page. Apple's answer is a form post. */
function comeBack(visitor: Visitor, provider: string, fields: Record<string, string>): Promise<Seen> {
  if (provider === "apple") return visitor.post("/connexion/apple/retour", fields, FROM_APPLE);
  return visitor.open(`/connexion/${provider}/retour?${new URLSearchParams(fields)}`);
}

describe("social log-in", () => {
  it("shows a new person step 1 filled in, asks for the terms and returns to where they were going; later log-ins return at once", async () => {
    const visitor = formVisitor(app);
    const email = "camille.aubry@gmail.com";
    const name = { firstname: "Camille", lastname: "Aubry" };
    app.world.gateways.vouch("google", "code-1", {
      subject: "g1",
      email,
      isEmailVerified: true,
      birthday: "1988-04-12",
      ...name,
    });
    const comesBack = async () => {
      const asked = await begin(visitor, "google", "?redirect=%2Fjeux");
      expect(asked.get("redirect_uri")).toBe("http://port-serac.localhost:3000/connexion/google/retour");
      return visitor.open(`/connexion/google/retour?code=code-1&state=${asked.get("state")}`);
    };
    const form = (await comesBack()).location ?? "";
    expect(form).toBe("/creer-un-compte-form?redirect=%2Fjeux");
    const step1 = await visitor.open(form);
    expect(["firstname", "lastname", "birthday"].map(step1.value)).toEqual(["Camille", "Aubry", "12/04/1988"]);
    expect(step1.words).toContain(`Vous continuez avec votre compte Google\u00A0: ${email}.`.replace("\u00A0", " "));
    expect((await visitor.send(form, { civility_id: "1" })).value("email")).toBe(email);
    expect((await visitor.send(form)).problem("terms")).toBe("Champ obligatoire");
    const registered = await visitor.send(form, { terms: "1" });
    expect([registered.status, registered.location]).toEqual([303, "/jeux"]);
    visitor.cookies.delete("user_token");
    const known = await comesBack();
    expect([known.status, known.location]).toEqual([303, "/jeux"]);
    const { user } = (await people.introspect(visitor.cookies.get("user_token") ?? "")).body;
    expect(user).toMatchObject({ email, is_valid_email: true, ...name });
    expect(visitor.cookies.has("social_visit")).toBe(false);
  });

  it.each([
    ["/jeux", "%2Fjeux"],
    ["/?popup=Menu", `/${encodeURIComponent("é".repeat(330))}`],
    [
      `/native-me-connecter?native_redirect_url=belrive%3A%2F%2F${"n".repeat(800)}`,
      `/${encodeURIComponent("é".repeat(200))}&native_redirect_url=belrive://${"n".repeat(800)}`,
    ],
  ])("leads to %s after a log-in that began on a page with a long address", async (end, redirect) => {
    const visitor = formVisitor(app);
    const email = `long-way-${redirect.length}@gmail.com`;
    await people.member(email);
    app.world.gateways.vouch("google", email, { subject: email, email, isEmailVerified: true });
    const asked = await begin(visitor, "google", `?redirect=${redirect}`);
    expect(visitor.cookies.get("social_visit")?.length).toBeLessThan(3_900);
    const back = await visitor.open(`/connexion/google/retour?code=${email}&state=${asked.get("state")}`);
    expect([back.status, back.location]).toEqual([303, end]);
  });

  it.each(["google", "facebook", "apple"] as const)(
    "%s: leads refused, forged, late and failing returns to Register with a code",
    async (provider) => {
      app.world.gateways.vouch(provider, "good", { subject: "nobody" });
      const back = (visitor: Visitor, fields: Record<string, string>) => comeBack(visitor, provider, fields);
      const failed = `/creer-un-compte?error=${provider}`;
      const refusing = formVisitor(app);
      const state = (await begin(refusing, provider)).get("state") ?? "";
      expect((await back(refusing, { error: "server_error", state })).location).toBe(failed);
      expect((await back(refusing, { code: "good", state })).location).toBe(failed);
      const forged = formVisitor(app);
      await begin(forged, provider);
      expect((await back(forged, { code: "good", state: "x".repeat(43) })).location).toBe(failed);
      expect((await back(formVisitor(app), { code: "good", state })).location).toBe(failed);
      const unknown = formVisitor(app);
      const itsState = (await begin(unknown, provider)).get("state") ?? "";
      expect((await back(unknown, { code: "never-seen", state: itsState })).location).toBe(failed);
      const late = formVisitor(app);
      const lateState = (await begin(late, provider)).get("state") ?? "";
      clock.advance(601_000);
      expect((await back(late, { code: "good", state: lateState })).location).toBe(failed);
      const down = formVisitor(app);
      const downState = (await begin(down, provider)).get("state") ?? "";
      app.world.gateways.down.add(provider);
      expect((await back(down, { code: "good", state: downState })).location).toBe(failed);
      app.world.gateways.down.delete(provider);
    },
  );

  it.each([
    ["google", "access_denied"],
    ["facebook", "access_denied"],
    ["apple", "user_cancelled_authorize"],
  ])("leads a visitor who cancels at %s (%s) back to where it began, without an alert", async (provider, error) => {
    for (const [query, page] of [
      ["?redirect=%2Fjeux", "/me-connecter?redirect=%2Fjeux"],
      ["?from=register", "/creer-un-compte"],
    ] as const) {
      const visitor = formVisitor(app);
      const state = (await begin(visitor, provider, query)).get("state") ?? "";
      expect((await comeBack(visitor, provider, { error, state })).location).toBe(page);
      expect((await visitor.open(page)).alert).toBeNull();
    }
    const register = await formVisitor(app).open("/creer-un-compte");
    expect(register.html).toContain(`href="/connexion/${provider}?from=register"`);
  });

  it("accepts Apple's form post, and fills in step 1 with the name of its first answer", async () => {
    const visitor = formVisitor(app);
    const answer = await visitor.open("/connexion/apple?redirect=%2Fagenda");
    expect(answer.headers.getSetCookie().join()).toMatch(
      /^social_visit=.*Max-Age=600; Secure; HttpOnly; SameSite=None/,
    );
    const asked = new URL(answer.location ?? "").searchParams;
    const email = "relay@privaterelay.appleid.com";
    app.world.gateways.vouch("apple", "apple-1", {
      subject: "a1",
      email,
      isEmailVerified: true,
      nonce: asked.get("nonce") ?? "",
    });
    const user = JSON.stringify({ name: { firstName: "Noé", lastName: "Petit" } });
    const fields = { code: "apple-1", state: asked.get("state") ?? "", user };
    const back = await comeBack(visitor, "apple", fields);
    expect(back.location).toBe("/creer-un-compte-form?redirect=%2Fagenda");
    const step1 = await visitor.open(back.location ?? "");
    expect([step1.value("firstname"), step1.value("lastname"), step1.value("birthday")]).toEqual(["Noé", "Petit", ""]);
    const step2 = await visitor.send(back.location ?? "", { civility_id: "0", birthday: "01/02/1990" });
    expect(step2.value("email")).toBe(email);
    expect(step2.html).not.toContain('type="password"');
    const done = await visitor.send(back.location ?? "", { terms: "1", email: "somebody@else.example" });
    expect([done.status, done.location]).toEqual([303, "/agenda"]);
    const { body } = await people.introspect(visitor.cookies.get("user_token") ?? "");
    expect(body.user).toMatchObject({ email, is_valid_email: true, birthday: "1990-02-01" });
  });

  it("says that information is missing where Apple gives no address", async () => {
    const visitor = formVisitor(app);
    const asked = await begin(visitor, "apple");
    app.world.gateways.vouch("apple", "apple-2", { subject: "a2", nonce: asked.get("nonce") ?? "" });
    const fields = { code: "apple-2", state: asked.get("state") ?? "" };
    const back = await visitor.post("/connexion/apple/retour", fields, {
      origin: "null",
      "sec-fetch-site": "cross-site",
    });
    expect(back.location).toBe("/creer-un-compte?error=apple_missing");
    expect((await visitor.open(back.location ?? "")).alert).toBe(
      "Impossible de vous connecter avec Apple, informations manquantes.",
    );
  });

  it("links an address that the provider does not vouch for by the account's password, once", async () => {
    await people.member("margaux@example.test");
    app.world.gateways.vouch("facebook", "fb-1", {
      subject: "f1",
      email: "margaux@example.test",
      firstname: "M",
      lastname: "L",
    });
    const visitor = formVisitor(app);
    const arrive = async () => {
      const state = (await begin(visitor, "facebook")).get("state");
      return visitor.open(`/connexion/facebook/retour?code=fb-1&state=${state}`);
    };
    expect((await arrive()).location).toBe("/creer-un-compte?error=written");
    clock.advance(700_000);
    const link = /\/connexion\/relier\?token=[\w-]+/.exec(
      (await people.mails("margaux@example.test")).at(-1)?.text ?? "",
    );
    const at = link?.[0] ?? "";
    for (const [locale, title] of [
      ["en", "Link Facebook"],
      ["fr", "Rattacher Facebook"],
    ] as const) {
      visitor.cookies.set("locale", locale);
      const page = await visitor.open(at);
      expect([page.heading, page.words]).toEqual([title, expect.stringContaining("margaux@example.test")]);
    }
    const wrong = await visitor.send(at, { password: "Not-The-One!1" });
    expect([wrong.status, wrong.value("password"), wrong.alert]).toEqual([401, "", null]);
    expect(wrong.problem("password")).toMatch(/^Ce mot de passe n’est pas le bon/);
    expect(wrong.html).toMatch(/name="password"[^>]*autofocus|autofocus[^>]*name="password"/i);
    expect((await visitor.send(at, { password: PASSWORD })).location).toBe("/?popup=Menu");
    visitor.cookies.delete("user_token");
    expect((await arrive()).location).toBe("/?popup=Menu");
  });

  it.each(["twitter", "GOOGLE", "..%2fgoogle", "%00"])("refuses the unknown provider %s", async (name) => {
    expect((await formVisitor(app).open(`/connexion/${name}`)).status).toBeLessThan(500);
    expect((await formVisitor(app).open(`/connexion/${name}/retour?code=x&state=y`)).status).toBeLessThan(500);
  });
});

const NUMBER = () => `06 12 ${String((numbers += 1)).padStart(6, "0")}`;
let numbers = 340_000;
const codeOf = (testApp: TestApp) => /\d{4}/.exec(testApp.world.gateways.texts.at(-1)?.text ?? "")?.[0] ?? "none";

async function memberVisitor(email: string, options: Parameters<typeof formVisitor>[1] = {}): Promise<Visitor> {
  const visitor = formVisitor(app, options);
  visitor.cookies.set("user_token", await people.member(email, { optins: {} }));
  return visitor;
}

describe("verifying a mobile number", () => {
  it.each([
    ["fr", "Sécurisez votre compte", /^Recevoir le SMS.!/, "Champ obligatoire"],
    ["en", "Secure Your Account", /^Receive the SMS!/, "This field is required"],
  ])("in %s: the number is asked for, and the question is not in its way", async (locale, title, _button, required) => {
    const visitor = await memberVisitor(`phone-${locale}@example.test`, { locale });
    const page = await visitor.open("/phone-define");
    expect([page.heading, page.value("country")]).toEqual([title, "FR"]);
    const answer = await visitor.send("/phone-define");
    expect([answer.problem("device"), answer.problem("optins")]).toEqual([required, null]);
  });

  it("sends a code, refuses a wrong one, accepts the right one once and leads to the redirect address", async () => {
    const visitor = await memberVisitor("phone@example.test", { locale: "en" });
    const path = "/phone-define?redirect=%2Fjeux";
    await visitor.open(path);
    const device = NUMBER();
    const code = await visitor.send(path, { device, optins: "yes", ...(await visitor.proof()) });
    expect(code.heading).toBe("Enter the 4-digit code received by SMS");
    expect(code.html).toContain('autoComplete="one-time-code"');
    const right = codeOf(app);
    const wrong = await visitor.send(path, { otp: right === "0000" ? "0001" : "0000" });
    expect([wrong.problem("otp"), wrong.value("otp")]).toEqual(["That is not the right code", ""]);
    const done = await visitor.send(path, { otp: right });
    expect([done.status, done.location]).toEqual([303, "/jeux"]);
    const { body } = await people.introspect(visitor.cookies.get("user_token") ?? "");
    expect(body.user).toMatchObject({ is_valid_phone: true });
    const own = await visitor.post(path, {
      device,
      country: "FR",
      current_password: PASSWORD,
      ...(await visitor.proof()),
    });
    expect(own.problem("device")).toBe("You already have this number");
  });

  it("recognises a member's own number in every spelling, also a demo account's", async () => {
    const visitor = await memberVisitor("own-number@example.test");
    const { db } = app.world.database;
    await db
      .updateTable("accounts")
      .set({ mobile_phone: "+33639980105", mobile_phone_verified_at: clock.now() })
      .where("email", "=", "own-number@example.test")
      .execute();
    for (const typed of [
      "06 39 98 01 05",
      "0639980105",
      "639980105",
      "+33639980105",
      "0033 6 39 98 01 05",
      "+33 (0)6 39 98 01 05",
    ]) {
      const answer = await visitor.post("/phone-define", { device: typed, country: "FR", current_password: PASSWORD });
      expect([typed, answer.problem("device")]).toEqual([typed, "Vous avez déjà ce numéro"]);
    }
  });

  it("sends another code after a minute, and lets the member correct the number", async () => {
    const visitor = await memberVisitor("resend@example.test");
    await visitor.open("/phone-define");
    const device = NUMBER();
    await visitor.send("/phone-define", { device, optins: "no", ...(await visitor.proof()) });
    clock.advance(20_000);
    const wrong = await visitor.send("/phone-define", { otp: codeOf(app) === "0000" ? "0001" : "0000" });
    expect(wrong.html).toContain('data-wait="40"');
    const soon = await visitor.send("/phone-define", { intent: "resend", ...(await visitor.proof()) });
    expect([soon.status, soon.heading]).toEqual([429, "Saisissez le code à 4 chiffres reçu par SMS"]);
    clock.advance(41_000);
    const late = await visitor.send("/phone-define", { otp: codeOf(app) === "0000" ? "0001" : "0000" });
    expect(late.html).not.toContain("data-wait=");
    const again = await visitor.send("/phone-define", { intent: "resend", ...(await visitor.proof()) });
    expect(again.words).toContain("Un nouveau code vient de partir");
    const other = await visitor.send("/phone-define", { intent: "other" });
    expect([other.heading, other.value("device")]).toEqual(["Sécurisez votre compte", device]);
  });

  it.each([
    "0412345678",
    "+33 8 99 70 00 00",
    "12",
    "+1 212 555 0100",
    "'; drop table accounts; --",
    "\u202e0612",
    "\u0000",
    "0".repeat(400),
  ])("refuses %j under its field and keeps it", async (device) => {
    const visitor = await memberVisitor(`bad-${(numbers += 1)}@example.test`);
    await visitor.open("/phone-define");
    const answer = await visitor.send("/phone-define", { device, optins: "no", ...(await visitor.proof()) });
    expect(answer.status).toBe(422);
    expect(answer.problem("device")).not.toBeNull();
  });

  it("checks the new number before it sends a code to the old one, where there is no password", async () => {
    const visitor = await memberVisitor("no-password@example.test");
    const device = NUMBER();
    await visitor.open("/phone-define");
    await visitor.send("/phone-define", { device, optins: "no", ...(await visitor.proof()) });
    await visitor.send("/phone-define", { otp: codeOf(app) });
    const { db } = app.world.database;
    await db
      .updateTable("accounts")
      .set({ password_hash: null })
      .where("email", "=", "no-password@example.test")
      .execute();
    clock.advance(61_000);
    const sent = app.world.gateways.texts.length;
    for (const typed of ["12", "0412345678", device]) {
      const answer = await visitor.post("/phone-define", { device: typed, country: "FR", ...(await visitor.proof()) });
      expect(answer.problem("device")).not.toBeNull();
    }
    expect(app.world.gateways.texts).toHaveLength(sent);
    await visitor.post("/phone-define", { device: NUMBER(), country: "FR", ...(await visitor.proof()) });
    expect(app.world.gateways.texts).toHaveLength(sent + 1);
  });

  it("asks for the password to change a number, and needs a log-in", async () => {
    const visitor = await memberVisitor("change@example.test");
    await visitor.open("/phone-define");
    await visitor.send("/phone-define", { device: NUMBER(), optins: "no", ...(await visitor.proof()) });
    await visitor.send("/phone-define", { otp: codeOf(app) });
    const page = await visitor.open("/phone-define");
    expect(page.html).toContain('name="current_password"');
    const wrong = await visitor.send("/phone-define", {
      device: NUMBER(),
      current_password: "Not-The-One!1",
      ...(await visitor.proof()),
    });
    expect(wrong.problem("current_password")).toBe("Mot de passe actuel incorrect");
    expect(wrong.value("current_password")).toBe("");
    expect((await formVisitor(app).open("/phone-define")).location).toBe("/me-connecter?redirect=%2Fphone-define");
  });

  it("never asks the marketing question in Belgium", async () => {
    const visitor = formVisitor(app, { slug: "blankenduin" });
    visitor.cookies.set("user_token", await people.member("belgian@example.test", { optins: {} }));
    const page = await visitor.open("/phone-define");
    expect([page.html.includes('name="optins"'), page.value("country")]).toEqual([false, "BE"]);
  });
});

describe("the nickname", () => {
  it.each([
    ["", "Champ obligatoire"],
    ["ab", "De 3 à 20 caractères"],
    ["admin", "Ce pseudo est déjà utilisé"],
    ["<script>", "Utilisez des lettres, des chiffres, des espaces, des points ou des traits d’union"],
  ])("refuses %j and keeps it", async (pseudo, problem) => {
    const visitor = await memberVisitor(`pseudo-${(numbers += 1)}@example.test`);
    await visitor.open("/pseudo");
    const answer = await visitor.send("/pseudo", { pseudo });
    expect([answer.status, answer.problem("pseudo")]).toEqual([422, problem]);
    expect(answer.value("pseudo")).toBe(pseudo);
  });

  it("is saved, also when it is sent twice, and shown again", async () => {
    const visitor = await memberVisitor("nickname@example.test", { locale: "en" });
    expect((await visitor.open("/pseudo?redirect=%2Fjeux")).heading).toBe("Edit Your Nickname");
    for (const time of [1, 2])
      expect((await visitor.post("/pseudo?redirect=%2Fjeux", { pseudo: "Camille A." })).location, `time ${time}`).toBe(
        "/jeux",
      );
    expect((await visitor.open("/pseudo")).value("pseudo")).toBe("Camille A.");
  });
});
