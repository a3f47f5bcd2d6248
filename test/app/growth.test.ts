import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { eraseAccount } from "../../src/accounts/data/erasure.server.ts";
import { ageOut } from "../../src/platform/retention/retention-job.server.ts";
import { issueGift } from "../../src/gifts/gifts.server.ts";
import { statementPage } from "../../src/ledger/reading.server.ts";
import { sealEntries } from "../../src/ledger/sealing.server.ts";
import { verifyLedger } from "../../src/ledger/verification.server.ts";
import { accountOf } from "../../src/loyalty/balance/lots.server.ts";
import { hashPassword } from "../../src/accounts/login/password-hash.server.ts";
import { inTransaction, openDatabase, type Database } from "../../src/platform/database/database.server.ts";
import { walletStatement } from "../../src/wallet/statement.server.ts";
import { createPostgresDatabase, postgresDatabase } from "../support/databases.ts";
import { fillLedger, LONG_LIFE, longLifeAt } from "./filled-ledger.ts";
import { filledAt, fillMembers, OFFER, type Filled } from "./filled-members.ts";
import { GROUP_SIZED_TABLES } from "./group-sized-tables.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { PASSWORD, peopleOf } from "../support/people.ts";
import { readBetween, tableReads, type TableReads } from "./table-reads.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const AT = new Date(SATURDAY_EVENING);
const MEMBERS = 3_000;
const EVENINGS = 3;

it("the filled test ledger verifies like one made by postings", async () => {
  const database = await postgresDatabase();
  await fillLedger(database, { members: 40, movements: 3, longLives: 1, isWaiting: true }, AT);
  await sealEntries({ database, now: () => AT });
  expect((await verifyLedger(database)).problems).toEqual([]);
  const account = accountOf(longLifeAt(1));
  const { movements } = await statementPage({ database }, { account, before: null, size: LONG_LIFE + 1 });
  expect(movements).toHaveLength(LONG_LIFE);
  await database.close();
});

describe("member visits, an erasure and the nightly jobs, on large tables", () => {
  let read: TableReads;
  beforeAll(async () => {
    const url = await createPostgresDatabase();
    const evenings = await filled(url);
    const before = await tableReads(url);
    const database = await openDatabase({ url });
    const app = await openTestApp(database, { hashes: "real" });
    for (const evening of evenings) await live(app, evening);
    const leaving = evenings[0]?.accountId ?? "none";
    const isErased = await eraseAccount(
      app.world,
      () => null,
      leaving,
      () => true,
    );
    if (!isErased) throw new Error("the account was not erased, so nothing was read");
    await ageOut(app.world);
    await app.close();
    await database.close();
    read = readBetween(before, await tableReads(url));
  });

  it("scans no growing table from end to end", () => {
    const scanned = [...read].filter(([table, { scans }]) => scans > 0 && !GROUP_SIZED_TABLES.has(table));
    expect(scanned).toEqual([]);
  });

  it("reads only a few rows of each table, and some without an index", () => {
    expect([...read].filter(([table, { rows }]) => rows > MEMBERS && !GROUP_SIZED_TABLES.has(table))).toEqual([]);
    expect(read.get("accounts")?.rows).toBeGreaterThan(EVENINGS);
  });
});

type Evening = Filled & { gift: string };

/**
 * Fills an app with members and, for each evening, one who can log in and has a gift. Nothing is vacuumed, so index entries have
 * to be checked in their table, as on a busy evening. Sequential scans are turned off afterwards, so that the planner uses one
 * only where no index applies, and not because the tables of the test are small.
 */
async function filled(url: string): Promise<Evening[]> {
  const database = await openDatabase({ url });
  const app = await openTestApp(database, { venues: ["port-serac"], pictures: "stand-ins", hashes: "real" });
  await fillMembers(database, { members: MEMBERS, longLives: 1 }, AT);
  const evenings: Evening[] = [];
  for (let at = 1; at <= EVENINGS; at += 1) evenings.push(await prepared(app, filledAt(at * 700)));
  await sql`analyze`.execute(database.db);
  await sql`alter database ${sql.id(new URL(url).pathname.slice(1))} set enable_seqscan = off`.execute(database.db);
  await app.close();
  await database.close();
  return evenings;
}

async function prepared({ world }: TestApp, member: Filled): Promise<Evening> {
  const hash = await hashPassword(world, member.email, PASSWORD);
  const { db } = world.database;
  await db.updateTable("accounts").set({ password_hash: hash }).where("id", "=", member.accountId).execute();
  const to = { membershipId: member.membershipId };
  const gift = await inTransaction(world.database, (tx) =>
    issueGift(world, tx, { offerId: OFFER, to, campaign: "operator" }),
  );
  return { ...member, gift: gift ?? "none" };
}

/** What a member sees and the floor does in an evening. Every request must succeed, or it would have read nothing. */
async function live(app: TestApp, { email, card, membershipId, gift }: Evening): Promise<void> {
  const people = peopleOf(app);
  const { body } = await people.logIn(email);
  const token = body.data?.token ?? "none";
  const page = async (path: string) => {
    const answer = await app.get("port-serac", path, { cookie: `user_token=${token}` });
    expect([path, answer.status, await answer.text()]).toEqual([path, 200, expect.stringContaining("</html>")]);
  };
  const call = async (method: string, path: string) => {
    expect([path, (await people.call(method, path, { token })).status]).toEqual([path, 200]);
  };
  const floor = async (method: string, path: string, sent: object) => {
    const answer = await app.send("localhost:3000", `/api/floor${path}`, {
      method,
      headers: { authorization: "Bearer floor-151", "content-type": "application/json" },
      body: JSON.stringify({ event_id: `${path} of ${membershipId}`, ...sent }),
    });
    expect([path, answer.status]).toEqual([path, 200]);
  };
  for (const popup of ["Menu", "Card", "Offers", "Account"]) await page(`/?popup=${popup}`);
  await page(`/?popup=Offers&gifts=used`);
  await page(`/?popup=Offers&qrcode=${gift}`);
  await page("/players-plus/releve");
  await call("POST", "/auth/introspect");
  for (const path of ["/users/offers/available", "/users/offers/burned", "/currency", "/users/account/cashless"])
    await call("GET", path);
  await floor("POST", "/earnings", { card_number: card, amount: "5", family: "slots" });
  await floor("POST", "/spendings", { card_number: card, amount: "1" });
  await floor("POST", `/gifts/${gift}/burns`, { card_number: card });
  await floor("POST", `/wallets/${card}/loads`, { amount: "20" });
  // An account with money is not erased.
  await floor("POST", `/wallets/${card}/spends`, { amount: "20", kind: "cash" });
  await statements(app.world, membershipId);
}

/** Page 200 of a long statement, and the first page of the wallet's. */
async function statements(world: { database: Database } & TestApp["world"], membershipId: string): Promise<void> {
  const account = accountOf(longLifeAt(1));
  const first = await statementPage(world, { account, before: null, size: 20 });
  const last = await statementPage(world, { account, before: (first.next ?? 0n) / 2n, size: 20 });
  expect(last.movements).toHaveLength(20);
  const { lines } = await walletStatement(world, { membershipId, siteId: 151 }, null);
  expect(lines).toHaveLength(2);
}
