import assert from "node:assert/strict";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sealEntries } from "../../src/ledger/sealing.server.ts";
import { verifyLedger } from "../../src/ledger/verification.server.ts";
import type { Member } from "../../src/accounts/member.ts";
import { inTransaction, openDatabase, type Database } from "../../src/platform/database/database.server.ts";
import type { World } from "../../src/platform/world.ts";
import { listCases } from "../../src/wallet/payments/cases/cases.server.ts";
import { startDeposit } from "../../src/wallet/payments/deposit.server.ts";
import { receiveBankWebhook } from "../../src/wallet/payments/bank/webhooks.server.ts";
import { reconcileSince, settleFromBank } from "../../src/wallet/payments/reconcile.server.ts";
import { sendRefunds } from "../../src/wallet/payments/refunds.server.ts";
import { openWallet } from "../../src/wallet/wallets.server.ts";
import { recordedBank } from "../support/bank.ts";
import { standingClock } from "../support/clock.ts";
import { createPostgresDatabase } from "../support/databases.ts";
import { deskVisitor } from "../desk/desk-visitor.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { prepareBooks, readBooks, type Raw } from "../simulator/books.ts";
import { NO_RECEIPT, problemsAtRest, problemsNow } from "../simulator/invariants.ts";
import { depositOf, insertMember, insertUnlock, memberOf, SITES_BY_ID, worldOf } from "../simulator/made-world.ts";
import { bookOfRecorded } from "../simulator/races.ts";
import { PIN, walletPeopleOf, type WalletMember, type WalletPeople } from "./wallet-people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const SITE = 151;
const MEMBERS = 12;
const DAY_MS = 86_400_000;

/** A backup, some business, a disaster, and the backup restored, which lacks that business. */
describe("a database restored from a backup", () => {
  const bank = recordedBank();
  const uuids: string[] = [];
  let members: Member[] = [];
  let client: pg.Client;
  let database: Database;
  let world: World;
  const raw: Raw = async <Row>(text: string, values: unknown[]) => (await client.query(text, values)).rows as Row[];

  async function open(url: string): Promise<void> {
    database = await openDatabase({ url });
    client = new pg.Client({ connectionString: url });
    await client.connect();
    world = worldOf(database, bank);
  }
  async function close(): Promise<void> {
    await client.end();
    await database.close();
  }
  async function order(member: Member): Promise<string> {
    const started = await startDeposit(world, SITES_BY_ID, member, depositOf(member, SITE, 6_000));
    if (!("ok" in started)) throw new Error(JSON.stringify(started));
    return started.ok.transaction_uuid;
  }
  async function pay(uuid: string, amountMinor = 6_000n): Promise<void> {
    bank.tell(bank.sessionOf(uuid), "PAID", { amountMinor });
    await notice(uuid);
    await settleFromBank(world, SITES_BY_ID, uuid);
  }
  const notice = (uuid: string) =>
    receiveBankWebhook(world, {
      headers: new Headers({ signature: "test" }),
      target: "/webhooks/fintecture",
      body: Buffer.from(
        JSON.stringify({ session_id: bank.sessionOf(uuid), status: "payment_created", state: uuid, fact: "PAID" }),
      ),
    });

  beforeAll(async () => {
    const url = await createPostgresDatabase();
    await open(url);
    const venue = SITES_BY_ID.bySite(SITE);
    if (venue === undefined) throw new Error("The venue is not there");
    const rich = { ...venue, config: { ...venue.config, wallet_limit: 2_000 } };
    members = Array.from({ length: MEMBERS }, (_, at) => memberOf(String(50_000_000 + at), 0x5000_0000 + at, 0));
    for (const member of members) {
      await insertMember(raw, member, new Date());
      await insertUnlock(raw, member, SITE, new Date());
      await inTransaction(database, (tx) => openWallet(world, tx, member.playersPlusId ?? "", rich));
      uuids.push(await order(member));
    }
    await pay(uuids[0] ?? "");
    await close();
    const backup = await createPostgresDatabase({ template: new URL(url).pathname.slice(1) });

    await open(url);
    for (const uuid of uuids.slice(1, 5)) await pay(uuid);
    for (const uuid of uuids.slice(5, 8)) await pay(uuid, 5_500n);
    await sendRefunds(world, SITES_BY_ID);
    for (const uuid of uuids.slice(8, 10)) {
      bank.tell(bank.sessionOf(uuid), "CANCELLED");
      await settleFromBank(world, SITES_BY_ID, uuid);
    }
    uuids.push(await order(members[1] as Member));
    await pay(uuids.at(-1) ?? "");
    await close();
    await open(backup);
  });
  afterAll(close);

  it("learns from the bank what happened to every payment it knows, credits each once, and refunds nothing twice", async () => {
    expect(await reconcileSince(world, SITES_BY_ID, new Date(Date.now() - DAY_MS))).toEqual({
      left: 0,
      isListRead: true,
    });
    await sendRefunds(world, SITES_BY_ID);
    expect(bank.refunds.size).toBe(3);
    await prepareBooks(raw);
    const books = await readBooks(
      raw,
      members.map(({ playersPlusId }) => playersPlusId ?? ""),
      0n,
    );
    const known = new Map(
      books.payments.map((payment) => [payment.uuid, `${payment.status}/${payment.transaction_status}`]),
    );
    expect(uuids.slice(0, 12).map((uuid) => known.get(uuid))).toEqual([
      ...Array.from({ length: 5 }, () => "PAID/SUCCESS"),
      ...Array.from({ length: 3 }, () => "ERROR/REFUNDED"),
      ...Array.from({ length: 2 }, () => "CANCELLED/FAILED"),
      ...Array.from({ length: 2 }, () => "INIT/PENDING"),
    ]);
    const book = bookOfRecorded(bank);
    expect(problemsNow(books, null, book, { payments: new Map(), cash: new Map(), approvals: new Set() })).toEqual([]);
    const isOver = ({ uuid }: { uuid: string }) => known.get(uuid) !== "INIT/PENDING";
    const rest = problemsAtRest({ ...books, payments: books.payments.filter(isOver) }, book);
    expect(rest.filter((problem) => !problem.startsWith(NO_RECEIPT))).toEqual([]);
    await sealEntries(world);
    expect((await verifyLedger(database)).problems).toEqual([]);
  });

  it("finds missing payments in the bank's list, books their money and opens a case for staff, once", async () => {
    const lost = bank.sessionOf(uuids.at(-1) ?? "");
    const cases = async () =>
      (await listCases(world)).flatMap(({ reason, session_id: id }) => (reason === "UNKNOWN_PAYMENT" ? [id] : []));
    expect(await cases()).toEqual([lost]);
    const kept = await raw("select received_minor, outcome, reference from payment_sessions where session_id = $1", [
      lost,
    ]);
    expect(kept).toEqual([{ received_minor: "6000", outcome: "held", reference: uuids.at(-1) }]);
    for (const uuid of uuids) expect(await notice(uuid)).toBe("taken");
    await reconcileSince(world, SITES_BY_ID, new Date(Date.now() - DAY_MS));
    expect(await cases()).toEqual([lost]);
    for (const uuid of uuids) await settleFromBank(world, SITES_BY_ID, uuid);
    const credits = await raw<{ count: string }>("select count(*) from ledger_entries where kind = 'top-up'", []);
    expect(credits).toEqual([{ count: "5" }]);
  });
});

/** Only the bank knows what staff decided between the backup and the disaster. */
describe("returns that staff decided after the backup", () => {
  const LIST = "/desk/paiements";
  const bank = recordedBank();
  const clock = standingClock(SATURDAY_EVENING);
  let database: Database;
  let app: TestApp;
  let wallets: WalletPeople;
  /**
   * Ana, Ben and Eve paid before the backup, Eve long before. Cleo only ordered. Dora's payment came from somebody
   * else. Finn's stays.
   */
  const people = ["ana", "ben", "cleo", "dora", "eve", "finn"] as const;
  type Name = (typeof people)[number];
  const members = new Map<Name, WalletMember>();
  const uuids = new Map<Name, string>();

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
  async function order(name: Name): Promise<void> {
    const member = await wallets.member({ lastname: "Morel" });
    members.set(name, member);
    const { unlock = "" } = (await wallets.unlockNative(member.token, PIN)).body;
    const answer = await wallets.call("POST", "/transaction/init", member.token, {
      provider: "instant_transfer",
      return_url: "http://port-serac.localhost:3000/?popup=Cashless",
      from: "web",
      site_id: 151,
      product: { type: "cashless", amount: 60, currency: "EUR" },
      data: { site_id: 151, pin_code: unlock },
    });
    uuids.set(name, (answer.body.data as { transaction_uuid: string }).transaction_uuid);
  }
  async function pay(name: Name, payerName: string | null = null): Promise<void> {
    bank.tell(session(name), "PAID", { payerName });
    await settleFromBank(app.world, sites(), of(uuids, name));
  }
  const desk = async () => {
    const [first, second] = [
      await deskVisitor(app, { can: ["PAYMENTS"], name: "Ines" }),
      await deskVisitor(app, { can: ["PAYMENTS"], name: "Otto" }),
    ];
    const openOrder = () =>
      database.db.selectFrom("payment_orders").select("id").where("ended_at", "is", null).executeTakeFirstOrThrow();
    /** Requested by one operator and approved by the other; returns the status of the approval. */
    const byTwo = async (path: string, fields: Record<string, string>) => {
      const asked = await first.post(path, fields);
      if (asked.status !== 303) return asked.status;
      return (await second.post(LIST, { act: "approve", ...(await openOrder()) })).status;
    };
    return { first, second, byTwo };
  };
  const caseOf = async (name: Name, reason: "PAYER_MISMATCH" | "SENT_BACK") => {
    const rows = await database.db
      .selectFrom("payment_cases")
      .select("id")
      .where("payment_uuid", "=", of(uuids, name))
      .where("reason", "=", reason)
      .where("closed_at", "is", null)
      .execute();
    return rows.map(({ id }) => String(id));
  };
  const standing = async () => {
    const rows = await Promise.all(
      people.map(async (name) => {
        const { status, transaction_status: transaction } = await database.db
          .selectFrom("payments")
          .select(["status", "transaction_status"])
          .where("uuid", "=", of(uuids, name))
          .executeTakeFirstOrThrow();
        const { balance_minor: balance } = await database.db
          .selectFrom("ledger_accounts")
          .select("balance_minor")
          .where("name", "=", `wallet:${of(members, name).membershipId}:151`)
          .executeTakeFirstOrThrow();
        return [name, `${status}/${transaction} ${balance}`] as const;
      }),
    );
    return Object.fromEntries(rows);
  };

  beforeAll(async () => {
    const url = await createPostgresDatabase();
    await open(url, ["port-serac"]);
    await order("eve");
    await pay("eve");
    clock.advance(10 * DAY_MS);
    for (const name of people) if (name !== "eve") await order(name);
    for (const name of ["ana", "ben", "finn"] as const) await pay(name);
    await pay("dora", "Jean Tartempion");
    await close();
    const backup = await createPostgresDatabase({ template: new URL(url).pathname.slice(1) });

    await open(url, []);
    clock.advance(1_800_000);
    await pay("cleo");
    const { byTwo } = await desk();
    for (const name of ["ana", "ben", "cleo", "eve"] as const)
      assert.equal(await byTwo(`${LIST}/${of(uuids, name)}`, { act: "return" }), 303);
    const [id = ""] = await caseOf("dora", "PAYER_MISMATCH");
    assert.equal(await byTwo(LIST, { act: "refund", id }), 303);
    await sendRefunds(app.world, sites());
    assert.equal(bank.refunds.size, 5);
    await close();
    await open(backup, []);
    clock.advance(3_600_000);
    // Ben spends the money that the bank has sent back already.
    await wallets.floor("POST", `/wallets/${of(members, "ben").card}/spends`, { amount: "20.00" });
  });
  afterAll(close);
  const since = () => new Date(clock.now().getTime() - DAY_MS);

  it("are learnt from the bank: each becomes a case, nothing refunded is credited again, and no money moves by itself", async () => {
    bank.unreadable.add(session("eve"));
    bank.unreadable.add(session("cleo"));
    expect(await reconcileSince(app.world, sites(), since())).toMatchObject({ left: 2 });
    expect(await standing()).toMatchObject({ cleo: "INIT/PENDING 0", eve: "PAID/SUCCESS 6000" });
    bank.unreadable.clear();
    for (let pass = 1; pass <= 2; pass += 1)
      expect(await reconcileSince(app.world, sites(), since())).toEqual({ left: 0, isListRead: true });
    await sendRefunds(app.world, sites());
    expect(bank.refunds.size).toBe(5);
    expect(await standing()).toEqual({
      ana: "PAID/SUCCESS 6000",
      ben: "PAID/SUCCESS 4000",
      cleo: "PAID/PENDING 0",
      dora: "PAID/PENDING 0",
      eve: "PAID/SUCCESS 6000",
      finn: "PAID/SUCCESS 6000",
    });
    for (const name of people) expect(await caseOf(name, "SENT_BACK"), name).toHaveLength(name === "finn" ? 0 : 1);
    const { first } = await desk();
    expect((await first.open(LIST)).words).toContain("Sent back by the bank, €60.00");
  });

  it("leave the books when two people agree, without a second refund; spent money is noted as settled elsewhere", async () => {
    const { first, second, byTwo } = await desk();
    const only = async (name: Name) => (await caseOf(name, "SENT_BACK"))[0] ?? "";
    // Money from another person's account that was sent back is never credited, whatever is decided.
    const [mismatch = ""] = await caseOf("dora", "PAYER_MISMATCH");
    expect(await byTwo(LIST, { act: "credit", id: mismatch })).toBe(303);
    expect((await standing())["dora"]).toBe("PAID/PENDING 0");
    for (const name of ["cleo", "dora"] as const)
      expect((await first.post(LIST, { act: "note", id: await only(name) })).status).toBe(422);
    for (const name of ["ana", "cleo", "dora", "eve"] as const)
      expect(await byTwo(LIST, { act: "refund", id: await only(name) }), name).toBe(303);
    const spent = await only("ben");
    expect(await byTwo(LIST, { act: "refund", id: spent })).toBe(422);
    await second.post(LIST, {
      act: "end",
      ...(await database.db
        .selectFrom("payment_orders")
        .select("id")
        .where("ended_at", "is", null)
        .executeTakeFirstOrThrow()),
    });
    expect((await first.post(LIST, { act: "note", id: spent })).status).toBe(303);
    await sendRefunds(app.world, sites());
    await reconcileSince(app.world, sites(), since());
    await sendRefunds(app.world, sites());
    expect(await standing()).toEqual({
      ana: "PAID/REFUNDED 0",
      ben: "PAID/SUCCESS 4000",
      cleo: "PAID/REFUNDED 0",
      dora: "PAID/REFUNDED 0",
      eve: "PAID/REFUNDED 0",
      finn: "PAID/SUCCESS 6000",
    });
    expect(bank.refunds.size).toBe(5);
    for (const name of people) expect(await caseOf(name, "SENT_BACK"), name).toEqual([]);
    await sealEntries(app.world);
    expect((await verifyLedger(database)).problems).toEqual([]);
  });
});
