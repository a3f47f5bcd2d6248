import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENCRYPTED_COLUMNS } from "../../src/platform/secrets/encrypted-columns.ts";
import type { Database } from "../../src/platform/database/database.server.ts";
import { followSecrets, hasPresentSecrets, secretsProblems } from "../../src/platform/secrets/installation.server.ts";
import { decrypt, encrypt } from "../../src/platform/cryptography.server.ts";
import { generationOf, identityOf, type Secrets } from "../../src/platform/secrets/secrets.server.ts";
import { standingClock } from "../support/clock.ts";
import { postgresDatabase } from "../support/databases.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { PASSWORD } from "../support/people.ts";
import { call, ticketFor } from "../support/staff.ts";
import { PIN, walletPeopleOf, type WalletPeople } from "../wallet/wallet-people.ts";
import { SATURDAY_EVENING, TEST_IMPORT_KEY } from "../support/world.ts";

const DAY_MS = 86_400_000;

describe("a rotation of the secrets", () => {
  const clock = standingClock(SATURDAY_EVENING);
  let dir: string;
  let file: string;
  let database: Database;
  let app: TestApp;
  let wallets: WalletPeople;
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), "baize-rotation-"));
    file = join(dir, "secrets.json");
    database = await postgresDatabase();
    app = await openTestApp(database, {
      venues: ["port-serac"],
      clock,
      variables: { SECRETS_FILE: file },
      pictures: "stand-ins",
    });
    writeFileSync(file, JSON.stringify(app.world.secrets));
    wallets = walletPeopleOf(app);
    await secretsProblems(database, file);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
    rmSync(dir, { recursive: true });
  });
  const inFile = () => JSON.parse(readFileSync(file, "utf8")) as Secrets;
  const rotate = (args: string[] = [], key = app.world.secrets.importKey) =>
    call(
      app,
      "",
      "POST",
      "/commands",
      { command: "secrets", args: ["rotate", ...args] },
      {
        authorization: `Bearer ${key}`,
      },
    );

  it("keeps everything valid that was handed out before, and what is kept for good over any number of them", async () => {
    const before = inFile();
    const member = await wallets.member();
    const box = await wallets.box(member.token, PIN);
    const phone = "06 12 34 56 77";
    const { recaptcha } = await wallets.people.captcha();
    const asked = { otp_type: "check", device_type: "mobile", device: phone };
    const other = await wallets.people.member("rotation-code@example.test");
    const code = await wallets.people.post("/otp/send", asked, { token: other, headers: { recaptcha } });
    const once = { headers: { "idempotency-key": "rotation", ...(await wallets.people.captcha()) } };
    const form = wallets.people.form("rotation-new@example.test");
    const registered = await wallets.people.post("/users/web", form, once);
    const ticket = await ticketFor(app);

    const told = await rotate();
    expect(told.status).toBe(200);
    expect(told.body).toMatchObject({ data: { code: 0 } });
    const { previous, ...present } = inFile();
    const { lastingKey: _lasting, ...generation } = before;
    expect(previous).toEqual(generation);
    expect(new Set([...Object.values(present), ...Object.values(generation)]).size).toBe(9);
    expect(app.world.secrets).toEqual(inFile());

    expect((await wallets.people.logIn(member.email, PASSWORD)).status).toBe(200);
    expect((await wallets.unlock(member.token, box)).status).toBe(200);
    const text = app.world.gateways.texts.findLast(({ to }) => to === "+33612345677")?.text ?? "";
    const sent = { device_token: (code.body.data as { device_token?: string }).device_token, otp: text.slice(0, 4) };
    expect((await wallets.people.post("/otp/verify", sent, { token: other })).status).toBe(200);
    const again = await wallets.people.post("/users/web", form, {
      headers: { "idempotency-key": "rotation", ...(await wallets.people.captcha()) },
    });
    expect([again.status, again.body]).toEqual([registered.status, registered.body]);
    expect(await wallets.people.mails("rotation-new@example.test")).toHaveLength(1);
    expect((await call(app, "port-serac", "POST", "/operators/sessions", { ticket })).status).toBe(200);

    const lost = await ticketFor(app);
    await rotate(["--anyway"]);
    await rotate(["--anyway"]);
    expect((await call(app, "port-serac", "POST", "/operators/sessions", { ticket: lost })).status).toBe(401);
    expect((await wallets.people.logIn(member.email, PASSWORD)).status).toBe(200);
    expect((await wallets.unlock(member.token, await wallets.box(member.token, PIN))).status).toBe(200);
    expect((await database.db.selectFrom("pin_keys").select("generation").execute()).length).toBe(1);
  });

  it("encrypts every stored value anew, so that the older keys open nothing any more", async () => {
    const encrypted = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name like 'sealed%' and data_type = 'bytea'`.execute(database.db);
    expect(encrypted.rows.map(({ name }) => name).sort()).toEqual(
      ENCRYPTED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort(),
    );
    app.world.gateways.down.add("mail");
    await wallets.people.register("rotation-mail@example.test");
    await app.world.jobs.runAll();
    const [row] = await database.db.selectFrom("mails").select("sealed_content").where("sent_at", "is", null).execute();
    const content = decrypt(app.world, "mail", row?.sealed_content ?? new Uint8Array());
    expect(content).toContain("rotation-mail@example.test");
    await rotate(["--anyway"]);
    const { previous, ...present } = app.world.secrets;
    const [after] = await database.db
      .selectFrom("mails")
      .select("sealed_content")
      .where("sent_at", "is", null)
      .execute();
    const anew = after?.sealed_content ?? new Uint8Array();
    expect(decrypt({ secrets: present }, "mail", anew)).toBe(content);
    expect(decrypt({ secrets: { ...present, ...previous } }, "mail", anew)).toBeNull();
  });

  it("is refused within a week of the last one, and without the installation's key", async () => {
    const before = readFileSync(file, "utf8");
    expect((await rotate()).body).toMatchObject({ data: { code: 1, lines: [expect.stringContaining("--anyway")] } });
    expect((await rotate(["--anyway"], "f".repeat(64))).status).toBe(401);
    expect((await rotate(["--anyway"], TEST_IMPORT_KEY)).status).toBe(401);
    expect((await rotate(["--anyway", "--again"])).body).toMatchObject({ data: { code: 2 } });
    expect(readFileSync(file, "utf8")).toBe(before);
    clock.advance(8 * DAY_MS);
    expect((await rotate()).body).toMatchObject({ data: { code: 0 } });
  });

  it("reaches nodes that share the file at once; a node with an older copy is not ready and does not start", async () => {
    const other = { ...app.world, secrets: { ...app.world.secrets } };
    const copy = join(dir, "copy.json");
    writeFileSync(copy, readFileSync(file));
    const stop = await followSecrets(other);
    const value = encrypt(other, "mail", "before");
    await rotate(["--anyway"]);
    await expect.poll(() => other.secrets).toEqual(inFile());
    expect(decrypt(other, "mail", value)).toBe("before");
    expect(await hasPresentSecrets(other)).toBe(true);
    await stop();
    const older = JSON.parse(readFileSync(copy, "utf8")) as Secrets;
    expect(await hasPresentSecrets({ database, secrets: older })).toBe(false);
    expect(await secretsProblems(database, copy)).toEqual([expect.stringContaining("is older than the last rotation")]);
  });

  it("that was interrupted after the file was written is completed by the next start", async () => {
    const noted = await database.db.selectFrom("installation").selectAll().executeTakeFirstOrThrow();
    const { previous } = inFile();
    if (previous === undefined) throw new Error("There was no rotation");
    await database.db
      .updateTable("installation")
      .set({ generation: generationOf(previous) })
      .execute();
    expect(await secretsProblems(database, file)).toEqual([]);
    expect(await database.db.selectFrom("installation").selectAll().executeTakeFirst()).toEqual(noted);
  });

  it("does not make another installation's file acceptable", async () => {
    const foreign = join(dir, "foreign.json");
    writeFileSync(foreign, JSON.stringify({ ...inFile(), lastingKey: "a".repeat(64) }));
    const [problem, ...more] = await secretsProblems(database, foreign);
    expect(more).toEqual([]);
    expect(problem).toContain(identityOf({ lastingKey: "a".repeat(64) }));
    expect(problem).toContain(identityOf(inFile()));
    const nowhere = join(dir, "nowhere.json");
    expect(await secretsProblems(database, nowhere)).toEqual([expect.stringContaining("is missing")]);
    writeFileSync(nowhere, "{");
    expect(await secretsProblems(database, nowhere)).toEqual([expect.stringContaining("is not JSON")]);
  });
});
