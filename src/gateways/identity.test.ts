import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { standingClock } from "../../test/support/clock.ts";
import { openTestSandbox, type TestSandbox } from "../../test/support/sandbox.ts";
import { BreakerOpen } from "../platform/breaker.server.ts";
import type { ExclusionGateway } from "../platform/gateways/exclusions.ts";
import type { IdentityGateway } from "../platform/gateways/identity.ts";
import { openExclusions, personFor } from "./exclusions.server.ts";
import { ProviderUnreachable } from "./provider-fetch.server.ts";
import { openUbble } from "./ubble.server.ts";

const clock = standingClock("2026-11-21T19:30:00Z");
const MINUTE = 60_000;

describe("identity verification and exclusion registers", () => {
  let sandbox: TestSandbox;
  let identity: IdentityGateway;
  let exclusions: ExclusionGateway;
  /** The webhooks that the provider sent, newest last. */
  const webhooks: { signature: string; body: Buffer }[] = [];
  beforeAll(async () => {
    sandbox = await openTestSandbox(clock.now, {
      deliver: async (_url, init) => {
        const signature = new Headers(init.headers).get("cko-signature") ?? "";
        webhooks.push({ signature, body: Buffer.from(typeof init.body === "string" ? init.body : "") });
        return { status: 200 };
      },
    });
    const { settings } = sandbox;
    identity = openUbble(settings.identity, { now: clock.now, timeoutMs: 1_000 });
    exclusions = openExclusions(settings.exclusions, { now: clock.now, timeoutMs: 1_000 });
  });
  afterEach(() => sandbox.repair());
  afterAll(() => sandbox.close());

  const begin = () =>
    identity.start({
      name: "Élodie Delmas-Ferré",
      birthday: "1990-05-17",
      redirectUrl: "http://port-serac.localhost:3000/players-plus/create",
      webhookUrl: "http://localhost:3000/webhooks/ubble",
    });
  const play = (id: string, outcome: string, document?: object) =>
    sandbox.send("POST", `/api/identity/${id}`, { outcome, ...(document === undefined ? {} : { document }) });

  it("starts a verification, lists it, and follows its progress", async () => {
    const { verificationId, link } = await begin();
    expect(identity.isOwnLink(link)).toBe(true);
    expect(await sandbox.send("GET", "/api/identity")).toMatchObject([
      { id: verificationId, status: "pending", url: link },
    ]);
    expect(await identity.read(verificationId)).toEqual({ status: "created" });
    const seen = await fetch(link);
    expect(await seen.text()).toContain("Montrez votre pièce");
    expect(await identity.read(verificationId)).toEqual({ status: "opened" });
    await play(verificationId, "processing");
    expect(await identity.read(verificationId)).toEqual({ status: "checking", done: 1 });
    await play(verificationId, "approved", { lastname: "DELMAS", number: "AB 12" });
    expect(await identity.read(verificationId)).toEqual({
      status: "approved",
      document: {
        firstname: "Élodie",
        lastname: "DELMAS",
        birthName: null,
        birthday: "1990-05-17",
        number: "AB 12",
        type: "Passport",
        country: "FRA",
        expiresOn: "2033-12-31",
      },
    });
    await identity.purge(verificationId);
  });

  it.each([
    ["retry", "rejected"],
    ["declined", "rejected"],
    ["inconclusive", "rejected"],
    ["refused", "refused"],
    ["expired", "expired"],
  ])("reads %s as %s", async (outcome, status) => {
    const { verificationId } = await begin();
    await play(verificationId, outcome);
    expect(await identity.read(verificationId)).toEqual({ status });
  });

  it("gives the open link when a new attempt is refused with 409, a new link after it expired, and none once it is over", async () => {
    const { verificationId, link } = await begin();
    expect(await identity.tryAgain(verificationId, "http://localhost/x")).toEqual({ link, isNew: false });
    clock.advance(15 * MINUTE);
    expect(await identity.read(verificationId)).toEqual({ status: "expired" });
    const again = await identity.tryAgain(verificationId, "http://localhost/x");
    expect(again).toMatchObject({ isNew: true });
    expect(again?.link).not.toBe(link);
    await play(verificationId, "declined");
    expect(await identity.tryAgain(verificationId, "http://localhost/x")).toBeNull();
  });

  it("accepts a genuine webhook for five minutes and refuses one with any changed bit", async () => {
    const { verificationId } = await begin();
    await play(verificationId, "opened");
    const { signature, body } = webhooks.at(-1) ?? { signature: "", body: Buffer.from("") };
    expect(identity.readWebhook(signature, body)).toMatchObject({ event: { verificationId } });
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.integer({ min: 0, max: 7 }), (at, bit) => {
        const altered = Buffer.from(body);
        altered[at] = (altered[at] ?? 0) ^ (1 << bit);
        return "refusal" in identity.readWebhook(signature, altered);
      }),
      { numRuns: 60 },
    );
    fc.assert(
      fc.property(fc.nat(signature.length - 1), fc.constantFrom("0", "9", "A", "z", ":"), (at, letter) => {
        fc.pre(signature[at] !== letter);
        const [time, version] = signature.split(":");
        const altered = `${signature.slice(0, at)}${letter}${signature.slice(at + 1)}`;
        // The version names the signature's format and is not signed.
        fc.pre(altered.split(":")[0] !== time || altered.split(":")[1] === version);
        return "refusal" in identity.readWebhook(altered, body);
      }),
      { numRuns: 60 },
    );
    // The last base64 letter has unused bits: texts that differ only there decode to the same bytes.
    const last = /[A-Za-z0-9+/](?==*$)/;
    for (const letter of ["A", "B", "C", "D", "Q", "R", "g", "h", "w", "x"]) {
      const altered = signature.replace(last, letter);
      if (altered !== signature) expect(identity.readWebhook(altered, body)).toEqual({ refusal: "invalid" });
    }
    clock.advance(5 * MINUTE + 1_000);
    expect(identity.readWebhook(signature, body)).toEqual({ refusal: "invalid" });
  });

  it("answers while its webhooks are lost, and sends the next one again", async () => {
    const { verificationId } = await begin();
    await sandbox.breakDown({ provider: "identity", mode: "drop", count: 1 });
    const before = webhooks.length;
    expect(await identity.read(verificationId)).toEqual({ status: "created" });
    await play(verificationId, "opened");
    expect(await identity.read(verificationId)).toEqual({ status: "opened" });
    expect(webhooks).toHaveLength(before);
    await play(verificationId, "processing");
    expect(webhooks).toHaveLength(before + 1);
  });

  it("pauses calls for 30 seconds after five failures, then tries again", async () => {
    await sandbox.breakDown({ provider: "identity", mode: "down" });
    for (let call = 0; call < 5; call += 1)
      await expect(identity.read("idv_x")).rejects.toBeInstanceOf(ProviderUnreachable);
    await sandbox.repair();
    await expect(identity.read("idv_x")).rejects.toBeInstanceOf(BreakerOpen);
    clock.advance(31_000);
    expect(await identity.read("idv_x")).toBeNull();
    expect(await identity.read("idv_x")).toBeNull();
  });

  it("reads only the verdict of a register; a failure is unknown", async () => {
    const person = { lastname: "Varenne", firstname: "Élise Marie", birthday: "1980-02-29" };
    expect(await exclusions.check("ANJ", person, "daily")).toBe("clear");
    await sandbox.send("PUT", "/api/exclusions", {
      persons: [{ ...person, lastname: "VARENNE", firstname: "Elise Marie" }],
    });
    expect(await exclusions.check("ANJ", person, "daily")).toBe("barred");
    expect(await exclusions.check("EPIS", person, "entrance")).toBe("barred");
    expect(await exclusions.check("OJAR", { ...person, birthday: "1980-02-28" }, "entrance")).toBe("clear");
    await sandbox.send("PUT", "/api/exclusions", { persons: [{ ...person, verdict: "unknown" }] });
    expect(await exclusions.check("ANJ", person, "daily")).toBe("unknown");
    await sandbox.send("PUT", "/api/exclusions", { persons: [] });
    expect(await exclusions.check("ANJ", person, "daily")).toBe("clear");
    await sandbox.breakDown({ provider: "exclusions", mode: "down" });
    expect(await exclusions.check("ANJ", person, "daily")).toBe("unknown");
  });

  it("asks a register about many people by one call for each thousand, in their order", async () => {
    const persons = Array.from({ length: 2_001 }, (_, at) => ({
      lastname: `Varenne ${"abcdefghij"[at % 10]}${"abcdefghij"[Math.floor(at / 10) % 10]}`,
      firstname: "Anne Marie",
      birthday: `19${50 + (at % 40)}-0${1 + (at % 9)}-11`,
    }));
    const [barred, unknown, first] = [persons[0]!, persons[1_234]!, persons[2_000]!];
    await sandbox.send("PUT", "/api/exclusions", {
      persons: [barred, { ...unknown, verdict: "unknown" }, { ...first, firstname: "Anne" }],
    });
    const calls = async () =>
      ((await sandbox.send("GET", "/api/exclusions")) as { calls: { matches: number } }).calls.matches;
    const before = await calls();
    const answers = await exclusions.match("EPIS", persons, "daily");
    expect(await calls()).toBe(before + 3);
    expect([answers.length, answers[0], answers[1_234], answers[2_000]]).toEqual([
      2_001,
      "barred",
      "unknown",
      "barred",
    ]);
    expect((await exclusions.match("ANJ", [first], "daily"))[0]).toBe("clear");
    // A person whom the register cannot read is unknown; the others of the call are answered.
    expect(await exclusions.match("ANJ", [{ ...first, birthday: "1980" }, barred], "daily")).toEqual([
      "unknown",
      "barred",
    ]);
    expect(await exclusions.match("ANJ", [], "daily")).toEqual([]);
    await sandbox.breakDown({ provider: "exclusions", mode: "down", count: 1 });
    const failed = await exclusions.match("ANJ", persons, "daily");
    expect(failed.slice(0, 1_000).every((answer) => answer === "unreached")).toBe(true);
    expect(failed[1_001]).toBe("clear");
    await sandbox.send("PUT", "/api/exclusions", { persons: [] });
  });

  it.each([
    ["Anne Marie", "Anne", "1980-02-03", "1980-02-03"],
    ["Jean-Luc René", "Jean-Luc", "1980", "1980-01-01"],
    ["  ", "*", "1980-00-00", "1980-01-01"],
  ])("spells %j as the Belgian register expects", (firstname, first, birthday, day) => {
    expect(personFor("EPIS", { lastname: "Peeters", firstname, birthday })).toEqual({
      lastname: "Peeters",
      firstname: first,
      birthday: day,
    });
    expect(personFor("ANJ", { lastname: "Peeters", firstname, birthday })).toEqual({
      lastname: "Peeters",
      firstname,
      birthday,
    });
  });
});
