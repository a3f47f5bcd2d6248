import { setTimeout as delay } from "node:timers/promises";
import { AbortedTransactionError, sql, type RawBuilder } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createPostgresDatabase, eachDatabase } from "../../../test/support/databases.ts";
import { inTransaction, openDatabase, type Database, type Transaction } from "./database.server.ts";
import { isUnavailable } from "./errors.server.ts";
import { SOON } from "../../../test/support/patience.ts";

const BESIDE = "Inside a transaction only its tx may be used, not the database beside it";

eachDatabase("the database", (open) => {
  describe("values", () => {
    test("have the same types in both engines", async () => {
      const { db } = await open();
      const { rows } = await sql`
        select 9007199254740993::int8 as int8, 7::int4 as int4, 1.5::float8 as float8, 12.30::numeric as numeric,
          date '2026-12-31' as date, timestamptz '2026-12-31 23:30:00+01' as at, interval '90 minutes' as lapse,
          '\\x00ff10'::bytea as bytes, '\\x'::bytea as no_bytes, true as yes, null::int8 as nothing, 'é'::text as text,
          '{"a": [1, "two", null]}'::jsonb as object, '[1, {"b": 2}]'::jsonb as list, '"x"'::jsonb as json_text,
          array[1, null]::int8[] as int8s, array['a', 'b']::text[] as texts, array[date '2026-01-01'] as dates,
          '6b0c1d52-8f5c-4f0e-9d6e-000000000001'::uuid as id, count(*) as count
      `.execute(db);
      expect(rows).toEqual([
        {
          int8: 9007199254740993n,
          int4: 7,
          float8: 1.5,
          numeric: "12.30",
          date: "2026-12-31",
          at: new Date("2026-12-31T22:30:00Z"),
          lapse: "01:30:00",
          bytes: new Uint8Array([0, 255, 16]),
          no_bytes: new Uint8Array(),
          yes: true,
          nothing: null,
          text: "é",
          object: { a: [1, "two", null] },
          list: [1, { b: 2 }],
          json_text: "x",
          int8s: [1n, null],
          texts: ["a", "b"],
          dates: ["2026-01-01"],
          id: "6b0c1d52-8f5c-4f0e-9d6e-000000000001",
          count: 1n,
        },
      ]);
    });

    test("come back as they were stored", async () => {
      const { db } = await open();
      const updated_at = new Date("2026-03-29T01:30:00.123Z");
      const original = new Uint8Array(20_000).map((_, index) => index % 251);
      const picture = {
        key: "hall",
        mime: "image/png",
        width: 1,
        height: 2,
        sha256: "s",
        focal_x: 0.25,
        focal_y: 1,
        updated_at,
      } as const;
      await db
        .insertInto("pictures")
        .values({ ...picture, original, alt: JSON.stringify({ fr: "L'entrée", en: "The hall" }) })
        .execute();
      const columns = [
        "key",
        "mime",
        "width",
        "height",
        "sha256",
        "focal_x",
        "focal_y",
        "updated_at",
        "original",
        "alt",
      ] as const;
      expect(await db.selectFrom("pictures").select(columns).executeTakeFirst()).toEqual({
        ...picture,
        original,
        alt: { fr: "L'entrée", en: "The hall" },
      });
      const { rows } =
        await sql`select ${Buffer.from("né")}::bytea as bytes, ${-5n}::int8 as int8, ${"2026-02-28"}::date as date, ${null}::text as nothing,
        ${JSON.stringify([[1], "a"])}::jsonb as list, ${["a", "b"]}::text[] as texts, current_setting('TimeZone') as zone`.execute(
          db,
        );
      expect(rows).toEqual([
        {
          bytes: new Uint8Array([110, 195, 169]),
          int8: -5n,
          date: "2026-02-28",
          nothing: null,
          list: [[1], "a"],
          texts: ["a", "b"],
          zone: "UTC",
        },
      ]);
    });

    test("report the number of affected rows for writes only", async () => {
      const { db } = await open();
      const written = await sql`insert into cache_versions values ('counted', 1), ('counted too', 1)`.execute(db);
      const changed = await db
        .updateTable("cache_versions")
        .set({ version: 2n })
        .where("tag", "=", "nowhere")
        .executeTakeFirst();
      const read = await sql`select * from cache_versions`.execute(db);
      expect([written.numAffectedRows, changed.numUpdatedRows, read.numAffectedRows]).toEqual([2n, 0n, undefined]);
    });

    test("carry PostgreSQL's fields when they are errors", async () => {
      const { db } = await open();
      const add = () => db.insertInto("cache_versions").values({ tag: "twice", version: 1n }).execute();
      await add();
      await expect(add()).rejects.toMatchObject({
        code: "23505",
        constraint: "cache_versions_pkey",
        detail: "Key (tag)=(twice) already exists.",
        message: 'duplicate key value violates unique constraint "cache_versions_pkey"',
      });
      await expect(sql`select * from nowhere`.execute(db)).rejects.toMatchObject({ code: "42P01" });
      expect((await sql`select 1 as still`.execute(db)).rows).toEqual([{ still: 1 }]);
    });
  });

  describe("a transaction", () => {
    const tagsOf = async ({ db }: Database) =>
      (await db.selectFrom("cache_versions").select("tag").orderBy("tag").execute()).map(({ tag }) => tag);
    const add = (tx: Transaction, tag: string) =>
      tx.insertInto("cache_versions").values({ tag, version: 1n }).execute();

    test("is committed as a whole or rolled back as a whole", async () => {
      const database = await open();
      expect(await inTransaction(database, (tx) => add(tx, "kept").then(() => "answer"))).toBe("answer");
      const failing = inTransaction(database, async (tx) => {
        await add(tx, "lost");
        throw new Error("changed my mind");
      });
      await expect(failing).rejects.toThrow("changed my mind");
      const tags = await tagsOf(database);
      expect(tags).toContain("kept");
      expect(tags).not.toContain("lost");
    });

    test("refuses every use of the outer database", async () => {
      const database = await open();
      const other = await open();
      await inTransaction(database, async (tx) => {
        await expect(other.db.selectFrom("games").selectAll().execute()).rejects.toThrow(BESIDE);
        await expect(sql`select 1`.execute(database.db)).rejects.toThrow(BESIDE);
        await expect(inTransaction(database, async () => undefined)).rejects.toThrow(BESIDE);
        await expect(database.listen("elsewhere", () => undefined)).rejects.toThrow(BESIDE);
        await expect(Promise.resolve().then(() => database.db.deleteFrom("games").execute())).rejects.toThrow(BESIDE);
        await add(tx, "still works");
      });
      expect(await tagsOf(database)).toContain("still works");
    });

    test("cannot begin except by inTransaction", async () => {
      const { db } = await open();
      await expect(db.transaction().execute(async () => undefined)).rejects.toThrow(
        "Transactions begin with inTransaction",
      );
      expect((await sql`select 1 as still`.execute(db)).rows).toEqual([{ still: 1 }]);
    });

    test("does not affect queries that run concurrently or afterwards", async () => {
      const database = await open();
      const order: string[] = [];
      let late: Promise<unknown> = Promise.resolve();
      const beside = Promise.withResolvers<void>();
      const transaction = inTransaction(database, async (tx) => {
        await add(tx, "first");
        beside.resolve();
        late = delay(50).then(() => tagsOf(database));
        order.push("end of the transaction");
      });
      await beside.promise;
      const reader = tagsOf(database).then((tags) => order.push(`a reader with ${tags.length} tags`));
      await Promise.all([transaction, reader]);
      expect(order).toHaveLength(2);
      expect(await late).toContain("first");
    });

    test("is serialised with others by a row lock", async () => {
      const database = await open();
      await database.db.insertInto("cache_versions").values({ tag: "sum", version: 0n }).execute();
      const addOne = () =>
        inTransaction(database, async (tx) => {
          const { version } = await tx
            .selectFrom("cache_versions")
            .select("version")
            .where("tag", "=", "sum")
            .forUpdate()
            .executeTakeFirstOrThrow();
          await tx
            .updateTable("cache_versions")
            .set({ version: version + 1n })
            .where("tag", "=", "sum")
            .execute();
        });
      await Promise.all(Array.from({ length: 40 }, addOne));
      expect(
        await database.db.selectFrom("cache_versions").select("version").where("tag", "=", "sum").executeTakeFirst(),
      ).toEqual({ version: 40n });
    });

    test("can roll back to a savepoint", async () => {
      const database = await open();
      await inTransaction(database, async (tx) => {
        await add(tx, "before the savepoint");
        await sql`savepoint here`.execute(tx);
        await expect(add(tx, "before the savepoint")).rejects.toMatchObject({ code: "23505" });
        await sql`rollback to savepoint here`.execute(tx);
        await add(tx, "after the savepoint");
      });
      expect(await tagsOf(database)).toEqual(expect.arrayContaining(["before the savepoint", "after the savepoint"]));
    });

    test("with a failed statement is not reported as committed", async () => {
      const database = await open();
      const swallowing = inTransaction(database, async (tx) => {
        await add(tx, "swallowed");
        await sql`select 1 / 0`.execute(tx).catch(() => undefined);
      });
      await expect(swallowing).rejects.toBeInstanceOf(AbortedTransactionError);
      expect(await tagsOf(database)).not.toContain("swallowed");
    });

    test("is retried after a deadlock at most three times, and only if it is repeatable", async () => {
      const database = await open();
      const attempt = vi.fn(async (tx: Transaction) => {
        await sql`do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`.execute(tx);
      });
      await expect(inTransaction(database, attempt)).rejects.toMatchObject({ code: "40P01" });
      expect(attempt).toHaveBeenCalledTimes(1);
      await expect(inTransaction(database, attempt, { isRepeatable: true })).rejects.toMatchObject({ code: "40P01" });
      expect(attempt).toHaveBeenCalledTimes(5);
      const other = vi.fn(async () => Promise.reject(new Error("no")));
      await expect(inTransaction(database, other, { isRepeatable: true })).rejects.toThrow("no");
      expect(other).toHaveBeenCalledTimes(1);
    });
  });

  describe("a notification", () => {
    test("arrives after the commit, and never without one", async () => {
      const database = await open();
      const heard: string[] = [];
      const stop = await database.listen("news", (payload) => heard.push(payload));
      await inTransaction(database, async (tx) => {
        await database.notify(tx, "news", "committed");
        await delay(100);
        expect(heard).toEqual([]);
      });
      await inTransaction(database, async (tx) => {
        await database.notify(tx, "news", "rolled back");
        throw new Error("no");
      }).catch(() => undefined);
      await vi.waitFor(() => expect(heard).toEqual(["committed"]), SOON);
      await stop();
      await inTransaction(database, (tx) => database.notify(tx, "news", "unheard"));
      await delay(100);
      expect(heard).toEqual(["committed"]);
    });

    test("reaches all listeners of its channel only", async () => {
      const database = await open();
      const heard: string[] = [];
      const stops = await Promise.all(
        ["a", "a", "b"].map((channel, index) =>
          database.listen(`channel_${channel}`, (payload) => heard.push(`${index}${payload}`)),
        ),
      );
      await stops[0]?.();
      await inTransaction(database, async (tx) => {
        await database.notify(tx, "channel_a", "é");
        await database.notify(tx, "channel_b", "");
      });
      await vi.waitFor(() => expect(heard.sort()).toEqual(["1é", "2"]), SOON);
      await expect(database.listen('x"; drop table games', () => undefined)).rejects.toThrow("Invalid channel name");
    });
  });
});

describe("PostgreSQL", () => {
  let database: Database;
  /** The same database through a second pool, as an administrator has. */
  let other: Database;
  beforeAll(async () => {
    const url = await createPostgresDatabase();
    database = await openDatabase({ url });
    other = await openDatabase({ url });
  });
  afterAll(async () => {
    await database.close();
    await other.close();
  });

  const endConnections = (condition = sql`true`) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${condition}`.execute(
      other.db,
    );

  test("reconnects a lost listening connection and calls onReconnect", async () => {
    const heard: string[] = [];
    const onReconnect = vi.fn();
    await database.listen("lasting", (payload) => heard.push(payload), onReconnect);
    for (const round of [1, 2]) {
      await endConnections(sql`query ilike 'listen%'`);
      await vi.waitFor(() => expect(onReconnect).toHaveBeenCalledTimes(round), SOON);
      await inTransaction(database, (tx) => database.notify(tx, "lasting", `round ${round}`));
      await vi.waitFor(() => expect(heard).toContain(`round ${round}`), SOON);
    }
  });

  test("replaces lost idle connections", async () => {
    await Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(0.05)`.execute(database.db)));
    await endConnections();
    await vi.waitFor(
      async () => expect((await sql`select 1 as still`.execute(database.db)).rows).toEqual([{ still: 1 }]),
      SOON,
    );
  });

  test("a connection lost between two statements of a transaction fails the transaction, not the process", async () => {
    const outcome = inTransaction(database, async (tx) => {
      await sql`select 1`.execute(tx);
      await endConnections();
      await delay(200);
      await sql`select 2`.execute(tx);
    }).catch((error: unknown) => error);
    expect(isUnavailable(await outcome)).toBe(true);
  });

  test("listens at the database itself when queries go through a pooler", async () => {
    const [pooled, direct] = [await createPostgresDatabase(), await createPostgresDatabase()];
    const own = await openDatabase({ url: pooled, listenUrl: direct });
    const speaking = await openDatabase({ url: direct });
    const heard: string[] = [];
    const stop = await own.listen("words", (word) => heard.push(word));
    await inTransaction(speaking, (tx) => speaking.notify(tx, "words", "heard"));
    await vi.waitFor(() => expect(heard).toEqual(["heard"]), SOON);
    await stop();
    await Promise.all([own.close(), speaking.close()]);
  });

  test("limits statements, locks and idle transactions by the pool", async () => {
    const limits = async (name: string) =>
      Object.values((await sql<object>`select current_setting(${name}) as limit`.execute(database.db)).rows[0] ?? {});
    const all = async () => [
      await limits("statement_timeout"),
      await limits("lock_timeout"),
      await limits("idle_in_transaction_session_timeout"),
    ];
    expect((await all()).flat()).toEqual(["2s", "2s", "10s"]);
    expect((await database.forMoney(all)).flat()).toEqual(["5s", "2s", "10s"]);
    expect((await database.forJobs(all)).flat()).toEqual(["1min", "2s", "10s"]);
    expect((await database.forHealth(all)).flat()).toEqual(["2s", "2s", "10s"]);
  });

  test("ends a statement that takes too long or waits too long for a lock, as unavailable", async () => {
    const isHeld = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    const holder = inTransaction(other, async (tx) => {
      await sql`lock table cache_versions`.execute(tx);
      isHeld.resolve();
      await goesOn.promise;
    });
    await isHeld.promise;
    const errorOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);
    const [slow, locked] = await Promise.all([
      errorOf(sql`select pg_sleep(60)`.execute(database.db)),
      database.forJobs(() => errorOf(sql`select * from cache_versions`.execute(database.db))),
    ]);
    goesOn.resolve();
    await holder;
    expect([slow, locked]).toMatchObject([{ code: "57014" }, { code: "55P03" }]);
    expect([isUnavailable(slow), isUnavailable(locked)]).toEqual([true, true]);
  });

  test("gives up a connection whose server is frozen, and uses another one", async () => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db);
    const pid = rows[0]?.pid ?? 0;
    process.kill(pid, "SIGSTOP");
    try {
      // The same connection is lent again, because it was returned last.
      const silent: unknown = await inTransaction(database, (tx) => sql`select 1`.execute(tx)).catch(
        (error: unknown) => error,
      );
      expect(isUnavailable(silent)).toBe(true);
      const next = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db);
      expect(next.rows[0]?.pid).not.toBe(pid);
    } finally {
      process.kill(pid, "SIGCONT");
    }
  });

  test("refuses a query that waited one second for a free connection", async () => {
    const url = await createPostgresDatabase();
    const own = await openDatabase({ url });
    const tenOf = (query: RawBuilder<unknown>) =>
      Promise.allSettled(Array.from({ length: 10 }, () => query.execute(own.db)));
    await tenOf(sql`select pg_sleep(0.2)`);
    const keeper = new pg.Client({ connectionString: url });
    await keeper.connect();
    await keeper.query("select pg_advisory_lock(25)");
    let isBusy = true;
    const busy = tenOf(sql`select pg_advisory_lock_shared(25)`).finally(() => (isBusy = false));
    const waiting = "select 1 from pg_locks where locktype = 'advisory' and objid = 25 and not granted";
    await vi.waitFor(async () => expect((await keeper.query(waiting)).rowCount).toBe(10), SOON);
    const start = performance.now();
    const refusal: unknown = await sql`select 1`.execute(own.db).catch((error: unknown) => error);
    expect(performance.now() - start).toBeGreaterThan(900);
    expect(isUnavailable(refusal)).toBe(true);
    const health = await own.forHealth(() => sql`select 1 as still`.execute(own.db));
    expect(health.rows).toEqual([{ still: 1 }]);
    expect(isBusy, "the query was refused while all connections were busy").toBe(true);
    await keeper.end();
    await busy;
    await own.close();
  });
});

test("tells an unreachable database from a wrong query", async () => {
  const database = await openDatabase({ url: "postgres://nobody@127.0.0.1:1/none" });
  const refusal: unknown = await sql`select 1`.execute(database.db).catch((error: unknown) => error);
  expect(isUnavailable(refusal)).toBe(true);
  expect(isUnavailable(Object.assign(new Error("no such table"), { code: "42P01" }))).toBe(false);
  expect(isUnavailable("nothing")).toBe(false);
  await database.close();
});
