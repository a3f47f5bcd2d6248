import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { plain } from "../support/pictures.ts";
import { parseConfig } from "../../src/platform/settings/config.server.ts";
import { openLog } from "../../src/platform/log.server.ts";
import { realWorld } from "../../src/app/world.server.ts";
import { ownDatabase } from "../support/databases.ts";
import { formVisitor } from "../support/form-visitor.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { peopleOf, SITE, type Answered } from "../support/people.ts";
import { openTestSandbox, type TestSandbox } from "../support/sandbox.ts";

/** A person whose data occur nowhere else. */
const CANARY = {
  firstname: "Zéphyrine",
  lastname: "Canari-Quinquin",
  birthday: "1987-06-23",
  email: "zephyrine.canari@example.test",
  phone: "+33 6 98 76 12 34",
  password: "Quinquet-Ambre!83",
  next: "Serinette-Jaune?94",
  pseudo: "Serin doré",
};
const CREDENTIAL = /\b[\w-]{22}(?:[\w-]{21})?\b/g;

const lines: string[] = [];
let app: TestApp;
let sandbox: TestSandbox;
let directory: string;
let closeDatabase: () => Promise<void>;

/** The real adapters against the sandbox, and the real log at its most detailed level. */
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "canary-"));
  const database = await ownDatabase();
  closeDatabase = () => database.close();
  sandbox = await openTestSandbox(() => new Date());
  const parsed = parseConfig({
    DATA_DIR: directory,
    SANDBOX_URL: sandbox.url,
    SANDBOX_SMTP_PORT: String(sandbox.settings.mail.port),
  });
  if ("problems" in parsed) throw new Error(parsed.problems.join("\n"));
  const log = openLog("trace", { write: (line) => void lines.push(line) });
  const { gateways } = realWorld(parsed.config, database, log);
  const { mail, sms, social } = gateways;
  app = await openTestApp(database, {
    venues: ["port-serac"],
    pictures: "stand-ins",
    gateways: { mail, sms, social },
    log,
    clock: { now: () => new Date(), set: () => undefined, advance: () => undefined, tick: () => undefined },
  });
});
afterAll(async () => {
  await app.close();
  await closeDatabase();
  await sandbox.close();
  await rm(directory, { recursive: true });
});

it("logs no name, address, number, code or token during the whole life of an account", async () => {
  const secrets = new Set(Object.values(CANARY));
  const people = peopleOf(app);
  const { email, password, next } = CANARY;
  const keep = <Answer extends Answered>(answer: Answer): Answer => {
    const told = `${JSON.stringify(answer.body)} ${answer.headers.getSetCookie().join(" ")}`;
    for (const [credential] of told.matchAll(CREDENTIAL)) secrets.add(credential);
    return answer;
  };
  const linkOf = async (path: string) => {
    await app.world.jobs.runAll();
    const mails = await sandbox.mails(email);
    const token = mails.map(({ text }) => new RegExp(`${path}\\?token=([\\w-]+)`).exec(text)?.[1]).find(Boolean) ?? "";
    expect(token).toHaveLength(43);
    secrets.add(token);
    return token;
  };

  const { firstname, lastname, birthday } = CANARY;
  await sandbox.breakDown({ provider: "mail", mode: "down" });
  keep(await people.register(email, { firstname, lastname, birthday, password }));
  await app.world.jobs.runAll();
  await sandbox.repair();
  const confirmed = keep(await people.confirm(await linkOf("/email-confirmation")));
  keep(await people.logIn(email, "Not-The-Word!12"));
  const token = keep(await people.logIn(email, password)).body.data?.token ?? confirmed.body.data?.token ?? "";

  await sandbox.breakDown({ provider: "sms", mode: "drop", count: 1 });
  const sent = keep(
    await people.post(
      "/otp/send",
      { otp_type: "check", device_type: "mobile", device: CANARY.phone },
      { token, headers: await people.captcha() },
    ),
  );
  const e164 = CANARY.phone.replaceAll(" ", "");
  secrets.add(e164).add(e164.slice(3));
  const [message] = await sandbox.texts(e164);
  const otp = /\d{4}/.exec(message?.text ?? "")?.[0] ?? "";
  secrets.add(otp);
  const { device_token } = sent.body.data as { device_token?: string };
  expect((await people.post("/otp/verify", { device_token, otp }, { token })).status).toBe(200);

  const change = (body: object) => people.call("PUT", "/users", { token, body });
  keep(await change({ pseudo: CANARY.pseudo }));
  keep(await change({ avatar_base64: (await plain(40, 40)).toString("base64") }));
  keep(await change({ optins: { CANAL_LETTER: true } }));
  keep(await change({ current_password: "Not-The-Word!12", password: next }));
  keep(await people.introspect(token));
  const visitor = formVisitor(app);
  await visitor.open(`/me-connecter?redirect=${encodeURIComponent(`/agenda?${email}`)}`);
  await visitor.post("/me-connecter", { email, password: "Not-The-Word!12" });
  await visitor.post("/me-connecter", { email, password });
  await visitor.open("/?popup=Account");
  for (const value of visitor.cookies.values()) if (value.length > 20) secrets.add(value);

  await people.forgetMails();
  keep(await people.recover(email));
  const reset = await linkOf("/nouveau-mot-de-passe");
  await visitor.open(`/nouveau-mot-de-passe?token=${reset}`);
  expect((await people.reset(reset, next)).status).toBe(200);
  const again = keep(await people.logIn(email, next)).body.data?.token ?? "";

  const vouched = await sandbox.token("google", {
    sub: "20406080",
    email,
    given_name: firstname,
    family_name: lastname,
  });
  secrets.add(vouched);
  await sandbox.breakDown({ provider: "google", mode: "down", count: 1 });
  for (const access_token of [vouched, vouched])
    keep(await people.post("/auth/google", { access_token, source: "WEBSITE", origin: SITE }));
  await app.get("port-serac", "/api/users/me/export", { authorization: `Bearer ${again}` });
  keep(await people.requestDeletion(again));
  await app.world.jobs.runAll();

  const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const line of told) for (const name of ["time", "ms", "level"]) delete line[name];
  const messages = new Set(told.map(({ msg }) => msg));
  expect([...messages]).toEqual(
    expect.arrayContaining(["request", "a job failed", "a social provider could not be reached"]),
  );
  expect(told.length).toBeGreaterThan(20);
  expect(secrets.size).toBeGreaterThan(20);
  const text = told.map((line) => JSON.stringify(line)).join("\n");
  const found = [...secrets].filter((secret) =>
    new RegExp(`(?<!\\w)${secret.replaceAll(/\W/g, "\\$&")}(?!\\w)`).test(text),
  );
  expect(found).toEqual([]);
});
