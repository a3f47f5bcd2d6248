import assert from "node:assert/strict";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { moveLimit } from "../../src/ledger/maximum-balance.server.ts";
import { openAccounts, post, type Posting } from "../../src/ledger/posting.server.ts";
import { balanceOf, statementPage } from "../../src/ledger/reading.server.ts";
import { sealEntries } from "../../src/ledger/sealing.server.ts";
import { verifyIn, verifyLedger } from "../../src/ledger/verification.server.ts";
import { inTransaction, openDatabase, type Database } from "../../src/platform/database/database.server.ts";
import { standingClock } from "../support/clock.ts";
import { createPostgresDatabase, eachDatabase, memoryDatabase } from "../support/databases.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { amount } from "../support/proof.ts";

const RUNS = amount({ test: 10, proof: 500 });
const clock = standingClock(SATURDAY_EVENING);
const world = (database: Database) => ({ database, now: clock.now });

/** A posting that moves `amount` from one account to another. */
function transfer(key: string, from: string, to: string, amount: bigint, least?: bigint): Posting {
  const taken = { account: from, amount: -amount, ...(least === undefined ? {} : { least }) };
  return {
    key,
    kind: "transfer",
    asset: "EUR",
    at: clock.now(),
    details: { why: "a test’s" },
    legs: [taken, { account: to, amount }],
  };
}

async function open(
  database: Database,
  bounds: { floor?: bigint; limit?: bigint } = {},
  customers = ["anna", "bela", "cleo"],
): Promise<void> {
  await inTransaction(database, (tx) =>
    openAccounts(
      tx,
      [
        ...customers.map((name) => ({ name, asset: "EUR", kind: "customer" as const, ...bounds })),
        ...["till", "bank"].map((name) => ({ name, asset: "EUR", kind: "house" as const })),
        { name: "points", asset: "PTS", kind: "house" as const },
      ],
      clock.now(),
    ),
  );
}

const posted = (database: Database, ...postings: Posting[]) =>
  inTransaction(database, (tx) => post(tx, postings), { isRepeatable: true });
const problems = async (database: Database) => (await verifyLedger(database)).problems;

eachDatabase("the ledger", (openOne) => {
  let database: Database;
  beforeAll(async () => {
    database = await openOne();
    await open(database, { floor: 0n, limit: 100_000n });
  });

  it("moves a customer balance with the entry and lists each leg on the statement", async () => {
    await posted(database, transfer("s-1", "till", "anna", 500n));
    const both = await posted(database, transfer("s-2", "anna", "bela", 200n), transfer("s-3", "till", "anna", 5n));
    expect("posted" in both && both.posted.map(({ balances }) => balances)).toEqual([
      new Map([
        ["anna", 300n],
        ["bela", 200n],
      ]),
      new Map([["anna", 305n]]),
    ]);
    const first = await statementPage(world(database), { account: "anna", before: null, size: 2 });
    expect(first.movements.map(({ amount, balance }) => [amount, balance])).toEqual([
      [5n, 305n],
      [-200n, 300n],
    ]);
    const last = await statementPage(world(database), { account: "anna", before: first.next, size: 2 });
    expect(last).toMatchObject({ movements: [{ key: "s-1", amount: 500n, details: { why: "a test’s" } }], next: null });
  });

  it("posts a key once, and returns the first entry when the key comes again", async () => {
    const once = transfer("k-1", "till", "cleo", 70n);
    const [first, again] = [await posted(database, once), await posted(database, once)];
    expect("posted" in first && first.posted[0]?.isNew).toBe(true);
    expect(again).toEqual({ posted: [{ ...("posted" in first ? first.posted[0] : {}), isNew: false }] });
    await expect(posted(database, transfer("k-1", "till", "cleo", 71n))).rejects.toThrow("other legs");
    expect(await balanceOf(world(database), "cleo")).toBe(70n);
  });

  it("refuses a batch that goes below a floor or above a limit, and posts nothing of it", async () => {
    const before = await balanceOf(world(database), "cleo");
    const low = await posted(database, transfer("b-1", "till", "cleo", 1n), transfer("b-2", "cleo", "bela", 1_000n));
    expect(low).toEqual({ refusal: { code: "BELOW_FLOOR", posting: 1, account: "cleo", balance: before } });
    const high = await posted(database, transfer("b-3", "till", "cleo", 100_000n));
    expect(high).toMatchObject({ refusal: { code: "ABOVE_LIMIT" } });
    for (const to of ["bela", "bank"]) {
      const least = await posted(database, transfer("b-4", "cleo", to, 60n, 20n));
      expect(least).toMatchObject({ refusal: { code: "BELOW_FLOOR", account: "cleo", balance: before } });
      const lax = await posted(database, transfer("b-5", "cleo", to, 71n, -20n));
      expect(lax).toMatchObject({ refusal: { code: "BELOW_FLOOR" } });
    }
    expect(await balanceOf(world(database), "cleo")).toBe(before);
  });

  it("refuses an incomplete or unbalanced entry, by the function and by SQL", async () => {
    const wrong = (legs: Posting["legs"]) => ({ ...transfer("w", "till", "anna", 1n), legs });
    for (const legs of [
      [{ account: "till", amount: 1n }],
      [
        { account: "till", amount: 1n },
        { account: "anna", amount: 1n },
      ],
      [
        { account: "till", amount: 0n },
        { account: "anna", amount: 0n },
      ],
    ])
      await expect(posted(database, wrong(legs))).rejects.toThrow("not whole");
    await expect(posted(database, transfer("w", "points", "anna", 1n))).rejects.toThrow("not whole");
    await expect(posted(database, transfer("w", "nobody", "anna", 1n))).rejects.toThrow("never opened: nobody");
    const byHand = (legs: string) =>
      sql`insert into ledger_postings (key, kind, asset, details, posted_at, account_ids, amounts, balances)
        select 'by hand', 'x', 'EUR', '{}', ${clock.now()}::timestamptz, array_agg(a.id), array_agg(v.amount), array_agg(v.balance)
        from (values ${sql.raw(legs)}) v (name, amount, balance) join ledger_accounts a using (name)`.execute(
        database.db,
      );
    for (const legs of [
      "('till', -5, null::bigint), ('bank', 4, null)",
      "('till', -5, null::bigint)",
      "('till', 0, null::bigint), ('bank', 0, null)",
      "('till', -5, null::bigint), ('till', 5, null)",
      "('till', -5, null::bigint), ('points', 5, null)",
      "('till', -5, null::bigint), ('anna', 5, null)",
      "('till', -5, 7::bigint), ('bank', 5, null)",
      "('till', -5, null::bigint), ('bank', 2, null), ('anna', 2, 2)",
      "('till', -5, null::bigint), ('bank', 2, null), ('anna', 3, null)",
    ])
      await expect(byHand(legs)).rejects.toThrow(/not whole|check|duplicate key/);
    const batchByHand = (keys: string, amounts: string, legCount = 2) =>
      sql`insert into ledger_batches (postings, leg_keys, account_ids, amounts, balances)
        select jsonb_agg(jsonb_build_object('key', 'by hand ' || n, 'kind', 'x', 'asset', 'EUR', 'details', '{}'::jsonb,
            'leg_count', ${legCount}::int, 'at', '2026-01-01')),
          ${keys}, (select array_agg(id) from (select id from ledger_accounts where name in ('till', 'bank') union all select id from ledger_accounts where name in ('till', 'bank')) a), ${amounts}, '{null,null,null,null}'
        from generate_series(1, 2) n returning ids`.execute(database.db);
    for (const [keys, amounts, legCount] of [
      ["{by hand 1,by hand 1,by hand 2,by hand 2}", "{1,-1,1,-2}"],
      ["{by hand 1,by hand 1,by hand 2,by hand 2}", "{1,-1,0,0}"],
      ["{by hand 1,by hand 1}", "{1,-1}"],
      ["{by hand 1,by hand 1,by hand 2,by hand 2}", "{1,-1,1,-1}", 3],
    ] as const)
      await expect(batchByHand(keys, amounts, legCount)).rejects.toThrow("not whole");
    await expect(
      sql`insert into ledger_postings (key, kind, asset, details, posted_at, account_ids, amounts, balances)
      values ('by hand', 'x', 'EUR', '{}', ${clock.now()}, '{998,999}', '{1,-1}', '{null,null}')`.execute(database.db),
    ).rejects.toThrow("not whole");
  });

  it("refuses entries and legs that are inserted separately", async () => {
    await posted(database, transfer("whole", "till", "anna", 1n));
    for (const statement of [
      "insert into ledger_entries (key, kind, asset, details, leg_count, posted_at) values ('alone', 'x', 'EUR', '{}', 2, '2026-01-01')",
      "insert into ledger_legs select max(entry.id), max(a.id), 5, null from ledger_entries entry, ledger_accounts a where a.name = 'bank'",
      `with e as (insert into ledger_entries (key, kind, asset, details, leg_count, posted_at)
         values ('both', 'x', 'EUR', '{}', 2, '2026-01-01') returning id)
       insert into ledger_legs select e.id, a.id, 5, null from e, ledger_accounts a where a.name = 'bank'`,
    ])
      await expect(sql.raw(statement).execute(database.db)).rejects.toThrow("through ledger_postings");
  });

  it.each(["ledger_entries", "ledger_legs", "ledger_seals"])("refuses updates and deletions in %s", async (table) => {
    for (const statement of [`update ${table} set ${table === "ledger_seals" ? "no = no" : "kind = kind"}`])
      if (table !== "ledger_legs") await expect(sql.raw(statement).execute(database.db)).rejects.toThrow("only grows");
    await expect(sql.raw(`update ledger_legs set amount_minor = 1`).execute(database.db)).rejects.toThrow("only grows");
    await expect(sql.raw(`delete from ${table}`).execute(database.db)).rejects.toThrow("only grows");
    await expect(sql.raw(`truncate ${table}`).execute(database.db)).rejects.toThrow("only grows");
  });

  it("refuses to rename or delete accounts", async () => {
    await expect(sql`update ledger_accounts set name = 'x'`.execute(database.db)).rejects.toThrow("only grows");
    await expect(sql`delete from ledger_accounts`.execute(database.db)).rejects.toThrow("only grows");
    await expect(sql`update ledger_accounts set balance_minor = -1`.execute(database.db)).rejects.toThrow(
      "may not hold -1",
    );
  });

  it("seals each entry once and continues the chain", async () => {
    expect(await sealEntries(world(database))).toBeGreaterThan(0);
    expect(await sealEntries(world(database))).toBe(0);
    await posted(database, transfer("seal-1", "till", "bank", 9n), transfer("seal-2", "till", "anna", 9n));
    const open = await verifyLedger(database);
    expect([open.unsealed, open.problems]).toEqual([2n, []]);
    await sealEntries(world(database));
    const { head, unsealed, held } = await verifyLedger(database);
    expect([head?.no, unsealed]).toEqual([2n, 0n]);
    expect((await verifyLedger(database, head)).problems).toEqual([]);
    const forged = { no: 1n, hash: head?.hash ?? "" };
    expect((await verifyLedger(database, forged)).problems).toEqual([expect.stringContaining("no seal 1")]);
    const balances = await Promise.all(["anna", "bela", "cleo"].map((name) => balanceOf(world(database), name)));
    expect(held).toEqual(new Map([["EUR", balances.reduce<bigint>((sum, balance) => sum + (balance ?? 0n), 0n)]]));
  });
});

describe("the verifier", () => {
  let database: Database;
  beforeAll(async () => {
    database = await memoryDatabase();
    await open(database);
    for (let batch = 0; batch < 3; batch++) {
      await posted(database, transfer(`v-${batch}`, "till", "anna", 100n), transfer(`w-${batch}`, "anna", "bela", 40n));
      await sealEntries(world(database));
    }
    await posted(database, transfer("later", "bank", "cleo", 3n));
  });
  afterAll(() => database.close());

  /** Each statement runs as a superuser could run it, with triggers off. */
  it.each([
    ["an amount on both sides", "update ledger_legs set amount_minor = amount_minor * 2 where entry_id = 1"],
    ["one side of an amount", "update ledger_legs set amount_minor = 1 where entry_id = 2 and amount_minor < 0"],
    [
      "the balance of a statement's line",
      "update ledger_legs set balance_minor = 61 where entry_id = 2 and balance_minor = 60",
    ],
    [
      "the receiving account",
      "update ledger_legs set account_id = (select id from ledger_accounts where name = 'cleo') where account_id = (select id from ledger_accounts where name = 'bela') and entry_id = 4",
    ],
    ["an entry's time", "update ledger_entries set posted_at = posted_at + interval '1 microsecond' where id = 3"],
    ["an entry's details", `update ledger_entries set details = '{"why": "another"}' where id = 5`],
    ["a key", "update ledger_entries set key = 'other' where id = 1"],
    ["a kind", "update ledger_entries set kind = 'gift' where id = 1"],
    ["an account's name", "update ledger_accounts set name = 'zoe' where name = 'anna'"],
    [
      "an account's opening time",
      "update ledger_accounts set opened_at = opened_at + interval '1 second' where name = 'anna'",
    ],
    ["a stored balance", "update ledger_accounts set balance_minor = balance_minor + 1 where name = 'cleo'"],
    ["an internal account's total", "update ledger_house_totals set balance_minor = 0"],
    ["a seal's time", "update ledger_seals set sealed_at = sealed_at + interval '1 second' where no = 2"],
    ["a seal's hash", "update ledger_seals set hash = sha256('x') where no = 2"],
    ["the entries of a seal", "update ledger_seals set entries = '{[1,2)}' where no = 1"],
    ["the ledger by deleting an entry", "delete from ledger_entries where id = 6"],
    ["the ledger by deleting legs", "delete from ledger_legs where entry_id = 6"],
    ["the ledger by deleting a seal", "delete from ledger_seals where no = 1"],
    ["the queue of unsealed entries", "delete from ledger_unsealed"],
    [
      "the ledger by adding an entry",
      "insert into ledger_entries (key, kind, asset, details, leg_count, posted_at) values ('x', 'x', 'EUR', '{}', 2, '2026-01-01')",
    ],
    ["the ledger by adding legs without an entry", "insert into ledger_legs values (99, 1, 5, 5)"],
    ["an unsealed leg", "update ledger_legs set amount_minor = 4 where entry_id = 7 and balance_minor is not null"],
  ])("finds that somebody changed %s", async (_what, statement) => {
    expect(await problems(database)).toEqual([]);
    let found: string[] = [];
    const takenBack = inTransaction(database, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql.raw(statement).execute(tx);
      found = (await verifyIn(tx)).problems;
      throw new Error("rolled back on purpose");
    });
    await expect(takenBack).rejects.toThrow("rolled back");
    expect(found).not.toEqual([]);
  });
});

/** The model: the balance of each account and the keys posted so far. */
type Book = { balances: Map<string, bigint>; keys: Map<string, string> };
type Real = { database: Database; run: number };
const CUSTOMERS = ["anna", "bela", "cleo"];
const NAMES = [...CUSTOMERS, "till", "bank"];
const isInternal = (name: string) => name === "till" || name === "bank";
/** Each run of the property has customers and keys of its own. */
const ofRun = (run: number, name: string) => (isInternal(name) ? name : `${name}-${run}`);

class Transfers implements fc.AsyncCommand<Book, Real> {
  readonly wanted: { key: number; from: string; to: string; amount: number }[];
  constructor(wanted: { key: number; from: string; to: string; amount: number }[]) {
    this.wanted = wanted;
  }
  check = () => true;
  async run(book: Book, { database, run }: Real): Promise<void> {
    const fresh = this.wanted.filter(
      ({ key }, at) => this.wanted.findIndex((other) => other.key === key) === at && !book.keys.has(String(key)),
    );
    const replayed = [...book.keys].slice(0, 1).map(([, wire]) => JSON.parse(wire) as (typeof fresh)[number]);
    const batch = [...replayed, ...fresh];
    if (batch.length === 0) return;
    const after = new Map(book.balances);
    let isRefused = false;
    for (const { from, to, amount } of fresh) {
      after.set(from, (after.get(from) ?? 0n) - BigInt(amount));
      after.set(to, (after.get(to) ?? 0n) + BigInt(amount));
      if ((!isInternal(from) && (after.get(from) ?? 0n) < -100n) || (!isInternal(to) && (after.get(to) ?? 0n) > 900n))
        isRefused = true;
    }
    const result = await posted(
      database,
      ...batch.map(({ key, from, to, amount }) =>
        transfer(`${run}-${key}`, ofRun(run, from), ofRun(run, to), BigInt(amount)),
      ),
    );
    assert.equal("refusal" in result, isRefused);
    if (isRefused) return;
    book.balances = after;
    for (const one of fresh) book.keys.set(String(one.key), JSON.stringify(one));
  }
  toString = () => JSON.stringify(this.wanted);
}

class Seal implements fc.AsyncCommand<Book, Real> {
  check = () => true;
  async run(_book: Book, { database }: Real): Promise<void> {
    await sealEntries(world(database));
  }
  toString = () => "seal";
}

const transfers = fc
  .array(
    fc
      .record({
        key: fc.nat(40),
        from: fc.constantFrom(...NAMES),
        to: fc.constantFrom(...NAMES),
        amount: fc.integer({ min: 1, max: 400 }),
      })
      .filter(({ from, to }) => from !== to),
    { minLength: 1, maxLength: 4 },
  )
  .map((wanted) => new Transfers(wanted));

describe("any postings, in any order and batches", () => {
  let database: Database;
  beforeAll(async () => void (database = await memoryDatabase()));
  afterAll(() => database.close());

  it("keep balances equal to the legs and to the model, and the chain valid", async () => {
    let run = 0;
    let entries = 0;
    await fc.assert(
      fc.asyncProperty(fc.commands([transfers, fc.constant(new Seal())], { maxCommands: 12 }), async (commands) => {
        run += 1;
        await open(
          database,
          { floor: -100n, limit: 900n },
          CUSTOMERS.map((name) => ofRun(run, name)),
        );
        const book: Book = { balances: new Map(), keys: new Map() };
        await fc.asyncModelRun(() => ({ model: book, real: { database, run } }), commands);
        entries += book.keys.size;
        for (const name of CUSTOMERS)
          expect(await balanceOf(world(database), ofRun(run, name))).toBe(book.balances.get(name) ?? 0n);
        const verified = await verifyLedger(database);
        expect([verified.entries, verified.problems]).toEqual([BigInt(entries), []]);
      }),
      { numRuns: RUNS },
    );
  });
});

describe("a new database", () => {
  it("never scans a whole table for a posting, though the first plans were made on empty tables", async () => {
    const database = await openDatabase({ url: await createPostgresDatabase() });
    await open(database);
    const read = await inTransaction(database, async (tx) => {
      for (let at = 0; at < 30; at += 1) {
        await post(tx, [transfer(`one-${at}`, "till", "anna", 1n), transfer(`two-${at}`, "till", "bela", 1n)]);
        await post(tx, [transfer(`three-${at}`, "till", "anna", 1n)]);
      }
      return (
        await sql<{ relname: string; seq_tup_read: bigint }>`
          select relname, seq_tup_read from pg_stat_xact_user_tables
          where relname in ('ledger_accounts', 'ledger_entries', 'ledger_legs') and seq_tup_read > 0`.execute(tx)
      ).rows;
    });
    await database.close();
    expect(read).toEqual([]);
  });
});

describe("two nodes on one PostgreSQL", () => {
  let nodes: Database[] = [];
  beforeAll(async () => {
    const url = await createPostgresDatabase();
    nodes = [await openDatabase({ url }), await openDatabase({ url })];
    for (const node of nodes) await open(node, { floor: 0n });
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    nodes = [];
  });
  const node = (index: number) => nodes[index % 2] as Database;

  /** Runs as many calls at a time as both connection pools hold connections. */
  async function together<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
    const results: Result[] = [];
    let next = 0;
    async function lane(): Promise<void> {
      for (let index = next++; index < count; index = next++) results[index] = await work(index);
    }
    await Promise.all(Array.from({ length: 14 }, lane));
    return results;
  }

  it("post a key once when many bring it at the same time", async () => {
    const results = await together(100, (index) => posted(node(index), transfer("race", "till", "anna", 1_000n)));
    expect(results.filter((result) => "posted" in result && result.posted[0]?.isNew)).toHaveLength(1);
    expect(await balanceOf(world(node(0)), "anna")).toBe(1_000n);
  });

  it("post a repeated key once between internal accounts too", async () => {
    await together(40, (index) => posted(node(index), transfer("house", "till", "bank", 7n)));
    const { rows } = await sql`select from ledger_entries where key = 'house'`.execute(node(0).db);
    expect(rows).toHaveLength(1);
  });

  /** Posts while another transaction has changed the account's limit and is about to commit. */
  async function postedWhileLimitMoves(account: string, by: bigint, postings: Posting[]) {
    const [moved, awaited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const moving = inTransaction(node(0), async (tx) => {
      await moveLimit(tx, account, by);
      moved.resolve();
      await awaited.promise;
    });
    await moved.promise;
    const posting = posted(node(1), ...postings);
    const waiting = sql<{ n: bigint }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(node(1).db)).rows[0]?.n, { timeout: 10_000 }).toBe(1n);
    awaited.resolve();
    await moving;
    return posting;
  }

  it.each(["one posting", "a bundle"])("respect a limit that changes while %s waits", async (what) => {
    const name = `limited by ${what}`.replaceAll(" ", "-");
    await open(node(0), { floor: 0n, limit: 1_000n }, [name]);
    const also = (key: string) => (what === "a bundle" ? [transfer(`${key} too`, "till", "bank", 1n)] : []);
    await posted(node(0), transfer(`${name} fill`, "till", name, 700n));
    // The available amount shrinks: a posting that fitted when it was sent is refused, and nothing of it is written.
    const late = transfer(`${name} late`, "till", name, 150n);
    expect(await postedWhileLimitMoves(name, -200n, [late, ...also(late.key)])).toMatchObject({
      refusal: { code: "ABOVE_LIMIT", account: name, balance: 700n },
    });
    expect(await balanceOf(world(node(0)), name)).toBe(700n);
    // The available amount grows: a posting that was too large is accepted.
    const early = transfer(`${name} early`, "till", name, 250n);
    expect(await postedWhileLimitMoves(name, 200n, [early, ...also(early.key)])).toHaveProperty("posted");
    expect(await balanceOf(world(node(0)), name)).toBe(950n);
    expect(await problems(node(0))).toEqual([]);
  });

  it("never overdraw an account, and lose or double nothing, while both spend and seal", async () => {
    await posted(node(0), transfer("fill", "till", "bela", 1_000n));
    const results = await together(210, async (index) => {
      if (index % 50 === 0) await sealEntries(world(node(index)), 7);
      const whose = index % 3 === 0 ? "anna" : "bela";
      const isBack = index % 7 === 0;
      const one = isBack
        ? transfer(`back-${index}`, "cleo", whose, 3n)
        : transfer(`spend-${index}`, whose, "cleo", 15n);
      const result = await posted(node(index), one);
      return "posted" in result ? (isBack ? -3n : 15n) : 0n;
    });
    // Small batches must follow the order in which balances moved.
    await sealEntries(world(node(0)), 7);
    const [anna, bela, cleo] = await Promise.all(CUSTOMERS.map((name) => balanceOf(world(node(0)), name)));
    expect(results.filter((amount) => amount === 0n).length).toBeGreaterThan(0);
    expect(cleo).toBe(results.reduce((sum: bigint, amount) => sum + amount, 0n));
    expect((anna ?? 0n) + (bela ?? 0n) + (cleo ?? 0n)).toBe(2_000n);
    const { problems, unsealed } = await verifyLedger(node(1));
    expect([problems, unsealed]).toEqual([[], 0n]);
  });
});
