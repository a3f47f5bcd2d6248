import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { standingClock } from "../support/clock.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { peopleOf, SITE, type Answered, type People } from "../support/people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

/** The password of whoever registered the address again, which its holder did not choose. */
const OWN = "Ligne-Rouge!58";

const clock = standingClock(SATURDAY_EVENING);
let app: TestApp;
let people: People;
let count = 0;
/** An address with a confirmed holder, and a free one; a pending account may exist for each. */
let members = "";
let free = "";

beforeAll(async () => {
  app = await openIsolatedApp({ venues: ["port-serac"], clock, pictures: "stand-ins" });
  people = peopleOf(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  clock.set(SATURDAY_EVENING);
  app.world.gateways.bouncing.clear();
  count += 1;
  [members, free] = [`member-${count}@example.test`, `nobody-${count}@example.test`];
  await people.member(members);
});

describe("a pending account does not reveal whether its address belongs to a member", () => {
  /** Triggers everything that writes to the address, then collects everything that the session may read. */
  async function seen(email: string): Promise<unknown> {
    const token = (await people.register(email, { password: OWN })).body.data?.token ?? "";
    const jobs = () => app.world.jobs.runAll();
    await jobs();
    clock.advance(120_000);
    const callback_url = `${SITE}/email-confirmation`;
    const resent = await people.post("/users/email-validation", { email, callback_url }, { token });
    await people.recover(email);
    await jobs();
    const logged = await people.logIn(email, OWN);
    const calls = ["/profile", "/auth/sessions"].map((path) => people.call("GET", path, { token }));
    const answers = [resent, ...(await Promise.all(calls)), await people.introspect(token)];
    const page = await app.get("port-serac", "/mon-compte", { cookie: `user_token=${token}` });
    clock.set(SATURDAY_EVENING);
    const texts = [
      ...answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`),
      `${logged.status} ${page.status} ${/<main[^]*<\/main>/.exec(await page.text())?.[0]}`,
    ];
    return { texts: texts.map((text) => faceless(text, email)), files: await exported(token, email) };
  }

  async function exported(token: string, email: string): Promise<Record<string, string>> {
    const answer = await app.get("port-serac", "/api/users/me/export", { authorization: `Bearer ${token}` });
    const files = Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer())));
    return Object.fromEntries(files.map(([name, bytes]) => [name, faceless(strFromU8(bytes), email)]));
  }

  /** The text without random values and without the address. */
  const faceless = (text: string, email: string) =>
    text
      .replaceAll(email, "…@example.test")
      .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "…")
      .replaceAll(/("customer_id": ?)"\d{12}"/g, "$1…")
      .replaceAll(/("token": ?)"[\w-]{43}"/g, "$1…");

  it("in anything that its session reads: the account, its page, its sessions, its export", async () => {
    expect(await seen(free)).toEqual(await seen(members));
  });

  it("when the mailbox bounces", async () => {
    for (const email of [free, members]) app.world.gateways.bouncing.add(email);
    expect(await seen(free)).toEqual(await seen(members));
  });
});

describe("log-ins to a pending account are delayed alike, whether the address belongs to a member or not", () => {
  /** `w` is a wrong password, `o` one's own, `W` and `O` the same from the browser that logged in first, `.` a wait of a minute. */
  async function logIns(email: string, steps: string): Promise<unknown[]> {
    clock.set(SATURDAY_EVENING);
    await people.register(email, { password: OWN });
    const ip = `198.19.${count}.${email === members ? 7 : 8}`;
    const first = await people.logIn(email, OWN);
    const cookie = first.headers.get("set-cookie")?.split(";")[0] ?? "";
    const answers = [first];
    for (const step of steps) {
      if (step === ".") clock.advance(60_000);
      else {
        const headers: Record<string, string> = "WO".includes(step) ? { cookie } : {};
        answers.push(await people.logIn(email, "oO".includes(step) ? OWN : "Wrong-Word!12", { ip, headers }));
      }
    }
    return answers.map(faceless);
  }

  const faceless = ({ status, headers, body }: Answered) => ({
    status,
    headers: [...headers].map(([name, value]) => [name, value.replace(/^known_browser=[\w-]{43}/, "known_browser=…")]),
    body: JSON.stringify(body).replace(/"token":"[\w-]{43}"/, '"token":"…"'),
  });

  it.each([
    "wwwwowwwww",
    "wwwwwo.owo.w",
    "owwo.wwow.wwwwww",
    "wwwo".repeat(6),
    "WWWWOWWWWW",
    "WWWWWWWWWWWWO",
    "wwwwwwwwO.O.W",
    "OWWWWwwwwwO.o.W",
    "wO.Wo.wO.Wo.wO.Wo",
  ])("%s", async (steps) => {
    expect(await logIns(free, steps)).toEqual(await logIns(members, steps));
  });

  it("asks its browser for a proof of work like an unknown one while most log-ins fail", async () => {
    const { db } = app.world.database;
    const statuses: unknown[] = [];
    for (const email of [free, members]) {
      await db.deleteFrom("login_minutes").execute();
      const minute = new Date(clock.now().getTime() - 60_000);
      await db.insertInto("login_minutes").values({ minute, attempts: 5_999, failures: 5_999 }).execute();
      await people.register(email, { password: OWN });
      const proven = await people.logIn(email, OWN, { headers: await people.captcha() });
      const cookie = proven.headers.get("set-cookie")?.split(";")[0] ?? "";
      statuses.push([proven.status, (await people.logIn(email, OWN, { headers: { cookie } })).status]);
    }
    await db.deleteFrom("login_minutes").execute();
    expect(statuses).toEqual([
      [200, 400],
      [200, 400],
    ]);
  });
});

describe("a pending account sends no mail to its address", () => {
  const NAME = "Appelez le zero six douze";
  const mailsTo = (email: string) =>
    people.mails(email).then((mails) => mails.map(({ subject, text }) => [subject, text.includes(NAME)]));
  const CONFIRMATION = ["Confirmez votre adresse e-mail", false];

  async function pending(email: string): Promise<string> {
    const registered = await people.register(email, { password: OWN, firstname: NAME });
    expect(await mailsTo(email)).toEqual([CONFIRMATION]);
    return registered.body.data?.token ?? "";
  }

  it("about a new password, which is set all the same", async () => {
    const token = await pending(free);
    let current = OWN;
    for (const password of ["Phare-Blanc?82", "Falaise-Craie!31"]) {
      const body = { current_password: current, password };
      expect((await people.call("PUT", "/users", { token, body })).status).toBe(200);
      current = password;
    }
    expect((await people.logIn(free, current)).status).toBe(200);
    expect(await mailsTo(free)).toEqual([CONFIRMATION]);
  });

  it("about a new mobile number", async () => {
    const token = await pending(free);
    for (const device of ["+33612000041", "+33612000042"]) {
      const body = { otp_type: "check", device_type: "mobile", device, current_password: OWN };
      const sent = await people.post("/otp/send", body, { token, headers: await people.captcha() });
      const { device_token } = sent.body.data as { device_token?: string };
      const otp = /^\d{4}/.exec(app.world.gateways.texts.at(-1)?.text ?? "")?.[0];
      expect((await people.post("/otp/verify", { device_token, otp }, { token })).status).toBe(200);
    }
    expect(await mailsTo(free)).toEqual([CONFIRMATION]);
  });

  it("about its deletion and restoration", async () => {
    let token = await pending(free);
    for (let time = 0; time < 2; time += 1) {
      expect((await people.requestDeletion(token, OWN)).status).toBe(200);
      token = (await people.logIn(free, OWN)).body.data?.token ?? "";
    }
    expect(await mailsTo(free)).toEqual([CONFIRMATION]);
  });
});
