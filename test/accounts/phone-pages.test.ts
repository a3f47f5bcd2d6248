import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { standingClock } from "../support/clock.ts";
import { formVisitor } from "../support/form-visitor.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { PASSWORD, peopleOf, type People } from "../support/people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const PATH = "/phone-define?redirect=%2Fjeux";
const CODE = "Saisissez le code à 4 chiffres reçu par SMS";
const NUMBER = "Sécurisez votre compte";
const clock = standingClock(SATURDAY_EVENING);
let app: TestApp;
let people: People;
let count = 0;
let email = "";
let device = "";
let visitor: ReturnType<typeof formVisitor>;

beforeAll(async () => {
  app = await openIsolatedApp({ venues: ["port-serac"], clock, pictures: "stand-ins" });
  people = peopleOf(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  count += 1;
  email = `number-${count}@example.test`;
  device = `06 34 ${String(count).padStart(2, "0")} 12 34`;
  visitor = formVisitor(app);
  visitor.cookies.set("user_token", await people.member(email, { optins: {} }));
});

const texts = () => app.world.gateways.texts;
const codeOf = () => /\d{4}/.exec(texts().at(-1)?.text ?? "")?.[0] ?? "none";
const wrongCode = () => (codeOf() === "0000" ? "0001" : "0000");
const account = () =>
  app.world.database.db.selectFrom("accounts").selectAll().where("email", "=", email).executeTakeFirstOrThrow();

/** Types a number and requests the code. */
async function asks(typed = device, more: Record<string, string> = {}) {
  const { heading } = await visitor.open(PATH);
  if (heading === CODE) await visitor.send(PATH, { intent: "other" });
  return visitor.send(PATH, { device: typed, ...(await visitor.proof()), ...more });
}

describe("the code screen while its code is valid", () => {
  it("is shown after a reload, its code works, and it leads to the redirect address", async () => {
    await asks();
    clock.advance(20_000);
    const again = await visitor.open(PATH);
    expect([again.heading, again.status]).toEqual([CODE, 200]);
    expect(again.html).toContain('data-wait="40"');
    expect(again.words).toContain(`Envoyé au +33 ${device.slice(1)}`);
    const done = await visitor.send(PATH, { otp: codeOf() });
    expect([done.status, done.location]).toEqual([303, "/jeux"]);
    expect(visitor.cookies.has("phone_code")).toBe(false);
    expect((await visitor.open(PATH)).heading).toBe(NUMBER);
  });

  it("keeps its token in an encrypted, short-lived cookie and in no address", async () => {
    const sent = await asks();
    const line = sent.headers.getSetCookie().find((cookie) => cookie.startsWith("phone_code="));
    expect(line).toMatch(/; Path=\/; Max-Age=300; Secure; HttpOnly; SameSite=Lax$/);
    const token = sent.value("device_token") ?? "none";
    expect(line).not.toContain(token);
    expect(Buffer.from(line ?? "", "base64url").toString()).not.toContain(token);
  });

  it("is left by 'Change number' with the typed number, and does not come back", async () => {
    await asks();
    const other = await visitor.send(PATH, { intent: "other" });
    expect([other.heading, other.value("device")]).toEqual([NUMBER, device]);
    const later = await visitor.open(PATH);
    expect([later.heading, later.value("device")]).toEqual([NUMBER, device]);
    const forward = await visitor.send(PATH, { intent: "code" });
    expect([forward.status, forward.heading]).toEqual([200, CODE]);
    expect((await visitor.open(PATH)).heading).toBe(CODE);
  });

  it("comes back for the same number in any spelling, without another message within a minute", async () => {
    await asks();
    const sent = texts().length;
    clock.advance(15_000);
    const again = await asks(`+33${device.replaceAll(" ", "").slice(1)}`);
    expect([again.status, again.heading, texts().length]).toEqual([200, CODE, sent]);
    expect(again.words).toContain("Le code déjà envoyé reste valable ; un nouveau peut partir dans 45 s.");
    expect(again.html).toContain('data-wait="45"');
    expect((await visitor.send(PATH, { otp: codeOf() })).location).toBe("/jeux");
  });

  it("comes back with a new message after a minute, and with the time to wait after three", async () => {
    await asks();
    for (const sent of [2, 3]) {
      clock.advance(60_000);
      const before = texts().length;
      expect([(await asks()).heading, texts().length - before, sent]).toEqual([CODE, 1, sent]);
    }
    clock.advance(61_000);
    const full = await asks();
    expect([full.status, full.heading]).toEqual([429, CODE]);
    expect(full.alert).toBe("Trop de demandes : réessayez dans 7 minutes.");
    expect((await visitor.send(PATH, { otp: codeOf() })).location).toBe("/jeux");
  });

  it("is not shown for another number, another session or a dead code", async () => {
    await asks();
    const stranger = formVisitor(app);
    stranger.cookies.set("user_token", await people.member(`stranger-${count}@example.test`));
    stranger.cookies.set("phone_code", visitor.cookies.get("phone_code") ?? "");
    expect((await stranger.open(PATH)).heading).toBe(NUMBER);
    const next = device.replace(/4$/, "5");
    expect((await asks(next)).words).toContain(`Envoyé au +33 ${next.slice(1)}`);
    clock.advance(300_000);
    expect((await visitor.open(PATH)).heading).toBe(NUMBER);
    for (const broken of ["x", "a".repeat(60), visitor.cookies.get("phone_code")?.slice(0, -4) ?? ""]) {
      visitor.cookies.set("phone_code", broken);
      expect((await visitor.open(PATH)).heading).toBe(NUMBER);
    }
  });

  it("tells the time to wait for a number without a valid code", async () => {
    await asks();
    for (let tries = 0; tries < 3; tries++) await visitor.send(PATH, { otp: wrongCode() });
    clock.advance(10_000);
    const again = await asks();
    expect([again.status, again.heading, again.value("device")]).toEqual([429, NUMBER, device]);
    expect(again.alert).toBe("Trop de demandes : réessayez dans 50 secondes.");
    visitor.cookies.set("locale", "en");
    expect((await asks()).alert).toBe("Too many requests: please try again in 50 seconds.");
  });

  it("continues from the old number's code to the new one's after a reload", async () => {
    await asks();
    await visitor.send(PATH, { otp: codeOf() });
    await app.world.database.db
      .updateTable("accounts")
      .set({ password_hash: null })
      .where("email", "=", email)
      .execute();
    clock.advance(61_000);
    const next = device.replace(/4$/, "6");
    await asks(next);
    expect((await visitor.open(PATH)).words).toContain("Envoyé à votre numéro actuel");
    const sent = await visitor.send(PATH, { otp: codeOf(), ...(await visitor.proof()) });
    expect(sent.words).toContain(`Envoyé au +33 ${next.slice(1)}`);
    await visitor.open(PATH);
    expect((await visitor.send(PATH, { otp: codeOf() })).location).toBe("/jeux");
    expect((await account()).mobile_phone).toBe(`+33${next.replaceAll(" ", "").slice(1)}`);
  });
});

describe("a code's third failure", () => {
  it("says that the code is used up, and a new one is offered", async () => {
    await asks();
    const said: (string | null)[] = [];
    for (let tries = 0; tries < 4; tries++) said.push((await visitor.send(PATH, { otp: wrongCode() })).problem("otp"));
    expect(said).toEqual([
      "Ce code est incorrect",
      "Ce code est incorrect",
      "Trois codes incorrects : celui-ci n’est plus valable, demandez-en un nouveau",
      "Ce code n’est plus valable, demandez-en un nouveau",
    ]);
    clock.advance(60_000);
    const fresh = await visitor.send(PATH, { intent: "resend", ...(await visitor.proof()) });
    expect(fresh.words).toContain("Un nouveau code vient de partir");
  });
});

describe("the opt-in question", () => {
  it("is optional: without an answer the code is sent, nothing is recorded, and it is asked again later", async () => {
    const code = await asks();
    expect([code.status, code.heading]).toEqual([200, CODE]);
    expect((await account()).optin_refused_at).toBeNull();
    expect((await visitor.send(PATH, { intent: "other" })).words).toContain("(facultatif)");
    expect((await account()).accepts_sms).toBe(false);
  });

  it("can be answered for a number whose code is still valid", async () => {
    await asks();
    await asks(device, { optins: "yes" });
    expect(await account()).toMatchObject({ accepts_sms: true, accepts_email: true, accepts_letter: true });
  });

  it("does not hide other problems, which are all reported at once", async () => {
    await asks();
    await visitor.send(PATH, { otp: codeOf() });
    for (const typed of ["", "12", device]) {
      const answer = await asks(typed);
      expect(answer.problem("device")).not.toBeNull();
      expect(answer.problem("current_password")).toBe("Champ obligatoire");
    }
    clock.advance(61_000);
    const next = device.replace(/4$/, "7");
    expect((await asks(next)).problem("current_password")).toBe("Champ obligatoire");
    expect((await asks(next, { current_password: PASSWORD })).heading).toBe(CODE);
  });
});

describe("the country of a number", () => {
  it.each([
    ["+41 78 123 45 67 8", "CH"],
    ["0032 470", "BE"],
    ["+49 30 123456", "DE"],
    ["+33 1 45 67 89 01", "FR"],
    ["0412345678", "FR"],
    ["+44 7911 123456", ""],
    ["+1 212 555 0100", ""],
  ])("has the flag of what was typed: %s", async (typed, country) => {
    const answer = await asks(typed);
    expect([answer.status, answer.value("country")]).toEqual([422, country]);
    if (country === "") expect(answer.problem("device")).toBe("Les numéros de ce pays ne sont pas acceptés");
  });

  it.each([
    ["fr", "Mobiles acceptés : France, Suisse, Belgique et Allemagne."],
    ["en", "Accepted mobile numbers: France, Switzerland, Belgium, and Germany."],
  ])("is told beforehand, in %s", async (locale, words) => {
    visitor.cookies.set("locale", locale);
    expect((await visitor.open(PATH)).words).toContain(words);
  });
});
