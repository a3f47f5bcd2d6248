import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sealEntries } from "../src/ledger/sealing.server.ts";
import { verifyLedger } from "../src/ledger/verification.server.ts";
import type { Member } from "../src/members/member.ts";
import { inTransaction, openDatabase, type Database } from "../src/platform/database.server.ts";
import type { World } from "../src/platform/world.ts";
import { listCases } from "../src/wallet/cases.server.ts";
import { startDeposit } from "../src/wallet/deposit.server.ts";
import { takeBankNotice } from "../src/wallet/notices.server.ts";
import { reconcileSince, settleFromBank } from "../src/wallet/reconcile.server.ts";
import { sendRefunds } from "../src/wallet/refunds.server.ts";
import { openWallet } from "../src/wallet/wallets.server.ts";
import { recordedBank } from "./bank.ts";
import { createPostgresDatabase } from "./databases.ts";
import { prepareBooks, readBooks, type Raw } from "./simulator/books.ts";
import { problemsAtRest, problemsNow } from "./simulator/invariants.ts";
import { depositOf, insertMember, insertUnlock, memberOf, SITES_BY_ID, worldOf } from "./simulator/made-world.ts";
import { bookOfRecorded } from "./simulator/races.ts";

const SITE = 151;
const MEMBERS = 12;
const DAY_MS = 86_400_000;

/** A backup, a while of business, a disaster, and the backup again, which knows nothing of the while. */
describe("a database that is restored to an earlier time (F29)", () => {
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
    takeBankNotice(world, {
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

  it("learns from the bank what became of every payment that it knows, credits each once and sends nothing back twice", async () => {
    await reconcileSince(world, SITES_BY_ID, new Date(Date.now() - DAY_MS));
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
    expect(problemsNow(books, null, book, { payments: new Map(), cash: new Map() })).toEqual([]);
    const ours = new Map([...book].filter(([, { state }]) => known.has(state)));
    const isOver = ({ uuid }: { uuid: string }) => known.get(uuid) !== "INIT/PENDING";
    const rest = problemsAtRest({ ...books, payments: books.payments.filter(isOver) }, ours);
    expect(rest.filter((problem) => !problem.startsWith("G150"))).toEqual([]);
    await sealEntries(world);
    expect((await verifyLedger(database)).problems).toEqual([]);
  });

  it("takes the bank's notices again, and makes of one about a payment that it lost a case for staff", async () => {
    for (const uuid of uuids) expect(await notice(uuid)).toBe("taken");
    const lost = bank.sessionOf(uuids.at(-1) ?? "");
    expect((await listCases(world)).map(({ reason, session_id: id }) => [reason, id])).toEqual([
      ["UNKNOWN_PAYMENT", lost],
    ]);
    for (const uuid of uuids) await settleFromBank(world, SITES_BY_ID, uuid);
    const credits = await raw<{ count: string }>("select count(*) from ledger_entries where kind = 'top-up'", []);
    expect(credits).toEqual([{ count: "5" }]);
  });
});
