import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase, type Database } from "../../src/platform/database/database.server.ts";
import { settleFromBank } from "../../src/wallet/payments/reconcile.server.ts";
import { recordedBank } from "../support/bank.ts";
import { standingClock } from "../support/clock.ts";
import { createPostgresDatabase } from "../support/databases.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { peopleOf } from "../support/people.ts";
import { PIN, pinCode, walletPeopleOf, type WalletPeople } from "./wallet-people.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { amount } from "../support/proof.ts";

const VENUES = ["port-serac", "valombre", "la-rochemar", "le-havrelac", "aubenac"];
/** How many calls come at once: more than the nodes have connections. */
const TOGETHER = amount({ test: 200, proof: 1_000 });
const SITES = [151, 152, 108, 124, 114];

/** Two nodes on one PostgreSQL: two pools and two worlds, one clock. */
describe("two nodes", () => {
  const clock = standingClock(SATURDAY_EVENING);
  /** One bank for both. */
  const bank = recordedBank();
  let databases: Database[] = [];
  let apps: TestApp[] = [];
  let nodes: WalletPeople[] = [];
  /** How many statements the nodes have sent. */
  let asked = 0;
  beforeAll(async () => {
    const url = await createPostgresDatabase();
    databases = [await openDatabase({ url }), await openDatabase({ url })];
    for (const [index, database] of databases.entries()) {
      const counted: Database = {
        ...database,
        get db() {
          asked += 1;
          return database.db;
        },
        transact(run) {
          // No transaction has more statements than this.
          asked += 20;
          return database.transact(run);
        },
      };
      apps.push(
        await openTestApp(counted, {
          venues: index === 0 ? VENUES : [],
          clock,
          gateways: { bank },
          pictures: "stand-ins",
        }),
      );
    }
    nodes = apps.map((app) => walletPeopleOf(app, peopleOf(app)));
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    for (const database of databases) await database.close();
  });
  const node = (index: number) => nodes[index % 2] as WalletPeople;
  const comparisons = () =>
    apps.reduce(
      (sum, { world }) => sum + Number(/^pin_comparisons_total (\d+)$/m.exec(world.metrics.text({}))?.[1] ?? 0),
      0,
    );

  it(`compare three of ${TOGETHER} simultaneous wrong PINs over five sites`, async () => {
    const { token } = await node(0).member({ sites: SITES });
    const before = comparisons();
    const answers = await Promise.all(
      Array.from({ length: TOGETHER }, (_, index) =>
        node(index).unlockNative(
          token,
          String(index).padStart(4, "5").slice(-4).replace(PIN, "0000"),
          SITES[index % 5],
        ),
      ),
    );
    const codes = answers.map((answer) => pinCode(answer).join(" "));
    expect(comparisons() - before).toBe(3);
    // A call that waits a second for a connection gets 503. That may use up an attempt, but never adds one.
    const kinds = Map.groupBy(codes, (code) => code);
    expect(kinds.get("403 3000")?.length ?? 0).toBeLessThanOrEqual(3);
    expect(kinds.get("403 3001")?.length ?? 0).toBeGreaterThan(0);
    expect([...kinds.keys()].filter((code) => !/^(403 300[01]|503 (3003)?)$/.test(code))).toEqual([]);
    expect(pinCode(await node(1).unlockNative(token, PIN))).toEqual([403, 3001]);
  });

  it("accept an encrypted PIN once, however often it is sent to both", async () => {
    const { token } = await node(0).member();
    const box = await node(1).box(token, PIN);
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => node(index).unlock(token, box)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => ![200, 400, 503].includes(status))).toEqual([]);
  });

  it("agree on one PIN key when both create the first one", async () => {
    await databases[0]?.db.deleteFrom("pin_keys").execute();
    const { token } = await node(0).member();
    const keys = await Promise.all(Array.from({ length: 20 }, (_, index) => node(index).pinKey(token)));
    expect(new Set(keys.map(({ jwk }) => jwk.n)).size).toBe(1);
  });

  const RETURN = "http://port-serac.localhost:3000/?popup=Cashless";
  const init = async (index: number, token: string, unlock: string, amount: number, site = 151) =>
    node(index).call("POST", "/transaction/init", token, {
      provider: "instant_transfer",
      return_url: RETURN,
      from: "web",
      site_id: site,
      product: { type: "cashless", amount, currency: "EUR" },
      data: { site_id: site, pin_code: unlock },
    });
  const wallet = (membershipId: string, site = 151) =>
    (databases[0] as Database).db
      .selectFrom("ledger_accounts")
      .select(["balance_minor", "limit_minor"])
      .where("name", "=", `wallet:${membershipId}:${site}`)
      .executeTakeFirstOrThrow();
  const notice = (index: number, uuid: string, sessionId: string) =>
    (apps[index % 2] as TestApp).send("localhost:3000", "/webhooks/fintecture", {
      method: "POST",
      headers: { "content-type": "application/json", signature: "test" },
      body: JSON.stringify({ session_id: sessionId, status: "payment_created", state: uuid, fact: "PAID" }),
    });
  /** Runs the jobs of both nodes until none is left. */
  const work = () => Promise.all(apps.map(({ world }) => world.jobs.runAll()));

  it(`never reserve more than the available amount for ${TOGETHER} simultaneous orders`, async () => {
    const { token, membershipId } = await node(0).member();
    const { unlock = "" } = (await node(0).unlockNative(token, PIN)).body;
    // Half of the calls ask for one amount and half for another. One amount wins, and all who asked for it get the same
    // payment.
    const answers = await Promise.all(
      Array.from({ length: TOGETHER }, (_, index) => init(index, token, unlock, index % 3 === 0 ? 1_500 : 900)),
    );
    // On a busy machine all calls may have waited too long for a connection; a repeated call is served.
    answers.push(await init(0, token, unlock, 900));
    const accepted = answers.filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body.data));
    expect(new Set(accepted).size).toBe(1);
    expect(answers.filter(({ status }) => ![200, 409, 503].includes(status))).toEqual([]);
    const open = await (databases[0] as Database).db
      .selectFrom("payments")
      .selectAll()
      .where("membership_id", "=", membershipId)
      .execute();
    expect(open).toHaveLength(1);
    expect(bank.orders).toHaveLength(1);
    const { balance_minor: balance, limit_minor: limit } = await wallet(membershipId);
    expect([balance, limit]).toEqual([0n, 200_000n - (open[0]?.amount_minor ?? 0n)]);
  });

  it("hardly query the database for a thousand polls of an unchanged payment, and then report a change", async () => {
    const { token } = await node(0).member();
    const { unlock = "" } = (await node(0).unlockNative(token, PIN)).body;
    const { transaction_uuid: uuid } = (await init(0, token, unlock, 100)).body.data as { transaction_uuid: string };
    const poll = async (index: number) => {
      const { status, body } = await node(index).call("GET", `/transaction/${uuid}`, token);
      return [status, (body.data as { payment: { status: string } }).payment.status];
    };
    for (let index = 0; index < 4; index += 1) expect(await poll(index)).toEqual([200, "INIT"]);
    const before = asked;
    for (let index = 0; index < 1_000; index += 1) expect(await poll(index)).toEqual([200, "INIT"]);
    expect(asked - before).toBeLessThanOrEqual(20);
    bank.tell(bank.sessionOf(uuid), "PAID");
    await settleFromBank((apps[1] as TestApp).world, (apps[1] as TestApp).services.table, uuid);
    await expect.poll(() => poll(0)).toEqual([200, "PAID"]);
    await expect.poll(() => poll(1)).toEqual([200, "PAID"]);
  });

  it("accept payments and webhooks while slow queries hold every connection of other pages", async () => {
    const { token, membershipId } = await node(0).member();
    const { unlock = "" } = (await node(0).unlockNative(token, PIN)).body;
    const end = new AbortController();
    const slow = Array.from({ length: 10 }, async () => {
      while (!end.signal.aborted) await sql`select pg_sleep(1.5)`.execute((databases[0] as Database).db);
    });
    await delay(200);
    const [list, started] = await Promise.all([node(0).list(token), init(0, token, unlock, 100)]);
    expect([list.status, started.status]).toEqual([503, 200]);
    const { transaction_uuid: uuid } = started.body.data as { transaction_uuid: string };
    bank.tell(bank.sessionOf(uuid), "PAID");
    expect((await notice(0, uuid, bank.sessionOf(uuid))).status).toBe(200);
    await (apps[0] as TestApp).world.jobs.runAll();
    expect((await node(0).call("GET", `/transaction/${uuid}`, token)).body.data).toMatchObject({
      payment: { status: "PAID" },
    });
    end.abort();
    await Promise.all(slow);
    expect((await wallet(membershipId)).balance_minor).toBe(10_000n);
  });

  it("credit once when a webhook comes a hundred times to both", async () => {
    const { token, membershipId } = await node(0).member();
    const { unlock = "" } = (await node(0).unlockNative(token, PIN)).body;
    const { transaction_uuid: uuid } = (await init(0, token, unlock, 100)).body.data as { transaction_uuid: string };
    const sessionId = bank.sessionOf(uuid);
    bank.tell(sessionId, "PAID");
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const answer = await notice(index, uuid, sessionId);
        if (index % 10 === 0) await work();
        return answer.status;
      }),
    );
    await work();
    expect(new Set(answers.filter((status) => status !== 503))).toEqual(new Set([200]));
    const sites = (apps[0] as TestApp).services.table;
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => settleFromBank((apps[index % 2] as TestApp).world, sites, uuid)),
    );
    expect((await wallet(membershipId)).balance_minor).toBe(10_000n);
    const credits = await (databases[0] as Database).db
      .selectFrom("ledger_entries")
      .select("id")
      .where("key", "=", `pay:${uuid}:credit`)
      .execute();
    expect(credits).toHaveLength(1);
  });
});
