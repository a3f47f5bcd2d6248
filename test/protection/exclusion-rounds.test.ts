import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openExclusions } from "../../src/gateways/exclusions.server.ts";
import { isFreeForMarketing } from "../../src/loyalty/marketing.server.ts";
import {
  runExclusionRound,
  startExclusionRounds,
  uncheckedMembers,
} from "../../src/protection/exclusions/round.server.ts";
import { openDatabase, type Database } from "../../src/platform/database/database.server.ts";
import type { ExclusionGateway } from "../../src/platform/gateways/exclusions.ts";
import { openJobs } from "../../src/platform/jobs.server.ts";
import { migrate } from "../../src/platform/database/migrations.server.ts";
import type { World } from "../../src/platform/world.ts";
import { standingClock } from "../support/clock.ts";
import { createPostgresDatabase, databaseBefore, oneDatabase } from "../support/databases.ts";
import { deskVisitor } from "../desk/desk-visitor.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { addMembers, idOf, personOf } from "../support/many-members.ts";
import { openTestSandbox, type TestSandbox } from "../support/sandbox.ts";
import { GROUP_SIZED_TABLES } from "../app/group-sized-tables.ts";
import { readBetween, tableReads } from "../app/table-reads.ts";
import { SATURDAY_EVENING, testWorld } from "../support/world.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FRENCH = 2_300;
const BELGIAN = 4;
/** The first member of the Belgian site. */
const PEETERS = 5_001;

oneDatabase("the daily question to the registers of exclusions", (open) => {
  const clock = standingClock(SATURDAY_EVENING);
  let database: Database;
  let sandbox: TestSandbox;
  let app: TestApp;
  let exclusions: ExclusionGateway;
  beforeAll(async () => {
    database = await open();
    sandbox = await openTestSandbox(clock.now);
    exclusions = openExclusions(sandbox.settings.exclusions, { now: clock.now });
    const venues = ["port-serac", "blankenduin"];
    app = await openTestApp(database, { venues, clock, pictures: "stand-ins", gateways: { exclusions } });
    await addMembers(database, { count: FRENCH, siteId: 151, at: clock.now() });
    await addMembers(database, { count: BELGIAN, siteId: 171, first: PEETERS, at: clock.now() });
  });
  beforeEach(async () => {
    await sandbox.repair();
    await list();
    // Longer than anybody waits who was put back.
    clock.advance(5 * HOUR_MS);
    await runExclusionRound(app.world);
    clock.advance(24 * HOUR_MS);
  });
  afterAll(async () => {
    await app.close();
    await sandbox.close();
  });

  const list = (...persons: object[]) => sandbox.send("PUT", "/api/exclusions", { persons });
  const calls = async () =>
    ((await sandbox.send("GET", "/api/exclusions")) as { calls: { matches: number; persons: number } }).calls;
  /** What the registers are asked while `work` runs. */
  async function asked(work: () => Promise<unknown>): Promise<{ calls: number; persons: number }> {
    const before = await calls();
    await work();
    const after = await calls();
    return { calls: after.matches - before.matches, persons: after.persons - before.persons };
  }
  const round = () => runExclusionRound(app.world);
  const verdictsOf = (n: number) =>
    database.db
      .selectFrom("exclusion_verdicts")
      .select(["verdict", "checked_at", "repeated_at"])
      .where("membership_id", "=", idOf(n))
      .orderBy("id")
      .execute();
  const since = async (n: number) =>
    (
      await database.db
        .selectFrom("memberships")
        .select("excluded_since")
        .where("id", "=", idOf(n))
        .executeTakeFirstOrThrow()
    ).excluded_since;

  it("reaches everybody by calls of at most a thousand, although the register does not know some", async () => {
    const unknown = Array.from({ length: 1_100 }, (_, at) => ({ ...personOf(at + 1), verdict: "unknown" }));
    await list(...unknown, personOf(1_500));
    // On the second day those without an answer come first.
    for (const day of [1, 2]) {
      expect([day, await asked(round)]).toEqual([day, { calls: 4, persons: FRENCH + BELGIAN }]);
      expect((await uncheckedMembers(app.world)).members).toBe(1_100);
      clock.advance(24 * HOUR_MS);
    }
    await round();
    expect(await since(1_500)).not.toBeNull();
    // Nobody is asked about twice in a day.
    clock.advance(MINUTE_MS);
    expect(await asked(round)).toEqual({ calls: 0, persons: 0 });
  });

  it("is repeated for those without an answer, each time after twice as long", async () => {
    await list({ ...personOf(7), verdict: "unknown" });
    await round();
    const waits: number[] = [];
    for (let minutes = 5; minutes <= 160; minutes *= 2) {
      clock.advance(minutes * MINUTE_MS - 1);
      waits.push((await asked(round)).persons);
      clock.advance(1);
      waits.push((await asked(round)).persons);
    }
    expect(waits).toEqual(Array.from({ length: 6 }, () => [0, 1]).flat());
    await list();
    clock.advance(4 * HOUR_MS);
    expect((await asked(round)).persons).toBe(1);
    expect((await uncheckedMembers(app.world)).members).toBe(0);
  });

  it("reaches the members of a country while another country's register does not answer", async () => {
    const withoutFrance: ExclusionGateway = {
      ...exclusions,
      match: async (source, persons, purpose) =>
        source === "ANJ" ? persons.map(() => "unreached") : exclusions.match(source, persons, purpose),
    };
    await list(personOf(PEETERS));
    await runExclusionRound({ ...app.world, gateways: { ...app.world.gateways, exclusions: withoutFrance } });
    expect(await since(PEETERS)).toEqual(clock.now());
    // After the first call that fails the register is left alone, and everybody is asked about in the next round.
    clock.advance(5 * MINUTE_MS);
    expect((await asked(round)).persons).toBe(FRENCH);
  });

  it("is asked by one node at a time, and each person is asked about once", async () => {
    const nodes = [1, 2, 3].map(() => testWorld(database, {}, clock, { exclusions }));
    expect(await asked(() => Promise.all(nodes.map((node) => runExclusionRound(node))))).toEqual({
      calls: 4,
      persons: FRENCH + BELGIAN,
    });
  });

  it("goes on where a node died, as soon as that node's claim has run out", async () => {
    let batches = 0;
    let isStuck = () => undefined as void;
    const stuck = new Promise<void>((resolve) => (isStuck = resolve));
    const dying: ExclusionGateway = {
      ...exclusions,
      async match(...call) {
        if ((batches += 1) < 2) return exclusions.match(...call);
        isStuck();
        return new Promise(() => undefined);
      },
    };
    const world = testWorld(database, {}, clock, { exclusions: dying });
    void runExclusionRound(world);
    await stuck;
    expect((await asked(round)).persons).toBe(0);
    clock.advance(2 * MINUTE_MS);
    expect(await asked(round)).toEqual({ calls: 3, persons: FRENCH - 1_000 + BELGIAN });
  });

  it("runs one round and queues one more, however many nodes start at once", async () => {
    const log = pino({ level: "silent" });
    const nodes = await Promise.all([1, 2, 3, 4, 5].map(() => openJobs(database, log, clock.now)));
    const before = await calls();
    for (const jobs of nodes)
      await startExclusionRounds({ ...testWorld(database, {}, clock, { exclusions }), jobs }, jobs);
    const reached = FRENCH + BELGIAN;
    await expect.poll(async () => (await calls()).persons - before.persons).toBe(reached);
    await Promise.all(nodes.map((jobs) => jobs.stop()));
    expect((await calls()).persons - before.persons).toBe(reached);
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from jobs.job where name = 'loyalty.daily-exclusions' and state = 'created'`.execute(
      database.db,
    );
    expect(rows).toEqual([{ waiting: 1 }]);
  });

  it("leaves a row for each change of the answer, not for each answer", async () => {
    await round();
    const clear = (await verdictsOf(11)).at(-1);
    expect(clear).toMatchObject({ verdict: "clear", repeated_at: clock.now() });
    const rows = (await verdictsOf(11)).length;
    clock.advance(24 * HOUR_MS);
    await list(personOf(11));
    await round();
    const began = clock.now();
    clock.advance(24 * HOUR_MS);
    await round();
    expect((await verdictsOf(11)).slice(rows)).toEqual([
      { verdict: "barred", checked_at: began, repeated_at: clock.now() },
    ]);
    expect(await since(11)).toEqual(began);
    await list();
    clock.advance(24 * HOUR_MS);
    await round();
    expect((await verdictsOf(11)).slice(rows)).toMatchObject([
      { verdict: "barred" },
      { verdict: "clear", checked_at: clock.now(), repeated_at: null },
    ]);
    expect(await since(11)).toBeNull();
  });

  it("lifts no exclusion by another country's register", async () => {
    await list(personOf(13));
    expect(await isFreeForMarketing(app.world, "BE", idOf(13))).toBe(false);
    await list();
    clock.advance(1_000);
    await round();
    expect(await since(13)).not.toBeNull();
    clock.advance(1_000);
    expect(await isFreeForMarketing(app.world, "BE", idOf(13))).toBe(true);
  });

  it.each([
    ["a question about one person", 19, (world: World) => isFreeForMarketing(world, "FR", idOf(19))],
    ["the daily question", 23, (world: World) => runExclusionRound(world)],
  ])("lifts no exclusion by a late answer: %s", async (_what, member, ask) => {
    const told = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const late = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
      await answer.finally(told.resolve);
      await held.promise;
      return answer;
    };
    const slow: ExclusionGateway = {
      check: (...asked) => late(exclusions.check(...asked)),
      match: (...asked) => late(exclusions.match(...asked)),
    };
    const asking = ask({ ...app.world, gateways: { ...app.world.gateways, exclusions: slow } });
    await told.promise;
    clock.advance(1_000);
    await list(personOf(member));
    expect(await isFreeForMarketing(app.world, "FR", idOf(member))).toBe(false);
    clock.advance(1_000);
    held.resolve();
    await asking;
    expect(await since(member)).not.toBeNull();
  });

  it("is not asked while a member is disabled, and is asked at once when they are enabled again", async () => {
    await round();
    const set = (status: "active" | "disabled") =>
      database.db.updateTable("memberships").set({ status }).where("id", "=", idOf(17)).execute();
    await set("disabled");
    clock.advance(48 * HOUR_MS);
    expect((await asked(round)).persons).toBe(FRENCH + BELGIAN - 1);
    await set("active");
    expect((await asked(round)).persons).toBe(1);
  });

  it("is told in /metrics and on the desk's first page, with an alarm after 26 hours", async () => {
    const firstPage = async (can: "MEMBERS_READ" | "OFFERS") => {
      const desk = await deskVisitor(app, { can: [can], name: `${can} at ${clock.now().getTime()}` });
      return (await desk.open("/desk")).words.replaceAll(/\s+/g, " ");
    };
    const gauges = async () => {
      const answer = await app.hono.fetch(
        new Request("http://localhost:3000/metrics", { headers: { host: "localhost:3000" } }),
        {
          incoming: { socket: { remoteAddress: "127.0.0.1" } },
        },
      );
      const text = await answer.text();
      return ["exclusion_unchecked_members", "exclusion_oldest_unchecked_seconds"].map((name) =>
        Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1] ?? NaN),
      );
    };
    await round();
    expect(await gauges()).toEqual([0, 0]);
    expect(await firstPage("MEMBERS_READ")).toContain("every member has been checked within a day");
    expect(await firstPage("OFFERS")).not.toContain("Register of exclusions");
    await list({ ...personOf(3), verdict: "unknown" }, { ...personOf(4), verdict: "unknown" });
    clock.advance(21 * HOUR_MS);
    await round();
    expect(await gauges()).toEqual([2, 21 * 3_600]);
    expect(await firstPage("MEMBERS_READ")).toContain("2 members have been waiting for an answer for up to 21 h");
    const alarms = () => /exclusion_overdue_alerts_total (\d+)/.exec(app.world.metrics.text({}))?.[1];
    const before = alarms();
    clock.advance(5 * HOUR_MS);
    await round();
    expect(alarms()).toBe(before);
    clock.advance(1_000);
    await round();
    expect(alarms()).not.toBe(before);
    expect(await firstPage("MEMBERS_READ")).toContain("Somebody has not been checked for more than 26 hours");
  });
});

it("a round reads no table of members from end to end", async () => {
  const clock = standingClock(SATURDAY_EVENING);
  const url = await createPostgresDatabase();
  const prepared = await openDatabase({ url });
  await addMembers(prepared, { count: 5_000, siteId: 151, at: clock.now() });
  await sql`analyze`.execute(prepared.db);
  await sql`alter database ${sql.id(new URL(url).pathname.slice(1))} set enable_seqscan = off`.execute(prepared.db);
  await prepared.close();
  const before = await tableReads(url);
  const database = await openDatabase({ url });
  const world = testWorld(database, {}, clock);
  await runExclusionRound(world);
  clock.advance(24 * HOUR_MS);
  await runExclusionRound(world);
  await database.close();
  const read = readBetween(before, await tableReads(url));
  expect(
    [...read].filter(([table, { scans }]) => scans > 0 && !GROUP_SIZED_TABLES.has(table)).map(([table]) => table),
  ).toEqual([]);
  expect(read.get("exclusion_checks")?.rows).toBeLessThan(10 * 5_000);
});

describe("the migration of earlier verdicts", () => {
  it("keeps the last verdict and the changes, and asks about everybody when they were due", async () => {
    const database = await databaseBefore("0021");
    const { db } = database;
    await sql`
      insert into memberships (id, wallet_key, person_hash, lastname, firstname, birthday, home_site_id, status, joined_at,
        exclusion_checked_at)
      select (20000000 + n)::text, 'M' || lpad(n::text, 11, '0'), sha256(convert_to(n::text, 'UTF8')), 'Nombre', 'Ana', '1970-07-07',
        151, case n when 3 then 'disabled' else 'active' end, '2026-01-01T00:00Z', case n when 1 then timestamptz '2026-03-06T10:00Z' end
      from generate_series(1, 3) n`.execute(db);
    const told = (day: number, verdict: string, source = "ANJ") =>
      sql`insert into exclusion_verdicts (membership_id, verdict, source, checked_at)
        values ('20000001', ${verdict}, ${source}, ${`2026-03-0${day}T10:00Z`}::timestamptz)`.execute(db);
    for (const [day, verdict] of [
      [1, "clear"],
      [2, "clear"],
      [3, "barred"],
      [5, "clear"],
      [6, "clear"],
    ] as const)
      await told(day, verdict);
    await told(4, "barred", "EPIS");
    await migrate(database);
    const at = (day: number) => new Date(`2026-03-0${day}T10:00Z`);
    const kept = db.selectFrom("exclusion_verdicts").select(["source", "verdict", "checked_at", "repeated_at"]);
    expect(await kept.orderBy("checked_at").execute()).toEqual([
      { source: "ANJ", verdict: "clear", checked_at: at(1), repeated_at: at(2) },
      { source: "ANJ", verdict: "barred", checked_at: at(3), repeated_at: null },
      { source: "EPIS", verdict: "barred", checked_at: at(4), repeated_at: null },
      { source: "ANJ", verdict: "clear", checked_at: at(5), repeated_at: at(6) },
    ]);
    const due = await sql`select membership_id, country, since, due_at::text from exclusion_checks order by 1`.execute(
      db,
    );
    expect(due.rows).toMatchObject([
      { membership_id: "20000001", country: "FR", since: at(6), due_at: expect.stringMatching(/^2026-03-07 0[67]/) },
      { membership_id: "20000002", due_at: expect.stringMatching(/^202[56]-(12-31|01-01)/) },
      { membership_id: "20000003", due_at: "infinity" },
    ]);
    await database.close();
  });
});
