import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { readInput } from "../../src/accounts/contract.ts";
import { changePasswordInput } from "../../src/accounts/profile/contract.ts";
import { changePassword } from "../../src/accounts/password/password.server.ts";
import { currentMember, introspect, memberOfToken } from "../../src/accounts/sessions/sessions.server.ts";
import { ageOut } from "../../src/platform/retention/retention-job.server.ts";
import { visitOf, type Visit } from "../../src/accounts/visit.server.ts";
import { standingClock, type StandingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { PASSWORD, peopleOf, type People } from "../support/people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const OTHER_PASSWORD = "Phare-Blanc?82";
const DAY_MS = 86_400_000;

oneDatabase("a member's own password", (open) => {
  let app: TestApp;
  let people: People;
  let clock: StandingClock;
  let count = 0;
  let email = "";
  beforeAll(async () => {
    clock = standingClock(SATURDAY_EVENING);
    app = await openTestApp(await open(), { venues: ["port-serac"], clock, pictures: "stand-ins", hashes: "real" });
    people = peopleOf(app);
  });
  afterAll(() => app.close());
  beforeEach(() => {
    clock.set(SATURDAY_EVENING);
    email = `owner-${(count += 1)}@example.test`;
  });

  function visit(): Visit {
    const venue = app.services.table.find("port-serac.localhost") ?? null;
    const known = {
      venue,
      venues: app.services.table.all(),
      locale: "fr",
      kind: "web",
      socketAddress: undefined,
    } as const;
    return visitOf(app.world, new Request("http://port-serac.localhost/"), known);
  }
  async function change(token: string, current_password: string, password: string) {
    const member = await memberOfToken(app.world, token);
    if (member === null) throw new Error("Nobody is logged in");
    const read = readInput(changePasswordInput, { current_password, password });
    return "input" in read ? changePassword(app.world, visit(), member, read.input) : read;
  }

  it("changes with the current one, ends the other sessions and renews this one's token", async () => {
    const token = await people.member(email);
    const other = (await people.logIn(email)).body.data?.token ?? "";
    expect(await change(token, PASSWORD, OTHER_PASSWORD)).toEqual({ ok: { result: true } });
    expect(await memberOfToken(app.world, other)).toBeNull();
    const renewed = await introspect(app.world, token);
    expect(renewed?.token).not.toBe(token);
    expect([(await people.logIn(email)).status, (await people.logIn(email, OTHER_PASSWORD)).status]).toEqual([
      401, 200,
    ]);
    expect((await people.mails(email)).at(-1)?.subject).toBe("Votre mot de passe a changé");
  });

  it("does not change with a wrong current one, which may be guessed five times in 15 minutes", async () => {
    const token = await people.member(email);
    const wrong = { problems: [{ key: "current_password", message: "members_password_current_wrong" }] };
    for (let tries = 0; tries < 5; tries++) expect(await change(token, "Wrong-Word!12", OTHER_PASSWORD)).toEqual(wrong);
    expect(await change(token, PASSWORD, OTHER_PASSWORD)).toMatchObject({ refusal: { kind: "rate_limited" } });
    expect((await people.logIn(email)).status).toBe(200);
  });

  it("must follow the rule and not be common", async () => {
    const token = await people.member(email);
    for (const password of ["short", "no-upper-case-1!", "NoSpecial123", "Password1!", `${"x".repeat(126)}A1!`])
      expect(await change(token, PASSWORD, password)).toMatchObject({ problems: [{ key: "password" }] });
  });

  it("must differ from the current one; both languages say so under the field", async () => {
    const token = await people.member(email);
    const body = { current_password: PASSWORD, password: PASSWORD };
    const words = async (locale: string) =>
      (await people.call("PUT", "/users", { token, body, headers: { locale } })).body.error;
    expect(await words("fr")).toEqual([{ key: "password", message: "Choisissez un autre mot de passe que l’actuel" }]);
    expect(await words("en")).toEqual([
      { key: "password", message: "Choose a password that differs from your current one" },
    ]);
  });

  it("changes ten times a day; no hash is made for more", async () => {
    const token = await people.member(email);
    const passwords = [PASSWORD, ...Array.from({ length: 12 }, (_, time) => `Phare-Blanc?${time}`)];
    const turn = (time: number) => change(token, passwords[time] ?? "", passwords[time + 1] ?? "");
    for (let time = 0; time < 10; time += 1) expect(await turn(time)).toEqual({ ok: { result: true } });
    for (let tries = 0; tries < 5; tries += 1)
      expect(await turn(10)).toEqual({
        refusal: expect.objectContaining({ kind: "rate_limited", retryAfterSeconds: 86_400 }),
      });
    expect(await turn(10), "the right one is a guess like others by then").toEqual({
      refusal: expect.objectContaining({ kind: "rate_limited", retryAfterSeconds: 900 }),
    });
    clock.advance(DAY_MS);
    expect(await turn(10)).toEqual({ ok: { result: true } });
  });

  it("needs a session; the cookie counts only for the site's own pages", async () => {
    const token = await people.member(email);
    const page = new Request("http://port-serac.localhost/", { headers: { cookie: `a=b; user_token=${token}; c=d` } });
    expect(await currentMember(app.world, page)).toMatchObject({ email, isEmailValid: true });
    const form = (origin: string) =>
      new Request(page.url, {
        method: "POST",
        headers: {
          cookie: `user_token=${token}`,
          host: "port-serac.localhost",
          "content-type": "application/json",
          origin,
        },
      });
    expect(await currentMember(app.world, form("http://port-serac.localhost"))).toMatchObject({ email });
    expect(await currentMember(app.world, form("http://evil.test"))).toBeNull();
  });

  it("leaves the nightly job nothing but open sessions and current rows", async () => {
    const token = await people.member(email);
    const ended = (await people.logIn(email)).body.data?.token ?? "";
    await people.call("POST", "/auth/logout", { token: ended });
    await people.recover(email);
    await people.mails(email);
    clock.advance(100 * DAY_MS - 10);
    await people.register(email);
    const fresh = (await people.logIn(email)).body.data?.token ?? "";
    await ageOut(app.world);
    const { db } = app.world.database;
    const left = async (table: "one_time_tokens" | "limit_windows" | "mails") => {
      const rows = await db.selectFrom(table).selectAll().execute();
      return rows.length;
    };
    expect([await left("one_time_tokens"), await left("mails")]).toEqual([0, 0]);
    const sessions = await db
      .selectFrom("sessions")
      .innerJoin("accounts", "accounts.id", "account_id")
      .select("revoked_at")
      .where("email", "=", email)
      .execute();
    expect(sessions.every((row) => row.revoked_at === null)).toBe(true);
    expect((await people.introspect(fresh)).status).toBe(200);
    expect((await people.introspect(token)).status).toBe(401);
  });
});
