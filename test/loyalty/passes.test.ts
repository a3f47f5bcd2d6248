import { execFileSync } from "node:child_process";
import { createHash, createPublicKey } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
// oxlint-disable-next-line no-restricted-imports -- adapters against the sandbox
import { openApplePass } from "../../src/gateways/apple-pass.server.ts";
// oxlint-disable-next-line no-restricted-imports -- adapters against the sandbox
import { openGoogleWallet } from "../../src/gateways/google-wallet.server.ts";
import { issueCard, reserveCardNumber } from "../../src/loyalty/memberships.server.ts";
import { revokePass } from "../../src/loyalty/passes/changes.server.ts";
import { shownPass } from "../../src/loyalty/passes/shown-pass.ts";
import type { ShownPass } from "../../src/platform/gateways/passes.ts";
import { inTransaction } from "../../src/platform/database/database.server.ts";
import {
  makeSandboxPassKeys,
  openSandboxPassKeys,
  sandboxPassSettings,
} from "../../src/platform/settings/sandbox-passes.server.ts";
import { standingClock } from "../support/clock.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { peopleOf, type People } from "../support/people.ts";
import { openTestSandbox, type TestSandbox } from "../support/sandbox.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { linkAccount } from "../../src/loyalty/queries.server.ts";

const DATA = {
  serial: "6f1f0b1e-0000-4000-8000-00000000abcd",
  cardNumber: "5163220377160458",
  holder: "Mme Aubry Camille",
  birthday: "1988-03-14",
  isTemporary: false,
  isRevoked: false,
  locale: "fr" as const,
  balance: { cents: 4_250n, next: { at: new Date("2027-01-31T23:00:00Z"), cents: 1_000n } },
  gifts: 2,
  places: [{ name: "Port-Sérac", latitude: 45.9, longitude: 6.1 }],
};

describe("the protocols of mobile wallets", () => {
  const clock = standingClock(SATURDAY_EVENING);
  const keys = makeSandboxPassKeys();
  let sandbox: TestSandbox;
  let settings: ReturnType<typeof sandboxPassSettings>;
  beforeAll(async () => {
    sandbox = await openTestSandbox(clock.now, { passKeys: keys });
    settings = sandboxPassSettings({ url: sandbox.url, pushPort: sandbox.pushPort }, keys);
  });
  afterAll(() => sandbox.close());

  it("makes an archive whose signature and manifest openssl verifies", async () => {
    const bytes = await openApplePass(settings.applePass).sign(shownPass(DATA), {
      url: "https://port-serac.example",
      token: "t".repeat(43),
    });
    const files = unzipped(Buffer.from(bytes));
    const manifest = JSON.parse(String(files.get("manifest.json"))) as Record<string, string>;
    expect(Object.keys(manifest).sort()).toEqual(
      [...files.keys()].filter((name) => !["manifest.json", "signature"].includes(name)).sort(),
    );
    for (const [name, hash] of Object.entries(manifest))
      expect(
        createHash("sha1")
          .update(files.get(name) ?? "")
          .digest("hex"),
        name,
      ).toBe(hash);
    const verified = opensslVerified(files, keys.authority);
    expect(verified.signed).toEqual(files.get("manifest.json"));
    expect(verified.signer).toContain("pass.example.belrive.card");
    // A signature of another authority is refused.
    expect(() => opensslVerified(files, makeSandboxPassKeys().authority)).toThrow(/verif/i);
    expect(JSON.parse(String(files.get("pass.json")))).toMatchObject({
      formatVersion: 1,
      serialNumber: DATA.serial,
      passTypeIdentifier: settings.applePass.passTypeId,
      teamIdentifier: settings.applePass.teamId,
      webServiceURL: "https://port-serac.example",
      authenticationToken: "t".repeat(43),
      voided: false,
      barcodes: [{ format: "PKBarcodeFormatQR", message: "5163220377160458", altText: "5163 2203 7716 0458" }],
      locations: [{ latitude: 45.9, longitude: 6.1, relevantText: "Votre carte pour Port-Sérac" }],
      storeCard: {
        headerFields: [{ label: "Cadeaux", value: "2" }],
        primaryFields: [{ label: "Solde Club Belrive", value: "42,50\u00a0€" }],
        secondaryFields: [{ key: "holder" }, { value: "10,00\u00a0€ le 1er\u00a0févr.\u00a02027" }],
      },
    });
    expect([...files.keys()]).toContain("icon@2x.png");
  });

  it("puts no code on a revoked pass, for either wallet", async () => {
    const revoked = shownPass({ ...DATA, serial: DATA.serial.replace("abcd", "dead"), isRevoked: true });
    const bytes = await openApplePass(settings.applePass).sign(revoked, {
      url: "https://a.example",
      token: "t".repeat(43),
    });
    const text = String(unzipped(Buffer.from(bytes)).get("pass.json"));
    expect(JSON.parse(text)).toMatchObject({ voided: true });
    expect(text).not.toMatch(/5163/);
    await openGoogleWallet(settings.googleWallet, { now: clock.now }).update(revoked, "https://a.example");
    const [held] = (await wallets()).google;
    expect(held).toMatchObject({ state: "INACTIVE" });
    expect(JSON.stringify(held)).not.toMatch(/5163/);
  });

  it("gives Google a short signed token for a pass that exists, which opens the wallet", async () => {
    const google = openGoogleWallet(settings.googleWallet, { now: clock.now });
    const token = await google.save(shownPass(DATA), "https://port-serac.example");
    expect(token.length).toBeLessThan(800);
    const { payload } = await jwtVerify(token, createPublicKey(keys.googlePublicKey), {
      issuer: settings.googleWallet.serviceAccount,
      audience: "google",
      currentDate: clock.now(),
    });
    expect(payload).toMatchObject({ typ: "savetowallet", origins: ["https://port-serac.example"] });
    const opened = await fetch(`${google.saveUrl}${token}`);
    expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining("5163 2203 7716 0458")]);
    expect((await fetch(`${google.saveUrl}${token.slice(0, -4)}AAAA`)).status).toBe(400);
    // Saving the same pass again updates it.
    await google.update(shownPass({ ...DATA, cardNumber: "5163000000000000" }), "https://port-serac.example");
    const held = (await wallets()).google.filter(({ id }) => id.endsWith(DATA.serial));
    expect(held).toMatchObject([{ barcode: { value: "5163000000000000" }, is_saved: true }]);
  });

  it("notifies phones through Apple's push service, and learns which have unregistered", async () => {
    const apple = openApplePass(settings.applePass);
    expect(await apple.push("aa11bb22cc33")).toBe("sent");
    expect(await apple.push("dead0000")).toBe("gone");
    expect((await wallets()).apple_pushes).toMatchObject([
      { device: "aa11bb22cc33", topic: settings.applePass.passTypeId },
    ]);
    await sandbox.breakDown({ provider: "wallets", mode: "down" });
    await expect(apple.push("aa11bb22cc33")).rejects.toThrow(/503/);
    await expect(
      openGoogleWallet(settings.googleWallet, { now: clock.now }).update(shownPass(DATA), "https://a.example"),
    ).rejects.toThrow();
    await sandbox.repair();
  });

  it("keeps the sandbox's keys when several processes create them", () => {
    const dir = mkdtempSync(join(tmpdir(), "baize-wallets-"));
    const made = openSandboxPassKeys({ secretsFile: join(dir, "secrets.json") });
    expect(openSandboxPassKeys({ secretsFile: join(dir, "secrets.json") })).toEqual(made);
    rmSync(dir, { recursive: true });
  });

  async function wallets() {
    return (await sandbox.send("GET", "/api/wallets")) as {
      google: { id: string }[];
      apple_pushes: object[];
    };
  }
});

describe("the card in a mobile wallet", () => {
  const clock = standingClock(SATURDAY_EVENING);
  let app: TestApp;
  let people: People;
  let token: string;
  let accountId: string;
  let membershipId: string;
  beforeAll(async () => {
    app = await openIsolatedApp({ venues: ["port-serac"], clock, pictures: "stand-ins" });
    people = peopleOf(app);
    token = await people.member("wallet@example.test");
    const { db } = app.world.database;
    ({ id: accountId } = await db
      .selectFrom("accounts")
      .select("id")
      .where("email", "=", "wallet@example.test")
      .executeTakeFirstOrThrow());
    await db
      .updateTable("accounts")
      .set({ mobile_phone: "+33639980150", mobile_phone_verified_at: clock.now() })
      .where("id", "=", accountId)
      .execute();
  });
  afterAll(() => app.close());

  const create = (query: string, temporary = false) =>
    people.call("POST", `/users/pplus/${temporary ? "temp_wallet" : "wallet"}/create?${query}`, { token });
  const linkOf = (answer: Awaited<ReturnType<typeof create>>) =>
    (answer.body as unknown as { data: { link: string } }).data.link;
  const open = (address: string, headers: Record<string, string> = {}, init: RequestInit = {}) => {
    const url = new URL(address, "http://port-serac.localhost:3000");
    return app.send(url.host, url.pathname + url.search, { ...init, headers });
  };
  const edition = async (response: Response) =>
    (await response.json()) as {
      serial: string;
      code: { value: string } | null;
      isTemporary: boolean;
      isRevoked: boolean;
    };

  it("needs a log-in, a known wallet type and a card", async () => {
    expect((await people.call("POST", "/users/pplus/wallet/create?type=apple")).status).toBe(401);
    for (const query of [
      "",
      "type=nokia",
      "type=apple&origin=app",
      "type=apple&os=" + "x".repeat(41),
      "type=apple&locale=nl",
    ])
      expect((await create(query)).status, query).toBe(422);
    for (const type of ["google", "apple", "other"])
      for (const isTemporary of [false, true])
        expect((await create(`type=${type}&origin=web&os=ios&locale=fr`, isTemporary)).status).toBe(409);
  });

  it("gives the link that each wallet expects", async () => {
    const { world } = app;
    const issued = await people.call("PUT", "/floor/cards/5000000000000001", {
      headers: { authorization: "Bearer floor-151" },
      body: { event_id: "wallet 1", lastname: "Delmas-Ferré", firstname: "Élodie", birthday: "1990-05-17" },
    });
    membershipId = (issued.body as unknown as { member_id: string }).member_id;
    await inTransaction(world.database, (tx) =>
      linkAccount(tx, accountId, { id: membershipId, walletKey: "AAAABBBBCCCC" }),
    );
    const other = linkOf(await create("type=other&origin=web"));
    expect(other).toBe("http://port-serac.localhost:3000/ma-carte");
    // Google gets the token alone, which the page appends to the save URL.
    const google = linkOf(await create("type=google"));
    expect(google).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    world.gateways.down.add("google-wallet");
    expect((await create("type=google")).status).toBe(503);
    world.gateways.down.clear();
    const apple = linkOf(await create("type=apple&locale=en"));
    expect(apple).toMatch(
      /^http:\/\/port-serac\.localhost:3000\/passes\/[0-9a-f-]{36}\.pkpass\?expires=\d+&once=[\w-]{22}&signature=[\w-]{43}$/,
    );
    const answer = await open(apple);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/vnd.apple.pkpass"]);
    expect(await edition(answer)).toMatchObject({ code: { value: "5000000000000001" }, isTemporary: false });
    // Both wallets get the same pass, however often it is asked for.
    expect(apple).toContain(google.split(".")[1]);
  });

  it("opens a download link once, for five minutes, and no altered one", async () => {
    const fresh = async () => linkOf(await create("type=apple"));
    const used = await fresh();
    expect((await open(used)).status).toBe(200);
    expect((await open(used)).status).toBe(404);
    const altered = await fresh();
    for (const change of [
      altered.replace(/expires=\d/, "expires=9"),
      altered.replace(/once=[\w-]{4}/, "once=AAAA"),
      altered.replace(/signature=.*/, ""),
      altered.replace(/[0-9a-f]{4}\.pkpass/, "0000.pkpass"),
      altered.replace(/expires=\d+/, "expires=99999999999999999999"),
    ])
      expect((await open(change)).status, change).toBe(404);
    expect((await open(altered)).status).toBe(200);
    const late = await fresh();
    clock.advance(300_000);
    expect((await open(late)).status).toBe(404);
  });

  it("serves phones: they register, learn of a replaced card, download it, and unregister", async () => {
    const { world } = app;
    const { gateways } = world;
    const apple = await open(linkOf(await create("type=apple")));
    const { serial } = await edition(apple);
    const secret = gateways.signed.at(-1)?.token ?? "";
    const authorization = `ApplePass ${secret}`;
    const registration = (device: string) => `/v1/devices/${device}/registrations/pass.test.card/${serial}`;
    const register = (device: string, pushToken: unknown, header = authorization) =>
      open(
        registration(device),
        { authorization: header, "content-type": "application/json" },
        { method: "POST", body: JSON.stringify({ pushToken }) },
      );
    expect((await register("phone-1", "push-one-1", "ApplePass wrong")).status).toBe(401);
    expect((await register("phone-1", "push-one-1", "")).status).toBe(401);
    expect((await register("phone-1", 7)).status).toBe(400);
    expect((await register("phone-1", "push-one-1")).status).toBe(201);
    expect((await register("phone-1", "push-one-2")).status).toBe(200);
    expect((await register("phone-2", "push-gone-1")).status).toBe(201);
    gateways.gonePhones.add("push-gone-1");
    const changed = (device: string, tag = "") => open(`/v1/devices/${device}/registrations/pass.test.card${tag}`);
    const first = (await (await changed("phone-1")).json()) as { serialNumbers: string[]; lastUpdated: string };
    expect(first.serialNumbers).toEqual([serial]);
    expect((await changed("phone-1", `?passesUpdatedSince=${first.lastUpdated}`)).status).toBe(204);
    expect((await changed("phone-9")).status).toBe(204);
    const fetchPass = (headers: Record<string, string> = {}) =>
      open(`/v1/passes/pass.test.card/${serial}`, { authorization, ...headers });
    const known = (await fetchPass()).headers.get("last-modified") ?? "";
    expect((await fetchPass({ "if-modified-since": known })).status).toBe(304);
    expect((await fetchPass({ authorization: "ApplePass x" })).status).toBe(401);

    // Two replacements within one second are two versions.
    await inTransaction(world.database, (tx) => issueCard(world, tx, { membershipId, type: "PLASTIC", siteId: 151 }));
    const between = (await fetchPass()).headers.get("last-modified") ?? "";
    const number = await inTransaction(world.database, (tx) =>
      issueCard(world, tx, { membershipId, type: "PLASTIC", siteId: 151 }),
    );
    await world.jobs.runAll();
    expect(gateways.pushed).toContain("push-one-2");
    expect(gateways.pushed).not.toContain("push-one-1");
    expect(gateways.atGoogle.at(-1)?.code?.value).toBe(number);
    expect(
      ((await (await changed("phone-1", `?passesUpdatedSince=${first.lastUpdated}`)).json()) as typeof first)
        .serialNumbers,
    ).toEqual([serial]);
    for (const since of [known, between]) {
      const again = await fetchPass({ "if-modified-since": since });
      expect(again.status).toBe(200);
      expect(await edition(again)).toMatchObject({ serial, code: { value: number } });
    }
    expect(gateways.signed.at(-1)?.token).toBe(secret);
    // A phone that unregistered gets nothing.
    expect((await changed("phone-2")).status).toBe(204);
    expect((await open(registration("phone-1"), { authorization }, { method: "DELETE" })).status).toBe(200);
    expect((await changed("phone-1")).status).toBe(204);
    const report = await open(
      "/v1/log",
      { "content-type": "application/json" },
      { method: "POST", body: '{"logs":["x"]}' },
    );
    expect(report.status).toBe(200);
  });

  it("shows balance, gifts and the casinos nearby, and follows a change of each", async () => {
    const { world } = app;
    await world.database.db
      .updateTable("establishments")
      .set({ latitude: 45.9, longitude: 6.1 })
      .where("site_id", "=", 151)
      .execute();
    const shown = async () => (await edition(await open(linkOf(await create("type=apple"))))) as unknown as ShownPass;
    expect(await shown()).toMatchObject({
      fields: { balance: { value: "0,00\u00a0€" }, gifts: { value: "0" }, expiry: null },
      places: [{ text: "Votre carte pour Port-Sérac" }],
    });
    const card = await world.database.db
      .selectFrom("cards")
      .select("card_number")
      .where("membership_id", "=", membershipId)
      .where("ended_at", "is", null)
      .executeTakeFirstOrThrow();
    await people.call("POST", "/floor/earnings", {
      headers: { authorization: "Bearer floor-151" },
      body: { event_id: "wallet earning", card_number: card.card_number, amount: "42.50", family: "slots" },
    });
    await world.jobs.runAll();
    expect(world.gateways.atGoogle.at(-1)?.fields).toMatchObject({
      balance: { value: "42,50\u00a0€" },
      expiry: { value: expect.stringContaining("42,50") as string },
    });
  });

  it("tells a wallet that could not be reached once of all that changed meanwhile", async () => {
    const { world } = app;
    await create("type=google");
    await world.jobs.runAll();
    const { card_number } = await world.database.db
      .selectFrom("cards")
      .select("card_number")
      .where("membership_id", "=", membershipId)
      .where("ended_at", "is", null)
      .executeTakeFirstOrThrow();
    const told = world.gateways.atGoogle.length;
    world.gateways.down.add("google-wallet");
    for (const time of [1, 2, 3, 4]) {
      await people.call("POST", "/floor/earnings", {
        headers: { authorization: "Bearer floor-151" },
        body: { event_id: `outage ${time}`, card_number, amount: "1.00", family: "slots" },
      });
      await world.jobs.runAll();
    }
    expect(world.jobs.waiting).toHaveLength(1);
    world.gateways.down.clear();
    await world.jobs.runAll();
    expect(world.gateways.atGoogle).toHaveLength(told + 1);
  });

  it("says nothing of gifts and places where the member's home casino is in Switzerland or Belgium", async () => {
    const { db } = app.world.database;
    const home = (country: "FR" | "CH" | "BE") =>
      db.updateTable("establishments").set({ country }).where("site_id", "=", 151).execute();
    for (const [country, gifts] of [
      ["BE", null],
      ["CH", { value: "0" }],
    ] as const) {
      await home(country);
      const pass = (await edition(await open(linkOf(await create("type=apple"))))) as unknown as ShownPass;
      expect(pass.places).toEqual([]);
      if (gifts === null) expect(pass.fields.gifts).toBeNull();
      else expect(pass.fields.gifts).toMatchObject(gifts);
    }
    await home("FR");
  });

  it("handles a flood of registrations with new device ids", async () => {
    const { serial } = await edition(await open(linkOf(await create("type=apple"))));
    const authorization = `ApplePass ${app.world.gateways.signed.at(-1)?.token}`;
    for (let at = 0; at < 70; at += 1) {
      const init = { method: "POST", body: JSON.stringify({ pushToken: `flood-push-${at}` }) };
      const answer = await open(
        `/v1/devices/flood-${at}/registrations/pass.test.card/${serial}`,
        { authorization, "content-type": "application/json" },
        init,
      );
      expect(answer.status).toBe(201);
      clock.advance(10);
    }
    const kept = await app.world.database.db
      .selectFrom("pass_devices")
      .select("device_id")
      .where("serial", "=", serial)
      .execute();
    expect(kept).toHaveLength(50);
    expect(kept.map(({ device_id }) => device_id)).toContain("flood-69");
  });

  it("voids a revoked pass, and uses a new one afterwards", async () => {
    const { world } = app;
    const { serial } = await edition(await open(linkOf(await create("type=apple"))));
    const authorization = `ApplePass ${world.gateways.signed.at(-1)?.token}`;
    await inTransaction(world.database, (tx) => revokePass(world, tx, { membershipId }));
    const gone = await open(`/v1/passes/pass.test.card/${serial}`, { authorization });
    expect(await edition(gone)).toMatchObject({ serial, isRevoked: true, code: null });
    await world.jobs.runAll();
    expect(world.gateways.atGoogle.at(-1)).toMatchObject({ serial, isRevoked: true });
    const next = await edition(await open(linkOf(await create("type=apple"))));
    expect(next.serial).not.toBe(serial);
  });

  it("turns the temporary card into the final one under the same serial number and token", async () => {
    const { world } = app;
    const { database } = world;
    const number = await inTransaction(database, (tx) => reserveCardNumber(world, tx));
    const { serial } = await edition(await open(linkOf(await create("type=apple"))));
    // The pass of a card that is not yet issued by the casino.
    await database.db
      .updateTable("passes")
      .set({ card_number: number, membership_id: null })
      .where("serial", "=", serial)
      .execute();
    const authorization = `ApplePass ${world.gateways.signed.at(-1)?.token}`;
    const fetched = async () => edition(await open(`/v1/passes/pass.test.card/${serial}`, { authorization }));
    expect(await fetched()).toMatchObject({ isTemporary: true, code: { value: number } });
    await inTransaction(database, (tx) => issueCard(world, tx, { membershipId, type: "DIGITAL", siteId: 151, number }));
    expect(await fetched()).toMatchObject({ serial, isTemporary: false, code: { value: number } });
  });
});

/** Reads the files of a zip archive by its central directory. */
function unzipped(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(archive.lastIndexOf("PK\u0005\u0006") + 16);
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const [nameLength, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + size);
    files.set(String(archive.subarray(at + 46, at + 46 + nameLength)), method === 0 ? packed : inflateRawSync(packed));
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

/**
 * Verifies the detached signature over the manifest with openssl. Returns the signed text and the signer's name. Throws
 * if it is invalid.
 */
function opensslVerified(files: Map<string, Buffer>, authority: string): { signed: Buffer; signer: string } {
  const dir = mkdtempSync(join(tmpdir(), "baize-pass-"));
  const path = (name: string) => join(dir, name);
  try {
    for (const name of ["manifest.json", "signature"]) writeFileSync(path(name), files.get(name) ?? "");
    writeFileSync(path("authority.pem"), authority);
    const run = (...args: string[]) => execFileSync("openssl", args, { stdio: ["ignore", "pipe", "pipe"] });
    const [signature, manifest, trusted] = [path("signature"), path("manifest.json"), path("authority.pem")];
    const input = ["-in", signature, "-content", manifest, "-CAfile", trusted];
    const output = ["-signer", path("signer.pem"), "-out", path("signed")];
    run("smime", "-verify", "-binary", "-inform", "DER", "-purpose", "any", ...input, ...output);
    const signer = String(run("x509", "-in", path("signer.pem"), "-noout", "-subject"));
    return { signed: readFileSync(path("signed")), signer };
  } finally {
    rmSync(dir, { recursive: true });
  }
}
