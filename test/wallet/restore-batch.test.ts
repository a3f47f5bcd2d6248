import { paymentReference } from "../../src/wallet/payments/payment-names.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sealEntries } from "../../src/ledger/sealing.server.ts";
import { verifyLedger } from "../../src/ledger/verification.server.ts";
import { inTransaction, openDatabase, type Database } from "../../src/platform/database/database.server.ts";
import { listCases } from "../../src/wallet/payments/cases/cases.server.ts";
import { reconcile, reconcileSince, settleFromBank } from "../../src/wallet/payments/reconcile.server.ts";
import { sendRefunds } from "../../src/wallet/payments/refunds.server.ts";
import { statementText, walletOfStatement } from "../../src/wallet/payments/bank/statement-text.ts";
import { recordedBank } from "../support/bank.ts";
import { standingClock } from "../support/clock.ts";
import { createPostgresDatabase } from "../support/databases.ts";
import { deskVisitor, type DeskVisitor } from "../desk/desk-visitor.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { PIN, walletPeopleOf, type WalletMember, type WalletPeople } from "./wallet-people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const LIST = "/desk/paiements";
const DAY_MS = 86_400_000;

/**
 * All of these ordered and paid after the backup. Of the first five the bank confirms everything; Ben's name comes with
 * the money. Of the others something differs.
 */
const EXACT = ["ana", "ben", "cleo", "dan", "eve"] as const;
const DIFFERENT = ["other payer", "other amount", "sent back", "joined later", "paid twice"] as const;
type Name = (typeof EXACT)[number] | (typeof DIFFERENT)[number] | "ivo";

describe("top-ups that a restore from a backup lost", () => {
  const bank = recordedBank();
  const clock = standingClock(SATURDAY_EVENING);
  const members = new Map<Name, WalletMember>();
  const uuids = new Map<Name, string>();
  let database: Database;
  let app: TestApp;
  let wallets: WalletPeople;
  let first: DeskVisitor;
  let second: DeskVisitor;

  async function open(url: string, venues: string[]): Promise<void> {
    database = await openDatabase({ url });
    app = await openTestApp(database, { venues, clock, gateways: { bank }, pictures: "stand-ins" });
    wallets = walletPeopleOf(app);
  }
  async function close(): Promise<void> {
    await app.close();
    await database.close();
  }
  const sites = () => app.services.table;
  const of = <Value>(map: Map<Name, Value>, name: Name) => map.get(name) as Value;
  const session = (name: Name) => bank.sessionOf(of(uuids, name));
  const siteOf = (name: Name) => (name === "ivo" ? 152 : 151);
  async function order(name: Name): Promise<void> {
    const { token } = of(members, name);
    const site = siteOf(name);
    const { unlock = "" } = (await wallets.unlockNative(token, PIN, site)).body;
    const answer = await wallets.call("POST", "/transaction/init", token, {
      provider: "instant_transfer",
      return_url: "http://port-serac.localhost:3000/?popup=Cashless",
      from: "web",
      site_id: site,
      product: { type: "cashless", amount: 60, currency: "EUR" },
      data: { site_id: site, pin_code: unlock },
    });
    uuids.set(name, (answer.body.data as { transaction_uuid: string }).transaction_uuid);
  }
  const join = async (name: Name) =>
    void members.set(name, await wallets.member({ lastname: "Morel", sites: [siteOf(name)] }));
  const notice = (name: Name) => noticeOf(session(name), of(uuids, name));
  const noticeOf = async (sessionId: string, state: string) => {
    const body = { session_id: sessionId, status: "payment_created", state, fact: "PAID" };
    const sent = await app.send("localhost:3000", "/webhooks/fintecture", {
      method: "POST",
      headers: { signature: "test" },
      body: JSON.stringify(body),
    });
    await app.world.jobs.runAll();
    return sent.status;
  };

  beforeAll(async () => {
    const url = await createPostgresDatabase();
    await open(url, ["port-serac", "valombre"]);
    for (const name of [...EXACT, ...DIFFERENT, "ivo"] as const) if (name !== "joined later") await join(name);
    await close();
    const backup = await createPostgresDatabase({ template: new URL(url).pathname.slice(1) });

    await open(url, []);
    await join("joined later");
    for (const name of [...EXACT, ...DIFFERENT, "ivo"] as const) await order(name);
    for (const name of [...EXACT, ...DIFFERENT, "ivo"] as const) bank.tell(session(name), "PAID");
    bank.tell(session("ben"), "PAID", { payerName: "MME ELODIE MOREL" });
    bank.tell(session("other payer"), "PAID", { payerName: "Jean Tartempion" });
    bank.tell(session("other amount"), "PAID", { amountMinor: 5_500n });
    const twice = bank.sessions.get(session("paid twice"));
    if (twice !== undefined) bank.sessions.set("second-session", { ...twice, sessionId: "second-session" });
    await settleFromBank(app.world, sites(), of(uuids, "sent back"));
    const { byTwo } = await desk();
    assert.equal(await byTwo(`${LIST}/${of(uuids, "sent back")}`, { act: "return" }), 303);
    await sendRefunds(app.world, sites());
    assert.equal(bank.refunds.size, 1);
    await close();
    await open(backup, []);
    clock.advance(3_600_000);
    ({ first, second } = await desk());
  });
  afterAll(close);

  async function desk() {
    const [one, other] = [
      await deskVisitor(app, { can: ["PAYMENTS"], name: "Ines" }),
      await deskVisitor(app, { can: ["PAYMENTS"], name: "Otto" }),
    ];
    const byTwo = async (path: string, fields: Record<string, string>) => {
      await one.post(path, fields);
      return (await other.post(LIST, { act: "approve", id: await openOrder() })).status;
    };
    return { first: one, second: other, byTwo };
  }
  const openOrder = async () =>
    (
      await database.db
        .selectFrom("payment_orders")
        .select("id")
        .where("ended_at", "is", null)
        .executeTakeFirstOrThrow()
    ).id;
  const found = () => reconcileSince(app.world, sites(), new Date(clock.now().getTime() - DAY_MS));
  const cases = async () => new Set((await listCases(app.world)).map((one) => one.session_id));
  const balances = async () => {
    const rows = await database.db
      .selectFrom("ledger_accounts")
      .select(["name", "balance_minor"])
      .where("name", "like", "wallet:%")
      .execute();
    const known = new Map(rows.map((row) => [row.name, Number(row.balance_minor)]));
    return Object.fromEntries(
      [...members].map(([name, { membershipId }]) => [name, known.get(`wallet:${membershipId}:${siteOf(name)}`)]),
    );
  };
  const credited = async (names: readonly Name[]) =>
    expect(await balances()).toMatchObject(Object.fromEntries(names.map((name) => [name, 6_000])));
  const nobody = async (names: readonly Name[]) =>
    expect(await balances()).toMatchObject(Object.fromEntries(names.map((name) => [name, 0])));

  it("are cases only where something differs; the others wait together, and nothing is credited yet", async () => {
    // A webhook may come before anybody asks about the list.
    expect(await notice("ana")).toBe(200);
    expect(await notice("other payer")).toBe(200);
    expect(await cases()).toEqual(new Set([session("other payer")]));
    for (let pass = 1; pass <= 2; pass += 1) expect(await found()).toEqual({ left: 0, isListRead: true });
    // It may also come after the list was read.
    expect(await notice("ben")).toBe(200);
    const different = [
      ...(["other payer", "other amount", "sent back", "joined later"] as const).map(session),
      "second-session",
    ];
    expect(await cases()).toEqual(new Set(different));
    await nobody([...EXACT, "paid twice", "ivo", "other payer", "other amount", "sent back"]);
    const { words } = await first.open(LIST);
    expect(words).toContain("To be credited: 6, €360.00 in all.");
    for (const name of EXACT) expect(words).toContain(of(uuids, name));
    expect(words).not.toContain(of(uuids, "ivo"));
    const hills = await deskVisitor(app, { venues: ["valombre"], can: ["PAYMENTS"], name: "Vera" });
    expect((await hills.open(LIST)).words).toContain("To be credited: 1, €60.00 in all.");
  });

  it("may be set aside one by one before that, which makes them cases", async () => {
    expect((await first.does(LIST, { act: "aside", id: session("eve") })).words).toContain(
      "The deposit is now a case to settle.",
    );
    expect(await cases()).toContain(session("eve"));
    expect((await first.post(LIST, { act: "aside", id: session("eve") })).status).toBe(422);
    for (const id of ["", "nobody", session("ivo"), session("other amount"), "'; drop", "x".repeat(500)])
      expect((await first.post(LIST, { act: "aside", id })).status).toBe(422);
  });

  it("are credited together once one person has asked and another approved, each once", async () => {
    expect((await first.does(LIST, { act: "batch" })).words).toContain("Credit the confirmed deposits (5), €300.00");
    expect((await second.post(LIST, { act: "batch" })).words).toContain("already waiting for a second person");
    expect((await second.post(LIST, { act: "aside", id: session("ana") })).status).toBe(422);
    expect((await first.post(LIST, { act: "approve", id: await openOrder() })).words).toContain(
      "Somebody else has to do this",
    );
    const hills = await deskVisitor(app, { venues: ["valombre"], can: ["PAYMENTS"], name: "Vera" });
    expect((await hills.post(LIST, { act: "approve", id: await openOrder() })).status).toBe(422);
    // Otto rejects it and asks anew. Ines asked before for this money, so she is no second person.
    await second.post(LIST, { act: "end", id: await openOrder() });
    await second.post(LIST, { act: "batch" });
    expect((await first.post(LIST, { act: "approve", id: await openOrder() })).status).toBe(422);
    const third = await deskVisitor(app, { can: ["PAYMENTS"], name: "Thea" });
    const id = await openOrder();
    const approvals = await Promise.all([1, 2, 3].map(() => third.post(LIST, { act: "approve", id })));
    expect(approvals.map(({ status }) => status).sort((a, b) => a - b)).toEqual([303, 422, 422]);
    await reconcile(app.world, sites());
    await credited(["ana", "ben", "cleo", "dan", "paid twice"]);
    await nobody(["eve", "ivo", "other payer", "other amount", "sent back"]);

    for (const name of [...EXACT, "paid twice"] as const) await notice(name);
    expect(await found()).toEqual({ left: 0, isListRead: true });
    await sendRefunds(app.world, sites());
    await credited(["ana", "ben", "cleo", "dan", "paid twice"]);
    expect((await first.open(LIST)).words).not.toContain("To be credited");
    await sealEntries(app.world);
    expect((await verifyLedger(database)).problems).toEqual([]);
    const trail = await database.db
      .selectFrom("audit_entries")
      .select(["action", "operator", "after"])
      .where("subject", "=", `batch:${id}`)
      .orderBy("at")
      .execute();
    expect(trail).toEqual([
      {
        action: "payment.ask",
        operator: "Otto",
        after: expect.objectContaining({ total_minor: "30000", payments: expect.arrayContaining([of(uuids, "ana")]) }),
      },
      { action: "payment.order_approved", operator: "Thea", after: { verdict: "approved" } },
    ]);
  });

  it("are ordinary payments again: shown to their members, told by mail, and returned by two people", async () => {
    const { token, email } = of(members, "ana");
    const poll = await wallets.call("GET", `/transaction/${of(uuids, "ana")}`, token);
    expect(poll.body.data).toMatchObject({
      payment: { status: "PAID" },
      transaction: [{ status: { name: "SUCCESS" } }],
    });
    await app.world.jobs.runAll();
    expect((await wallets.people.mails(email)).map(({ text }) => text).join(" ")).toContain(
      paymentReference(of(uuids, "ana")),
    );
    await first.post(`${LIST}/${of(uuids, "ana")}`, { act: "return" });
    expect((await second.post(LIST, { act: "approve", id: await openOrder() })).status).toBe(303);
    await sendRefunds(app.world, sites());
    await nobody(["ana"]);
    expect(bank.refunds.size).toBe(2);
  });

  it("are not credited by a request if an account was erased meanwhile; the request says so", async () => {
    const asked = { venues: ["valombre"], can: ["PAYMENTS"] as const };
    const [vera, walt] = [
      await deskVisitor(app, { ...asked, name: "Vera" }),
      await deskVisitor(app, { ...asked, name: "Walt" }),
    ];
    await vera.post(LIST, { act: "batch" });
    const id = await openOrder();
    const account = await database.db
      .updateTable("accounts")
      .set({ playersplus_id: null })
      .where("playersplus_id", "=", of(members, "ivo").membershipId)
      .returning("id")
      .executeTakeFirstOrThrow();
    expect((await walt.post(LIST, { act: "approve", id })).words).toContain("can no longer be credited");
    await walt.post(LIST, { act: "end", id });
    expect((await vera.open(LIST)).words).toContain("This account no longer exists");
    expect((await vera.post(LIST, { act: "batch" })).status).toBe(422);
    await database.db
      .updateTable("accounts")
      .set({ playersplus_id: of(members, "ivo").membershipId })
      .where("id", "=", account.id)
      .execute();
    await nobody(["ivo"]);
  });

  it("are a case if the account is being erased while the bank confirms them", async () => {
    const sessionId = "late-session";
    const state = `${of(uuids, "dan").slice(0, -4)}0000`;
    const paid = bank.sessions.get(session("dan"));
    assert.ok(paid !== undefined);
    bank.sessions.set(sessionId, { ...paid, sessionId, state });
    const [locked, awaited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const erasing = inTransaction(database, async (tx) => {
      const accounts = tx.selectFrom("accounts").where("playersplus_id", "=", of(members, "dan").membershipId);
      const { id } = await accounts.select("id").forUpdate().executeTakeFirstOrThrow();
      locked.resolve();
      await awaited.promise;
      await tx.updateTable("accounts").set({ playersplus_id: null }).where("id", "=", id).execute();
    });
    await locked.promise;
    const noticed = noticeOf(sessionId, state);
    const waiting = sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    try {
      await expect.poll(async () => (await waiting.execute(database.db)).rows.length, { timeout: 5_000 }).toBe(1);
    } finally {
      awaited.resolve();
      await Promise.all([erasing, noticed]);
    }
    expect(await cases()).toContain(sessionId);
  });
});

describe("the text on a bank statement", () => {
  const key = fc.stringMatching(/^[A-Z0-9]{12}$/);
  const siteId = fc.integer({ min: 1, max: 2_147_483_647 });

  it("names the wallet and the payment within 140 characters, whatever the beneficiary's name", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 160 }), key, siteId, fc.uuid(), (beneficiary, walletKey, site, uuid) => {
        const text = statementText(uuid, { beneficiary, siteId: site }, walletKey);
        expect(text.length).toBeLessThanOrEqual(140);
        expect(walletOfStatement(text, uuid)).toEqual({ walletKey, siteId: site });
      }),
    );
  });

  it("names no wallet for another payment, or without a member's reference", () => {
    const uuid = "0a1b2c3d-0000-4000-8000-000000000000";
    const payee = { beneficiary: "Société SAS", siteId: 151 };
    const text = statementText(uuid, payee, "ABCDEFGH1234");
    expect(text).toBe("Société SAS ABCDEFGH1234-151 0a1b2c3d");
    expect(walletOfStatement(text, uuid.replace("0a", "0b"))).toBeNull();
    expect(walletOfStatement(statementText(uuid, payee, null), uuid)).toBeNull();
    for (const odd of [null, "", "0a1b2c3d", "ABCDEFGH1234-0 0a1b2c3d", "xABCDEFGH1234-1 0a1b2c3d", `${text} `])
      expect(walletOfStatement(odd, uuid)).toBeNull();
  });
});
