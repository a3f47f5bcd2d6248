import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { bankWebhook, signedHeaders } from "../../sandbox/bank-webhooks.ts";
import { standingClock } from "../../test/support/clock.ts";
import { freePort } from "../../test/support/free-port.ts";
import { openTestSandbox, type TestSandbox } from "../../test/support/sandbox.ts";
import type { BankSettings } from "../platform/settings/bank-settings.server.ts";
import { sandboxBankSettings } from "../platform/settings/sandbox-bank.server.ts";
import type { BankOrder } from "../platform/gateways/bank.ts";
import { NotReached } from "../platform/not-reached.ts";
import { openBanks } from "./fintecture-applications.server.ts";
import { isBankLink, openFintecture } from "./fintecture.server.ts";

const TARGET = "/webhooks/fintecture";
const clock = standingClock("2030-11-21T19:30:00Z");
const random = (size: number) => new Uint8Array(size).fill(7);
type SentRequest = { path: string; headers: Headers; body: Uint8Array };
let told: SentRequest[] = [];
let answers: number[] = [];
let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await openTestSandbox(clock.now, {
    async deliver(url, { headers, body }) {
      told.push({ path: new URL(url).pathname, headers: new Headers(headers), body: Buffer.from(body) });
      return { status: answers.shift() ?? 200 };
    },
  });
});
afterAll(() => sandbox.close());
afterEach(async () => {
  await sandbox.repair();
  [told, answers] = [[], []];
});

/** The application of one company, as the sandbox plays it. */
const settings = (company = "port-serac") => sandboxBankSettings(sandbox.url, company);
const bank = (change: Partial<BankSettings> = {}) =>
  openFintecture({ ...settings(), ...change }, { now: clock.now, random });
let states = 0;
const order = (change: Partial<BankOrder> = {}): BankOrder => ({
  state: `00000000-0000-4000-8000-${String((states += 1)).padStart(12, "0")}`,
  amountMinor: 5_050n,
  currency: "EUR",
  payer: { name: "Marguerite d’Aubencourt", email: "member@demo.belrive.example", phone: "+33639980105" },
  communication: "Casino de Port-Sérac – recharge",
  returnUrl: "http://port-serac.localhost:3000/?popup=Cashless",
  ...change,
});
async function started(gateway = bank(), wanted = order()) {
  const session = await gateway.start(wanted);
  if (session === "refused") throw new Error("The bank refused the order");
  return { ...session, state: wanted.state };
}
/** Makes the bank give this answer for an address. With `isDone` the real call is made first and its answer is lost. */
function bankThat(
  target: string,
  { status, body = {}, isDone = false }: { status: number; body?: object; isDone?: boolean },
) {
  const { fetch } = globalThis;
  const line = vi.spyOn(globalThis, "fetch").mockImplementation(async (address, init) => {
    const isMeant = (address instanceof Request ? address.url : String(address)).includes(target);
    const answer = isMeant && !isDone ? null : await fetch(address, init);
    return isMeant ? Response.json(body, { status }) : (answer ?? Response.error());
  });
  return { isOver: () => line.mockRestore() };
}
const outcome = (sessionId: string, body: object) => sandbox.send("POST", `/api/bank/${sessionId}`, body);

describe("a payment", () => {
  it("starts with a link to the bank and reads back as ordered", async () => {
    const session = await started();
    expect(session.url).toBe(`${sandbox.url}/bank/${session.sessionId}`);
    expect(await bank().read(session.sessionId)).toEqual({
      sessionId: session.sessionId,
      state: session.state,
      fact: "INIT",
      isFinal: false,
      amountMinor: 5_050n,
      orderedMinor: 5_050n,
      currency: "EUR",
      communication: "Casino de Port-Sérac – recharge",
      payerName: null,
    });
    const [listed] = (await sandbox.send("GET", "/api/bank")) as object[];
    expect(listed).toMatchObject({
      session_id: session.sessionId,
      status: "provider_required",
      amount: 50.5,
      url: session.url,
      end_to_end_id: session.state.replaceAll("-", ""),
    });
  });

  it.each([
    ["paid", "PAID", true],
    ["pending", "PENDING_PAYMENT", false],
    ["cancelled", "CANCELLED", true],
    ["failed", "ERROR", true],
    ["expired", "CANCELLED", false],
  ] as const)("that is %s reads as %s", async (wish, fact, isFinal) => {
    const { sessionId } = await started();
    await outcome(sessionId, { outcome: wish });
    expect(await bank().read(sessionId)).toMatchObject({ fact, isFinal, amountMinor: 5_050n });
  });

  it("reports the amount and payer that arrived, even when they differ from the order", async () => {
    const { sessionId } = await started();
    await outcome(sessionId, { outcome: "paid", amount: 5.05, payer: "Somebody Else" });
    expect(await bank().read(sessionId)).toMatchObject({
      fact: "PAID",
      amountMinor: 505n,
      orderedMinor: 5_050n,
      payerName: "Somebody Else",
    });
  });

  it("reads as null for an unknown or invalid session id", async () => {
    expect(await bank().read("f".repeat(32))).toBeNull();
    expect(await bank().read("../oauth?x=1")).toBeNull();
  });

  it("is not read from an answer about another session", async () => {
    const { sessionId, state } = await started();
    const meta = { session_id: "f".repeat(32), status: "payment_created", state };
    const attributes = { amount: "50.50", currency: "EUR", communication: "", end_to_end_id: "" };
    const astray = bankThat(`/payments/${sessionId}`, { status: 200, body: { meta, data: { attributes } } });
    await expect(bank().read(sessionId)).rejects.toThrow(/another session/);
    astray.isOver();
    expect((await bank().read(sessionId))?.fact).toBe("INIT");
  });

  it("is refused when the order is not acceptable", async () => {
    expect(await bank().start(order({ amountMinor: 0n }))).toBe("refused");
  });

  it("is found by its state when the answer to the order was lost", async () => {
    const wanted = order();
    const impatient = openFintecture(settings(), { now: clock.now, random, timeoutMs: 1_000 });
    // Fetch the token before the fault starts.
    await impatient.find("nobody");
    await sandbox.breakDown({ provider: "bank", mode: "slow", delay_ms: 2_000, count: 1 });
    await expect(impatient.start(wanted)).rejects.toThrow(/no answer in time/);
    expect(await bank().find(wanted.state)).toMatchObject([{ state: wanted.state, fact: "INIT" }]);
  });

  it("is listed, page by page, with all sessions since an instant", async () => {
    const since = new Date(clock.now().getTime() + 60_000);
    await bank().start(order());
    clock.set(since);
    const wanted = await Promise.all([1, 2, 3].map(() => bank().start(order())));
    const { sessions, count } = await bank().list(since, 1);
    expect(count).toBe(3);
    expect(sessions.map(({ sessionId }) => sessionId).sort()).toEqual(
      wanted.map((one) => (one === "refused" ? "" : one.sessionId)).sort(),
    );
    expect(await bank().list(since, 2)).toEqual({ sessions: [], count: 0 });
    clock.advance(-60_000);
  });

  it("does not end the list on a page of foreign transfers; a refused list throws", async () => {
    const foreign = { meta: { session_id: "ab12", status: "payment_created" }, data: { attributes: {} } };
    const page = { meta: {}, data: Array.from({ length: 100 }, () => foreign) };
    const full = bankThat("/pis/v2/payments?", { status: 200, body: page });
    expect(await bank().list(clock.now(), 1)).toEqual({ sessions: [], count: 100 });
    full.isOver();
    for (const status of [400, 409, 422]) {
      const refusing = bankThat("/pis/v2/payments?", { status });
      await expect(bank().list(clock.now(), 1)).rejects.toThrow(/refused a list/);
      await expect(bank().find("a-state")).rejects.toThrow(/refused a list/);
      refusing.isOver();
    }
  });

  it("throws while the bank is down, without the payer's data in the error", async () => {
    await sandbox.breakDown({ provider: "bank", mode: "down" });
    const failure: unknown = await bank()
      .start(order())
      .catch((error: unknown) => error);
    expect(String(failure)).toMatch(/status 503/);
    expect(String(failure)).not.toMatch(/Aubencourt|belrive|3363998/);
  });
});

describe("calls to the bank", () => {
  it("fetch one new token for all waiting calls when the old one has expired", async () => {
    const gateway = bank();
    const { sessionId } = await started(gateway);
    clock.advance(3_600_000);
    expect(await Promise.all([gateway.read(sessionId), gateway.read(sessionId)])).toMatchObject([{}, {}]);
    clock.set("2030-11-21T19:30:00Z");
  });

  it("throw when the bank knows neither our secret nor our key", async () => {
    const other = generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey;
    const pem = other.export({ type: "pkcs8", format: "pem" }).toString();
    await expect(bank({ appSecret: "guess" }).start(order())).rejects.toThrow(/refused the credentials/);
    await expect(bank({ privateKeys: [pem] }).start(order())).rejects.toThrow(/refused the call/);
  });

  it("distinguish an order that never arrived from one with an unknown outcome", async () => {
    const absent = bank({ url: `http://127.0.0.1:${await freePort()}` });
    await expect(absent.start(order())).rejects.toBeInstanceOf(NotReached);
    await expect(bank({ appSecret: "guess" }).start(order())).rejects.toBeInstanceOf(NotReached);
    const silent = bankThat("/pis/v2/connect", { status: 503 });
    await expect(bank().start(order())).rejects.not.toBeInstanceOf(NotReached);
    silent.isOver();
  });

  it("refuse a link to a host that is not the bank's", async () => {
    await expect(bank({ linkHosts: ["connect.fintecture.com"] }).start(order())).rejects.toThrow(
      /leads to another host/,
    );
    const hosts = { linkHosts: ["connect.fintecture.com", "localhost:3100"] };
    for (const good of ["https://connect.fintecture.com/v2/1?x=2#y", "http://localhost:3100/bank/1"])
      expect(isBankLink(hosts, good)).toBe(true);
    for (const bad of [
      "http://connect.fintecture.com/v2",
      "https://connect.fintecture.com.evil.example/",
      "https://connect.fintecture.com@evil.example/",
      "https://u:p@connect.fintecture.com/",
      "https://evil.example/connect.fintecture.com",
      "https://connect.fintecture.com:8443/",
      "javascript:alert(1)//connect.fintecture.com",
      "intent://connect.fintecture.com#Intent;end",
      "//connect.fintecture.com/",
      "",
    ])
      expect(isBankLink(hosts, bad), bad).toBe(false);
    const scheme = fc.constantFrom("https:", "http:", "javascript:", "intent:", "data:");
    const host = fc.constantFrom(
      ...hosts.linkHosts,
      "evil.example",
      "connect.fintecture.com.evil.example",
      "localhost",
    );
    const user = fc.constantFrom("", "connect.fintecture.com@", "a:b@");
    fc.assert(
      fc.property(scheme, user, host, fc.constantFrom("", ":8443"), (protocol, who, place, port) => {
        const isOurs = place === hosts.linkHosts[0] && protocol === "https:";
        const isSandbox = place === hosts.linkHosts[1] && protocol.startsWith("http");
        const isPlain = who === "" && port === "";
        expect(isBankLink(hosts, `${protocol}//${who}${place}${port}/p`)).toBe(isPlain && (isOurs || isSandbox));
      }),
    );
  });
});

describe("a refund", () => {
  it("is made once per key, however often it is asked for", async () => {
    const { sessionId } = await started();
    await outcome(sessionId, { outcome: "paid" });
    const wanted = { sessionId, amountMinor: 5_050n, key: "refund0123456789abcdef" };
    const first = await bank().refund(wanted);
    expect(first).toEqual({ refundId: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(await bank().refund(wanted)).toEqual(first);
    expect(await bank().refund({ ...wanted, key: "another" })).toBe("refused");
    const listed = (await sandbox.send("GET", "/api/bank")) as { session_id: string; refunded: number }[];
    expect(listed.find((one) => one.session_id === sessionId)?.refunded).toBe(50.5);
  });

  it("is not repeated after a lost answer while the bank does not list its refunds", async () => {
    const { sessionId } = await started();
    await outcome(sessionId, { outcome: "paid" });
    const wanted = { sessionId, amountMinor: 2_000n, key: "refund2000" };
    const sent = async () => {
      const all = (await sandbox.send("GET", "/api/bank")) as { session_id: string; refunded: number }[];
      return all.find((one) => one.session_id === sessionId)?.refunded;
    };
    const silent = bankThat("/pis/v2/refund?", { status: 503, isDone: true });
    await expect(bank().refund(wanted)).rejects.toThrow(/status 503/);
    silent.isOver();
    expect(await sent()).toBe(20);
    for (const status of [400, 409, 422, 200]) {
      const refusing = bankThat("/refunds", { status });
      await expect(bank().refund(wanted)).rejects.toThrow(/a list|no list/);
      refusing.isOver();
    }
    expect(await sent()).toBe(20);
    expect(await bank().refundKeys(sessionId)).toEqual(["refund2000"]);
    expect(await bank().refund(wanted)).toEqual({ refundId: expect.any(String) });
    expect(await sent()).toBe(20);
  });

  it("is refused for a payment that was not paid or is unknown", async () => {
    const { sessionId } = await started();
    expect(await bank().refund({ sessionId, amountMinor: 100n, key: "a" })).toBe("refused");
    expect(await bank().refund({ sessionId: "unknown", amountMinor: 100n, key: "b" })).toBe("refused");
  });
});

describe("a webhook of the bank", () => {
  const session = { id: "ab12", status: "payment_created" as const, state: "our-state", payerName: "Ada" };
  const message = (change: { body?: string; headers?: Record<string, string | undefined>; at?: Date } = {}) => {
    const made = bankWebhook(settings(), session, TARGET, change.at ?? clock.now());
    const headers = new Headers(made.headers);
    for (const [name, value] of Object.entries(change.headers ?? {}))
      if (value === undefined) headers.delete(name);
      else headers.set(name, value);
    return { headers, body: Buffer.from(change.body ?? made.body), target: TARGET };
  };
  const WEBHOOK = { sessionId: "ab12", status: "payment_created", state: "our-state", fact: "PAID" };

  it("reaches the site for every change, and again until it is accepted", async () => {
    answers = [503];
    const { sessionId, state } = await started();
    await outcome(sessionId, { outcome: "paid" });
    await expect.poll(() => told.length).toBe(2);
    for (const { path, headers, body } of told)
      expect(bank().readWebhook({ headers, body, target: path })).toEqual({
        sessionId,
        status: "payment_created",
        state,
        fact: "PAID",
      });
  });

  it("may be lost, duplicated or overtaken", async () => {
    const statuses = () => told.map(({ body }) => new URLSearchParams(Buffer.from(body).toString()).get("status"));
    const { sessionId } = await started();
    await sandbox.breakDown({ provider: "bank", mode: "drop", count: 1 });
    await outcome(sessionId, { outcome: "pending" });
    expect(await bank().read(sessionId)).toMatchObject({ fact: "PENDING_PAYMENT" });
    await sandbox.breakDown({ provider: "bank", mode: "duplicate", count: 1 });
    await outcome(sessionId, { outcome: "pending" });
    await expect.poll(statuses).toEqual(["payment_pending", "payment_pending"]);
    await sandbox.breakDown({ provider: "bank", mode: "reorder", count: 1 });
    await outcome(sessionId, { outcome: "pending" });
    await outcome(sessionId, { outcome: "paid" });
    await expect.poll(statuses).toHaveLength(4);
    expect(statuses().slice(2)).toEqual(["payment_created", "payment_pending"]);
  });

  it("is read as a form and as JSON", () => {
    expect(bank().readWebhook(message())).toEqual(WEBHOOK);
    const body = JSON.stringify({ session_id: "ab12", status: "payment_created", state: "our-state" });
    const headers = new Headers({
      "content-type": "application/json",
      ...signedHeaders(settings(), body, TARGET, clock.now()),
    });
    expect(bank().readWebhook({ headers, body: Buffer.from(body), target: TARGET })).toEqual(WEBHOOK);
  });

  it("is accepted with the new key and with the previous one", () => {
    const fresh = generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey.export({
      type: "pkcs8",
      format: "pem",
    });
    const [old] = settings().privateKeys;
    expect(bank({ privateKeys: [String(fresh), old] }).readWebhook(message())).toEqual(WEBHOOK);
    expect(bank({ privateKeys: [String(fresh)] }).readWebhook(message())).toBe("unsigned");
  });

  it("is refused when any bit of its body or signed headers was changed", () => {
    const genuine = message();
    const flip = (text: string, at: number) => {
      const bytes = Buffer.from(text);
      const place = at % (bytes.length * 8);
      bytes[place >> 3] = (bytes[place >> 3] ?? 0) ^ (1 << (place & 7));
      return bytes;
    };
    fc.assert(
      fc.property(fc.nat(), (at) => {
        const body = flip(Buffer.from(genuine.body).toString(), at);
        expect(bank().readWebhook({ ...genuine, body })).toBe("unsigned");
      }),
      { numRuns: 60 },
    );
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom("date", "digest", "x-request-id", "signature"), (at, name) => {
        const changed = flip(genuine.headers.get(name) ?? "", at).toString("latin1");
        fc.pre(/^[\x20-\x7e]+$/.test(changed) && changed.trim() === changed);
        const headers = new Headers(genuine.headers);
        headers.set(name, changed);
        const before = genuine.headers.get("signature") ?? "";
        // These carry no meaning: the algorithm's name, the case of header names, and unused bits of the last base64
        // letter.
        fc.pre(
          name !== "signature" ||
            signatureValue(changed) !== signatureValue(before) ||
            listedPart(changed) !== listedPart(before),
        );
        expect(bank().readWebhook({ ...genuine, headers })).toBe("unsigned");
      }),
      { numRuns: 100 },
    );
  });

  it("is refused from another application, at another time, or without digest or date in the signature", () => {
    expect(bank({ appId: "another" }).readWebhook(message())).toBe("unsigned");
    expect(bank().readWebhook(message({ at: new Date(clock.now().getTime() - 301_000) }))).toBe("unsigned");
    expect(bank().readWebhook(message({ at: new Date(clock.now().getTime() + 301_000) }))).toBe("unsigned");
    for (const name of ["digest", "signature", "date"])
      expect(bank().readWebhook(message({ headers: { [name]: undefined } }))).toBe("unsigned");
    const body = "session_id=ab12&status=payment_created";
    for (const listed of [
      ["date", "x-request-id"],
      ["digest", "x-request-id"],
      ["date", "digest"],
    ]) {
      const headers = new Headers(signedHeaders(settings(), body, TARGET, clock.now(), listed));
      expect(bank().readWebhook({ headers, body: Buffer.from(body), target: TARGET }), listed.join()).toBe("unsigned");
    }
  });

  it("is refused at another path when the path is signed", () => {
    const body = "session_id=ab12&status=payment_created&state=our-state";
    const listed = ["(request-target)", "date", "digest", "x-request-id"];
    const headers = new Headers({
      "content-type": "application/x-www-form-urlencoded",
      ...signedHeaders(settings(), body, TARGET, clock.now(), listed),
    });
    expect(bank().readWebhook({ headers, body: Buffer.from(body), target: TARGET })).toEqual(WEBHOOK);
    expect(bank().readWebhook({ headers, body: Buffer.from(body), target: "/elsewhere" })).toBe("unsigned");
  });

  it("counts as malformed when it is signed but cannot be parsed", () => {
    for (const body of ["", "{", "session_id=&status=x", "session_id=ab12", "session_id=a%2Fb&status=x"]) {
      const headers = new Headers(signedHeaders(settings(), body, TARGET, clock.now()));
      for (const type of ["application/json", "application/x-www-form-urlencoded"]) {
        headers.set("content-type", type);
        expect(bank().readWebhook({ headers, body: Buffer.from(body), target: TARGET })).toBe("malformed");
      }
    }
  });
});

describe("the applications of several companies", () => {
  const banks = () => openBanks({ own: new Map(), playedAt: sandbox.url }, { now: clock.now, random });
  const of = (company: string) => openFintecture(sandboxBankSettings(sandbox.url, company), { now: clock.now, random });

  it("see their own payments only, and refund no other's", async () => {
    const { sessionId, state } = await started(of("port-serac"));
    await outcome(sessionId, { outcome: "paid" });
    const [own, other] = [of("port-serac"), of("valombre")];
    const since = new Date(clock.now().getTime() - 1);
    expect([(await own.read(sessionId))?.fact, await other.read(sessionId)]).toEqual(["PAID", null]);
    expect([(await own.find(state)).length, (await other.find(state)).length]).toEqual([1, 0]);
    expect((await other.list(since, 1)).sessions.map((one) => one.sessionId)).not.toContain(sessionId);
    const wanted = { sessionId, amountMinor: 5_050n, key: "refundofcompanies" };
    expect(await other.refund(wanted)).toBe("refused");
    expect(await own.refund(wanted)).toEqual({ refundId: expect.any(String) });
    expect(await other.refundKeys(sessionId)).toEqual([]);
  });

  it("have credentials of their own: nobody calls or signs with those of another", async () => {
    const [mine, theirs] = [settings("port-serac"), settings("valombre")];
    expect([
      mine.appId === theirs.appId,
      mine.appSecret === theirs.appSecret,
      mine.privateKeys[0] === theirs.privateKeys[0],
    ]).toEqual([false, false, false]);
    await expect(bank({ appSecret: theirs.appSecret }).start(order())).rejects.toThrow(/refused the credentials/);
    await expect(bank({ privateKeys: theirs.privateKeys }).start(order())).rejects.toThrow(/refused the call/);
    const session = { id: "ab12", status: "payment_created" as const, state: "our-state", payerName: "Ada" };
    const signedBy = (sender: BankSettings) => {
      const { headers, body } = bankWebhook(sender, session, TARGET, clock.now());
      return banks().readWebhook({ headers: new Headers(headers), body: Buffer.from(body), target: TARGET });
    };
    expect(signedBy(mine)).toMatchObject({ company: "port-serac", webhook: { sessionId: "ab12" } });
    expect(signedBy(theirs)).toMatchObject({ company: "valombre" });
    // One application names itself as another.
    expect(signedBy({ ...theirs, appId: mine.appId })).toBe("unsigned");
    expect(signedBy({ ...mine, appId: "somebody-else" })).toBe("unsigned");
  });

  it("are listed by the sandbox with their beneficiaries", async () => {
    await started(of("port-serac"));
    await started(of("house-of-cards"));
    const listed = (await sandbox.send("GET", "/api/bank/applications")) as object[];
    expect(listed).toContainEqual({
      application: "sandbox-bank-port-serac",
      beneficiary: "Société du Casino de Port-Sérac SAS",
      account: "FR7699999000010000000005159",
    });
    expect(listed).toContainEqual({ application: "sandbox-bank-house-of-cards", beneficiary: null, account: null });
    const page = await (await fetch(`${sandbox.url}/bank`)).text();
    for (const shown of ["sandbox-bank-valombre", "Société des Bains et du Casino de Valombre SAS", "FR7699999"])
      expect(page).toContain(shown);
    const [newest] = (await sandbox.send("GET", "/api/bank")) as { application: string }[];
    expect(newest).toMatchObject({ application: "sandbox-bank-house-of-cards", beneficiary: null });
  });
});

function signatureValue(signature: string): string {
  return Buffer.from(/signature="([^"]*)"/.exec(signature)?.[1] ?? "", "base64").toString("hex");
}
function listedPart(signature: string): string {
  return (/headers="([^"]*)"/.exec(signature)?.[1] ?? "none").toLowerCase();
}
