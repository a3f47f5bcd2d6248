import { setTimeout as delay } from "node:timers/promises";
import { verify } from "@node-rs/argon2";
import fc from "fast-check";
import pg from "pg";
import { afterAll, afterEach, aroundEach, beforeAll, describe, expect, it } from "vitest";
import { hashInTurn, HASH_COST } from "../../src/accounts/login/password-hash.server.ts";
import { inTransaction, openDatabase, type Database } from "../../src/platform/database/database.server.ts";
import { hit, hitsOf, type LimitWindow } from "../../src/platform/http/counted-limits.server.ts";
import { issueToken, takeToken } from "../../src/accounts/password/one-time-tokens.server.ts";
import { ageOut } from "../../src/platform/retention/retention-job.server.ts";
import { createAccount } from "../../src/accounts/accounts.server.ts";
import { tryPasswordHash } from "../../src/accounts/login/login.server.ts";
import type { Visit } from "../../src/accounts/visit.server.ts";
import { standingClock } from "../support/clock.ts";
import { createPostgresDatabase } from "../support/databases.ts";
import { deskVisitor } from "../desk/desk-visitor.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { PASSWORD, peopleOf } from "../support/people.ts";
import { SATURDAY_EVENING, testWorld, type TestWorld } from "../support/world.ts";
import { amount } from "../support/proof.ts";

const SEQUENCES = amount({ test: 6, proof: 500 });

const kindOf = (outcome: Awaited<ReturnType<typeof tryPasswordHash>>) =>
  "refusal" in outcome ? outcome.refusal.kind : "ok";

/**
 * Limits that no test reaches. Where a busy machine exceeds those of a page, a call is refused of which nobody knows whether it had its
 * effect, and the tests count effects.
 */
const NO_LIMITS = "statement_timeout=600000&lock_timeout=600000&query_timeout=600000";

/** Two nodes on one PostgreSQL: two pools, two worlds, one clock. */
describe("two nodes", () => {
  const clock = standingClock(SATURDAY_EVENING);
  let databases: Database[] = [];
  let nodes: TestWorld[] = [];
  let apps: TestApp[] = [];
  let url = "";
  beforeAll(async () => {
    url = `${await createPostgresDatabase()}?${NO_LIMITS}`;
    databases = [await openDatabase({ url }), await openDatabase({ url })];
    nodes = databases.map((database) => testWorld(database, {}, clock));
    for (const [index, database] of databases.entries())
      apps.push(
        await openTestApp(database, {
          venues: index === 0 ? ["port-serac"] : [],
          clock,
          pictures: "stand-ins",
          hashes: "real",
        }),
      );
  });
  afterEach(() => clock.set(SATURDAY_EVENING));
  afterAll(async () => {
    for (const app of apps) await app.close();
    for (const database of databases) await database.close();
    [databases, nodes, apps] = [[], [], []];
  });
  // A job waits ten seconds for a connection, a page only one.
  aroundEach(async (test) => databases.reduce((run, database) => () => database.forJobs(run), test)());
  const node = (index: number) => nodes[index % 2] as TestWorld;
  const peopleAt = (index: number) => peopleOf(apps[index % 2] as TestApp);

  async function account(email: string, passwordHash: string | null = null): Promise<string> {
    const world = node(0);
    return inTransaction(world.database, (tx) =>
      createAccount(world, tx, {
        status: "pending",
        email,
        passwordHash,
        identity: { civility_id: 1, firstname: "Ana", lastname: "Sorel", birthday: "1990-01-01" },
        optins: { CANAL_EMAIL: false, CANAL_SMS: false, CANAL_LETTER: false },
        venue: null,
        locale: "fr",
      }),
    );
  }

  it("accept a one-time token once", async () => {
    const accountId = await account("once@example.test");
    for (const purpose of ["email_confirmation", "password_reset", "social_linking"] as const) {
      const token = await inTransaction(node(0).database, (tx) => issueToken(node(0), tx, purpose, { accountId }));
      const takes = Array.from({ length: 200 }, (_, index) => {
        const world = node(index);
        return inTransaction(world.database, (tx) => takeToken(world, tx, purpose, token));
      });
      expect((await Promise.all(takes)).filter((taken) => taken !== null)).toHaveLength(1);
    }
  });

  const place = (block: string) =>
    ({ client: { block }, browser: null, browserOf: null, kind: "api", device: "" }) as unknown as Visit;
  const guess = (world: TestWorld, block: string, email: string, hash: string) =>
    tryPasswordHash(world, place(block), email, async () => hash);

  it("compare ten of two hundred guesses at an account from everywhere at once, and refuse even the right one after that", async () => {
    const email = "crowded@example.test";
    await account(email, "right");
    const tried = await Promise.all(
      Array.from({ length: 200 }, (_, index) => guess(node(index), `block ${index}`, email, "wrong")),
    );
    expect(tried.filter((one) => kindOf(one) === "unauthenticated")).toHaveLength(10);
    expect(tried.filter((one) => kindOf(one) === "rate_limited")).toHaveLength(190);
    expect(kindOf(await guess(node(1), "another", email, "right"))).toBe("rate_limited");
  });

  it("compare twenty of two hundred guesses that one network sends at once, each for another account", async () => {
    const tried = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        guess(node(index), "one network", `${index}-sprayed@example.test`, "wrong"),
      ),
    );
    expect(tried.filter((one) => kindOf(one) === "unauthenticated")).toHaveLength(20);
    expect(tried.filter((one) => kindOf(one) === "rate_limited")).toHaveLength(180);
  });

  it("count a guess before its hash is made, so that the right one after five under way has to wait", async () => {
    const email = "queued@example.test";
    await account(email, "right");
    const hash = Promise.withResolvers<string>();
    const wrong = Array.from({ length: 5 }, (_, index) =>
      tryPasswordHash(node(index), place("here"), email, () => hash.promise),
    );
    const counted = () => hitsOf(node(1), node(1).database.db, ["login", email, "here"], 3600);
    await expect.poll(async () => (await counted()).length, { timeout: 20_000 }).toBe(5);
    expect(kindOf(await guess(node(1), "here", email, "right"))).toBe("rate_limited");
    hash.resolve("wrong");
    expect((await Promise.all(wrong)).map(kindOf)).toEqual(Array.from({ length: 5 }, () => "unauthenticated"));
  });

  it("never exceed a limit with parallel calls", async () => {
    for (const limit of [1, 3, 20]) {
      const windows = [{ limit, seconds: 600 }];
      const hits = Array.from({ length: 80 }, (_, index) =>
        hit(node(index), node(index).database.db, ["together", String(limit)], windows),
      );
      expect((await Promise.all(hits)).filter((one) => one.isAllowed)).toHaveLength(limit);
    }
  });

  it("never exceed the limit of any window, in any sequence of calls on any node", async () => {
    const windows: LimitWindow[] = [
      { limit: 3, seconds: 60 },
      { limit: 5, seconds: 300 },
    ];
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ wait: fc.integer({ min: 0, max: 90 }), at: fc.nat(1) }), { minLength: 1, maxLength: 40 }),
        async (steps) => {
          const key = ["sequence", String((run += 1))] as const;
          clock.set(SATURDAY_EVENING);
          const allowed: number[] = [];
          for (const { wait, at } of steps) {
            clock.advance(wait * 1000);
            const now = clock.now().getTime();
            const result = await hit(node(at), node(at).database.db, key, windows);
            const hasRoom = windows.every(
              ({ limit, seconds }) => allowed.filter((time) => time > now - seconds * 1000).length < limit,
            );
            expect(result.isAllowed).toBe(hasRoom);
            if (result.isAllowed) allowed.push(now);
            else {
              // Retry-After is the shortest wait after which the call passes.
              const free = now + result.retryAfterSeconds * 1000;
              for (const [time, expected] of [
                [free, true],
                [free - 1000, false],
              ] as const)
                expect(
                  windows.every(
                    ({ limit, seconds }) => allowed.filter((past) => past > time - seconds * 1000).length < limit,
                  ),
                ).toBe(expected);
            }
          }
        },
      ),
      { numRuns: SEQUENCES },
    );
  });

  it("compare five of two hundred guesses that one network sends at once for an account", async () => {
    await peopleAt(0).register("guessed@example.test");
    const guesses = Array.from({ length: 200 }, (_, index) =>
      peopleAt(index).logIn("guessed@example.test", `Wrong-Word!${index}`, { ip: "203.0.113.1" }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.every((status) => [401, 429, 503].includes(status))).toBe(true);
  });

  it("confirm one of several accounts of an address whose links are used at once", async () => {
    const email = "rivals@example.test";
    const world = node(0);
    const ids = [await account(email), await account(email), await account(email)];
    const tokens = await Promise.all(
      ids.map((accountId) =>
        inTransaction(world.database, (tx) => issueToken(world, tx, "email_confirmation", { accountId })),
      ),
    );
    const answers = await Promise.all(tokens.map((token, index) => peopleAt(index).confirm(token)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400, 400]);
    const rows = await world.database.db.selectFrom("accounts").select("status").where("email", "=", email).execute();
    expect(rows.map(({ status }) => status).sort()).toEqual(["confirmed", "superseded", "superseded"]);
  });

  it("register once for an Idempotency-Key that is sent twenty times at once", async () => {
    const email = "posted-twice@example.test";
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        peopleAt(index).register(email, {}, { headers: { "idempotency-key": "twenty" } }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const rows = await node(0).database.db.selectFrom("accounts").select("id").where("email", "=", email).execute();
    expect(rows).toHaveLength(1);
  });

  it("apply a log-out, a change of password and a disabling of the other node at once", async () => {
    const [here, there] = [peopleAt(0), peopleAt(1)];
    const email = "leaving@example.test";
    const first = await here.member(email);
    const second = (await there.logIn(email)).body.data?.token ?? "";
    await here.call("POST", "/auth/logout", { token: first });
    expect([(await there.introspect(first)).status, (await there.introspect(second)).status]).toEqual([401, 200]);
    await here.recover(email);
    await here.reset(await here.linkToken(email), "Phare-Blanc?82");
    expect((await there.introspect(second)).status).toBe(401);
    const third = (await here.logIn(email, "Phare-Blanc?82")).body.data?.token ?? "";
    expect((await there.introspect(third)).status).toBe(200);
    const { db } = node(0).database;
    await db.updateTable("accounts").set({ disabled_at: clock.now() }).where("email", "=", email).execute();
    expect([(await there.introspect(third)).status, (await there.logIn(email, "Phare-Blanc?82")).status]).toEqual([
      401, 401,
    ]);
  });

  /**
   * Runs `change` between the comparison of a log-in's password and the opening of its session: the change is held before it writes to
   * `table`, until the log-in waits for it.
   */
  async function logInDuring<Changed>(email: string, table: string, change: () => Promise<Changed>) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const waiting = async () => {
      const { rows } = await client.query<{ n: number }>(
        "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows[0]?.n;
    };
    try {
      await client.query(`begin; lock table ${table} in exclusive mode`);
      const changing = change();
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
      const loggingIn = peopleAt(1).logIn(email);
      await expect.poll(waiting, { timeout: 20_000 }).toBe(2);
      await client.query("commit");
      return { changed: await changing, late: await loggingIn };
    } finally {
      await client.end();
    }
  }
  const validSessions = (email: string) =>
    node(0)
      .database.db.selectFrom("sessions")
      .innerJoin("accounts", "accounts.id", "account_id")
      .select("sessions.id")
      .where("email", "=", email)
      .where("revoked_at", "is", null)
      .execute();

  it("open no session with a password that changes while it is compared", async () => {
    const [here, email] = [peopleAt(0), "outlived@example.test"];
    await here.member(email);
    await here.recover(email);
    const link = await here.linkToken(email);
    const { changed, late } = await logInDuring(email, "mails", () => here.reset(link, "Phare-Blanc?82"));
    expect([changed.status, late.status]).toEqual([200, 401]);
    expect(late.body).toEqual((await peopleAt(1).logIn(email, "Wrong-Word!12")).body);
    expect(late.headers.getSetCookie()).toEqual([]);
    expect(await validSessions(email)).toEqual([]);
    expect((await here.logIn(email, "Phare-Blanc?82")).status).toBe(200);
  });

  it("open no session for an account that staff disable while the password is compared", async () => {
    const email = "disabled-meanwhile@example.test";
    await peopleAt(0).member(email);
    const desk = await deskVisitor(apps[0] as TestApp, { can: ["MEMBERS_READ", "MEMBERS_WRITE"] });
    const at = (await desk.find(email)) ?? "";
    const disable = () => desk.post(at, { act: "disable", reason: "conduct" });
    const { changed, late } = await logInDuring(email, "audit_entries", disable);
    expect([changed.status, late.status]).toEqual([303, 401]);
    expect(await validSessions(email)).toEqual([]);
  });

  it("let one hash of unknown browsers run and twenty-five wait, and refuse the rest with 503", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 80 }, (_, index) =>
        hashInTurn(node(0), place("a flood"), `${index}@example.test`, PASSWORD),
      ),
    );
    const refused = outcomes.flatMap((outcome) => ("refusal" in outcome ? [outcome.refusal] : []));
    expect(refused).toHaveLength(54);
    expect(refused[0]).toMatchObject({ kind: "unavailable", retryAfterSeconds: expect.any(Number) });
    const [first] = outcomes;
    const { hash } = first as { hash: string };
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verify(hash, PASSWORD), "as any other program reads it").toBe(true);
    expect(HASH_COST).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  });

  it("delete expired limits without waiting for a log-in's locks", async () => {
    const counted = async (key: string) => (await hitsOf(node(1), node(1).database.db, [key], 7200)).length;
    const windows = [{ limit: 5, seconds: 60 }];
    for (const key of ["held", "over"]) await hit(node(0), node(0).database.db, [key], windows);
    const later = new Date(clock.now().getTime() + 3_600_000);
    const evenLater = { ...node(1), now: () => later };
    await inTransaction(node(0).database, async (tx) => {
      await hit(node(0), tx, ["held"], windows);
      const swept = ageOut(evenLater).then(() => "swept");
      expect(await Promise.race([swept, delay(10_000, "waits")])).toBe("swept");
    });
    expect([await counted("held"), await counted("over")]).toEqual([2, 0]);
    await ageOut(evenLater);
    expect(await counted("held")).toBe(0);
  });
});
