import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { standingClock } from "../../test/support/clock.ts";
import { openTestSandbox, type TestSandbox } from "../../test/support/sandbox.ts";
import type { Mail } from "../platform/gateways/messages.ts";
import { openMail } from "./mail.server.ts";
import { openSms } from "./sms.server.ts";

const clock = standingClock("2030-11-21T19:30:00Z");
const MAIL: Mail = {
  id: "0d6f3c3e-1c1c-4b56-9a3f-000000000000",
  from: { name: "Casino de Port-Sérac", address: "bonjour@port-serac.belrive.example" },
  to: "ada@example.org",
  subject: "Confirmez votre adresse – c’est l’affaire d’un instant, à bientôt à Port-Sérac",
  text: "Bonjour Zoé,\n\n= ceci n’est pas un en-tête =\n.\nÀ bientôt",
  html: `<p style="color:#cd2d26">À bientôt, <a href="http://port-serac.localhost:3000/x?a=1&amp;b=2">Zoé</a> ! ${"é".repeat(2_000)}</p>`,
};
let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await openTestSandbox(clock.now);
});
afterAll(() => sandbox.close());
afterEach(() => sandbox.repair());

const mail = () => openMail(sandbox.settings.mail, { connectMs: 500, silenceMs: 500 });
const sms = () => openSms(sandbox.settings.sms, { now: clock.now, timeoutMs: 500 });
const mailTo = (to: string, change: Partial<Mail> = {}): Mail => ({
  ...MAIL,
  id: `id of ${to}`.replaceAll(" ", "-"),
  to,
  ...change,
});

it("delivers a mail as written, in every character", async () => {
  await mail().send(MAIL);
  const [arrived, ...others] = await sandbox.mails("ADA@example.org");
  expect(others).toEqual([]);
  expect(arrived).toMatchObject({ to: MAIL.to, subject: MAIL.subject, sent_at: "2030-11-21T19:30:00.000Z" });
  expect(arrived?.from).toContain("bonjour@port-serac.belrive.example");
  expect(arrived?.text.replaceAll("\r\n", "\n").trim()).toBe(MAIL.text);
  expect(arrived?.html?.trim()).toBe(MAIL.html);
});

it("shows a repeated mail once, because its Message-ID is the same", async () => {
  await mail().send(mailTo("twice@example.org"));
  await mail().send(mailTo("twice@example.org"));
  await mail().send(mailTo("twice@example.org", { id: "another" }));
  expect(await sandbox.mails("twice@example.org")).toHaveLength(2);
});

it("delivers many mails over at most four connections, each once", async () => {
  let connections = 0;
  const ids: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onConnect: (_session, answer) => answer(void (connections += 1)),
    onData: (stream, _session, answer) => {
      stream.on("data", (chunk: Buffer) =>
        ids.push(...(/^Message-ID: <(.*)@/im.exec(chunk.toString())?.slice(1) ?? [])),
      );
      stream.on("end", () => answer());
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const gateway = openMail({ ...sandbox.settings.mail, host: "127.0.0.1", port });
  const guests = Array.from({ length: 24 }, (_, n) => mailTo(`guest-${n}@example.org`));
  const outcomes = await Promise.all(guests.map((guest) => gateway.send(guest)));
  expect(new Set(outcomes)).toEqual(new Set(["sent"]));
  expect(ids.toSorted()).toEqual(guests.map(({ id }) => id).toSorted());
  expect(connections).toBeLessThanOrEqual(4);
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

it("prevents header injection through a name, a subject or an address", async () => {
  const bad = "x\r\nBcc: victim@example.org\r\n\r\nbody";
  await mail().send(mailTo("headers@example.org", { subject: bad, from: { name: bad, address: MAIL.from.address } }));
  await mail()
    .send(mailTo("a@example.org, victim@example.org"))
    .catch(() => undefined);
  expect(await sandbox.mails("victim@example.org")).toEqual([]);
  expect(await sandbox.mails("headers@example.org")).toHaveLength(1);
});

it.each(["down", "drop"])("throws while the mail server is %s, and delivers nothing", async (mode) => {
  await sandbox.breakDown({ provider: "mail", mode, count: 1 });
  await expect(mail().send(mailTo(`${mode}@example.org`))).rejects.toThrow();
  expect(await sandbox.mails(`${mode}@example.org`)).toEqual([]);
  await mail().send(mailTo(`${mode}@example.org`));
  expect(await sandbox.mails(`${mode}@example.org`)).toHaveLength(1);
});

it("reports an unknown address as final, retries temporary faults and our own, and keeps the address out of errors", async () => {
  const refuse = (address: string, responseCode: number) =>
    Object.assign(new Error(`<${address}> is unknown here`), { responseCode });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onMailFrom: ({ address }, _session, answer) =>
      address.startsWith("spoof") ? answer(refuse(address, 553)) : answer(),
    onRcptTo: ({ address }, _session, answer) => {
      const [, code] = /^(\d{3})/.exec(address) ?? [];
      return code === undefined ? answer() : answer(refuse(address, Number(code)));
    },
    onData: (stream, _session, answer) => {
      stream.resume();
      stream.on("end", () => answer(refuse("ada@example.org", 554)));
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const gateway = openMail({ ...sandbox.settings.mail, host: "127.0.0.1", port });
  expect(await gateway.send(mailTo("550-ada@example.org"))).toBe("bounced");
  expect(await gateway.send(mailTo("ada@example.org"))).toBe("refused");
  await expect(gateway.send({ ...MAIL, from: { name: "", address: "spoof@example.org" } })).rejects.toThrow("553");
  const failure: unknown = await gateway.send(mailTo("450-ada@example.org")).catch((error: unknown) => error);
  expect(String(failure)).toBe("MailNotTaken: The mail server did not accept the mail: EENVELOPE 450");
  expect(inspect(failure, { depth: 9 })).not.toContain("ada@");
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

it("throws when the mail server answers too late; the repeated mail is shown once", async () => {
  await sandbox.breakDown({ provider: "mail", mode: "slow", delay_ms: 1_500, count: 1 });
  await expect(mail().send(mailTo("slow@example.org"))).rejects.toThrow();
  await mail().send(mailTo("slow@example.org"));
  expect(await sandbox.mails("slow@example.org")).toHaveLength(1);
});

it("receives duplicated and reordered mails from the sandbox", async () => {
  await sandbox.breakDown({ provider: "mail", mode: "duplicate", count: 1 });
  await mail().send(mailTo("both@example.org"));
  expect(await sandbox.mails("both@example.org")).toHaveLength(2);
  await sandbox.breakDown({ provider: "mail", mode: "reorder", count: 1 });
  for (const subject of ["first", "second"]) await mail().send(mailTo("order@example.org", { id: subject, subject }));
  expect((await sandbox.mails("order@example.org")).map((one) => one.subject)).toEqual(["first", "second"]);
});

it("sends a signed SMS without a STOP clause, and reports a number that is never accepted", async () => {
  expect(await sms().send({ id: "1", to: "+33612345678", text: "Votre code : 0042" })).toEqual({
    messageId: expect.stringMatching(/^\d+$/),
  });
  expect(await sandbox.texts("+33612345678")).toMatchObject([
    { to: "+33612345678", text: "Votre code : 0042", from: "BELRIVE" },
  ]);
  expect(await sandbox.send("GET", "/api/sms?to=+33612345678")).toHaveLength(1);
  expect(await sms().send({ id: "2", to: "+0", text: "x" })).toBe("refused");
});

it("reads a delivery receipt at an address that contains our key", async () => {
  const told: string[] = [];
  const site = createServer((request, response) => {
    told.push(request.url ?? "");
    response.end("{}");
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  const telling = await openTestSandbox(clock.now, {
    siteUrl: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
  });
  const gateway = openSms(telling.settings.sms, { now: clock.now });
  const sent = await gateway.send({ id: "5", to: "+33612345679", text: "x" });
  await expect.poll(() => told).toHaveLength(1);
  const { pathname, searchParams } = new URL(told[0] ?? "", "http://site.test");
  expect(pathname).toBe("/webhooks/ovh");
  expect([sent]).toContainEqual({ messageId: searchParams.get("id") });
  expect(gateway.readReceipt(searchParams)).toEqual({ messageId: searchParams.get("id"), delivery: "delivered" });
  searchParams.set("key", "guess");
  expect(gateway.readReceipt(searchParams)).toBe("unsigned");
  const quiet = openSms({ ...telling.settings.sms, callbackKey: null }, { now: clock.now });
  expect(quiet.readReceipt(searchParams)).toBe("unwanted");
  await telling.close();
  site.close();
});

it("throws when the SMS provider refuses a call: wrong secret, wrong clock, undeclared sender", async () => {
  const { settings } = sandbox;
  const later = () => new Date(clock.now().getTime() + 3_600_000);
  const message = { id: "3", to: "+33600000003", text: "x" };
  const wrong = [
    openSms({ ...settings.sms, applicationSecret: "guess" }, { now: clock.now }),
    openSms({ ...settings.sms, consumerKey: "guess" }, { now: clock.now }),
    openSms({ ...settings.sms, sender: "CASINO" }, { now: clock.now }),
    openSms({ ...settings.sms, serviceName: "sms-other" }, { now: clock.now }),
    openSms(settings.sms, { now: later }),
  ];
  for (const gateway of wrong) await expect(gateway.send(message)).rejects.toThrow(/refused the call/);
  expect(await sandbox.texts("+33600000003")).toEqual([]);
});

it("retries an SMS with an unknown outcome once, and no more", async () => {
  const message = { id: "4", to: "+33600000004", text: "Code 4321" };
  await sandbox.breakDown({ provider: "sms", mode: "down", count: 1 });
  expect(await sms().send(message)).toHaveProperty("messageId");
  expect(await sandbox.texts(message.to)).toHaveLength(1);
  await sandbox.breakDown({ provider: "sms", mode: "slow", delay_ms: 1_000 });
  const failure: unknown = await sms()
    .send(message)
    .catch((error: unknown) => error);
  expect(String(failure)).toMatch(/no answer in time/);
  expect(String(failure)).not.toMatch(/4321|3360/);
  expect(await sandbox.texts(message.to)).toHaveLength(3);
});

it("lists messages with all fields, and accepts a fault for each provider and mode", async () => {
  await mail().send(mailTo("fields@example.org"));
  const [one] = await sandbox.mails("fields@example.org");
  expect(Object.keys(one ?? {})).toEqual(expect.arrayContaining(["to", "subject", "text", "html", "sent_at"]));
  for (const provider of ["mail", "sms", "google", "apple", "facebook", "identity", "bank", "exclusions"])
    for (const mode of ["down", "slow", "drop", "duplicate", "reorder"])
      expect(await sandbox.breakDown({ provider, mode })).toContainEqual(expect.objectContaining({ provider, mode }));
  expect(await sandbox.breakDown({ provider: "mail", mode: "explode" })).toHaveProperty("error");
  expect(await sandbox.repair()).toEqual([]);
});
