import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inTransaction, openDatabase, type Database } from "../src/platform/database.server.ts";
import { openWallet } from "../src/wallet/wallets.server.ts";
import { openTestHouse } from "./house.ts";
import { openNodes } from "./kills/nodes.ts";
import { judge, live, type Storm } from "./kills/storm.ts";
import { prepare } from "./pglite-snapshot.ts";
import { startPostgres, type TestPostgres } from "./postgres.ts";
import { openTestSandbox, type TestSandbox } from "./sandbox.ts";
import type { Raw } from "./simulator/books.ts";
import { insertMember, insertUnlock, memberOf } from "./simulator/made-world.ts";

const isProof = process.env["PROOF"] !== undefined;
const KILLS = Number(process.env["KILLS"] ?? (isProof ? 200 : 5));
const MEMBERS = 6;
/** Of so many kills one is PostgreSQL's. */
const POSTGRES_EVERY = 5;

/** Two nodes, PostgreSQL with fsync on, the sandbox's bank: each in a process of its own, and some of them killed. */
describe("kill -9 under top-ups", () => {
  let postgres: TestPostgres;
  let database: Database;
  let sandbox: TestSandbox;
  let nodes: Awaited<ReturnType<typeof openNodes>>;
  let client: pg.Client;
  const raw: Raw = async <Row>(text: string, parameters: unknown[]) =>
    (await client.query(text, parameters)).rows as Row[];
  const members = Array.from({ length: MEMBERS }, (_, at) => memberOf(String(30_000_000 + at), 0x3000_0000 + at, 0));

  beforeAll(async () => {
    postgres = await startPostgres({ isDurable: true });
    const admin = await openDatabase({ url: postgres.url("postgres") });
    await sql`create database kills`.execute(admin.db);
    await admin.close();
    database = await openDatabase({ url: postgres.url("kills") });
    await prepare(database);
    client = await connected(postgres);
    const opened = await openTestHouse(database, { venues: ["port-serac"], pictures: "stand-ins" });
    const venue = opened.house.table.bySite(151);
    if (venue === undefined) throw new Error("The venue is not there");
    for (const member of members) {
      await insertMember(raw, member, new Date());
      // The handle is good for the whole storm.
      await insertUnlock(raw, member, 151, new Date(Date.now() + 7 * 86_400_000));
      await inTransaction(database, (tx) => openWallet(opened.world, tx, member.playersPlusId ?? "", venue));
    }
    await opened.close();
    await client.end();
    await database.close();
    let turn = 0;
    sandbox = await openTestSandbox(() => new Date(), {
      deliver: (url, { headers, body }) =>
        nodes.call((turn += 1), { method: "POST", path: new URL(url).pathname, headers, body }),
    });
    nodes = await openNodes(postgres.url("kills"), sandbox.url);
  }, 180_000);
  afterAll(async () => {
    nodes.stop();
    await sandbox.close();
    await postgres.stop();
  });

  it(`loses nothing that was acknowledged and doubles nothing, ${KILLS} times (F11, F12, F13)`, async () => {
    const storm: Storm = { nodes, sandbox, members, told: { payments: new Map(), cash: new Map() }, seen: new Set() };
    let isOver = false;
    const lives = Promise.all(members.map((member) => live(storm, member, () => isOver)));
    const killer = (async () => {
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await delay(randomInt(100, 1_500));
        if (kill % POSTGRES_EVERY === 0) {
          await postgres.crash();
        } else {
          const at = randomInt(2);
          await nodes.kill(at);
          await nodes.start(at);
        }
      }
      isOver = true;
    })();
    await Promise.all([lives, killer]);
    database = await openDatabase({ url: postgres.url("kills") });
    client = await connected(postgres);
    try {
      expect(await judge(storm, database, raw)).toEqual([]);
      expect(storm.seen.size).toBeGreaterThan(MEMBERS);
    } finally {
      await client.end();
      await database.close();
    }
  }, 90_000 + KILLS * 15_000);
});

async function connected(postgres: TestPostgres): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgres.url("kills") });
  await client.connect();
  return client;
}
