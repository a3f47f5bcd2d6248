import fc from "fast-check";
import { sql } from "kysely";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inTransaction, openDatabase, type Database } from "../../src/platform/database/database.server.ts";
import { runRolledBack } from "../../src/platform/database/rolled-back.server.ts";
import { prepareVenueRole } from "../../src/platform/database/venue-rows.server.ts";
import type { Venue } from "../../src/venues/venue.ts";
import { createPostgresDatabase, eachDatabase, memoryDatabase } from "../support/databases.ts";
import { deskVisitor } from "../desk/desk-visitor.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { logInStaff, type Staff } from "../support/staff.ts";
import { amount } from "../support/proof.ts";

const SLUGS = ["port-serac", "valombre", "montreval"];

/**
 * For each table: its column with a venue's number, the field of the venue that holds it, and whether everybody may read the
 * rows.
 */
const WALLS = {
  establishments: ["id", "id", true],
  gallery_pictures: ["establishment_id", "id", true],
  games: ["establishment_id", "id", true],
  restaurants: ["establishment_id", "id", true],
  activities: ["establishment_id", "id", true],
  meetings: ["establishment_id", "id", true],
  retired_slugs: ["establishment_id", "id", true],
  announcements: ["establishment_id", "id", true],
  projects: ["id", "projectId", true],
  project_hosts: ["project_id", "projectId", true],
  content_blocks: ["project_id", "projectId", true],
  offers: ["project_id", "projectId", true],
  jackpots: ["site_id", "siteId", true],
  content_drafts: ["project_id", "projectId", false],
  content_revisions: ["project_id", "projectId", false],
  scheduled_contents: ["project_id", "projectId", false],
  venue_revisions: ["project_id", "projectId", false],
  audit_entries: ["project_id", "projectId", false],
  payment_orders: ["site_id", "siteId", false],
  aml_days: ["site_id", "siteId", false],
  aml_movements: ["site_id", "siteId", false],
  earning_days: ["site_id", "siteId", false],
  floor_keys: ["site_id", "siteId", false],
  floor_events: ["site_id", "siteId", false],
} as const satisfies Record<string, readonly [string, "id" | "projectId" | "siteId", boolean]>;
type Walled = keyof typeof WALLS;
const TABLES = Object.keys(WALLS) as Walled[];

/** Tables with rows of persons, who belong to the group: the desk finds people by rules of its own (decision 0021). */
const TABLES_OF_THE_GROUP = [
  "accounts",
  "card_insertions",
  "cards",
  "consent_receipts",
  "email_changes",
  "enrollments",
  "gift_redemptions",
  "offer_establishments",
  "payments",
  "wallet_returns",
  "wallet_unlocks",
  "wallets",
];

eachDatabase("the rows of a venue", (open) => {
  let app: TestApp;
  let venues: readonly Venue[];
  let staff: Staff;
  beforeAll(async () => {
    app = await openTestApp(await open(), { venues: SLUGS, pictures: "stand-ins" });
    venues = app.services.table.all();
    for (const slug of SLUGS) {
      const theirs = await logInStaff(app, { venues: [slug] });
      await theirs.save("cgu", `La maison ${slug}`);
      await theirs.save("home-edito", "Plus tard", { publish_at: "2027-01-01T10:00" });
      const desk = await deskVisitor(app, { venues: [slug], can: ["VENUE_DATA"], name: slug });
      await desk.open("/desk/reglages");
    }
    staff = await logInStaff(app);
  });
  afterAll(() => app.close());
  const { database } = { database: () => app.world.database };
  const owned = (table: Walled, venue: Venue) => venue[WALLS[table][1]];
  const counted = async (db: Parameters<Parameters<typeof inTransaction>[1]>[0], table: Walled, owner?: number) => {
    const where = owner === undefined ? sql`true` : sql`${sql.ref(WALLS[table][0])} = ${owner}`;
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from ${sql.table(table)} where ${where}`.execute(db);
    return rows[0]?.n ?? -1;
  };

  it("are protected by row security that binds the tables' owner too, in every listed table", async () => {
    const { rows } = await sql<{ name: string; isForced: boolean }>`
      select relname as name, relrowsecurity and relforcerowsecurity as "isForced"
      from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
        and (relname in ('establishments', 'projects') or exists (
          select from pg_attribute
          where attrelid = pg_class.oid and attname in ('project_id', 'establishment_id', 'site_id')
        ))
      order by relname`.execute(database().db);
    expect(rows.filter(({ isForced }) => isForced).map(({ name }) => name)).toEqual([...TABLES].sort());
    expect(rows.filter(({ isForced }) => !isForced).map(({ name }) => name)).toEqual(TABLES_OF_THE_GROUP);
  });

  it("are the only rows that work for a venue can write, and the only staff rows it can read", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...venues), fc.constantFrom(...TABLES), async (venue, table) => {
        const [column, , isPublic] = WALLS[table];
        const own = await counted(database().db as never, table, owned(table, venue));
        const all = await counted(database().db as never, table);
        await database().forVenue(venue, async () => {
          expect(await counted(database().db as never, table)).toBe(isPublic ? all : own);
          if (table === "audit_entries") return;
          const touched = await runRolledBack(database(), async (tx) => {
            const set = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)}`;
            return (await set.execute(tx)).numAffectedRows;
          });
          expect(touched).toBe(BigInt(own));
        });
      }),
      { numRuns: amount({ test: 40, proof: 500 }) },
    );
  });

  it("cannot be moved to another venue's number", async () => {
    const [mine, theirs] = [venues[0], venues[1]] as [Venue, Venue];
    const moving = (table: Walled) =>
      database().forVenue(mine, () =>
        inTransaction(database(), (tx) =>
          sql`update ${sql.table(table)} set ${sql.ref(WALLS[table][0])} = ${owned(table, theirs)}`.execute(tx),
        ),
      );
    for (const table of ["content_blocks", "announcements", "games", "venue_revisions"] as const)
      if ((await counted(database().db as never, table, owned(table, mine))) > 0)
        await expect(moving(table), table).rejects.toMatchObject({ code: "42501" });
  });

  it("restrict a connection only for the time of the work", async () => {
    const who = () =>
      sql<{ me: string; at: string | null }>`
      select current_user as me, nullif(current_setting('baize.project', true), '') as at`.execute(database().db);
    const before = (await who()).rows[0];
    const venue = venues[1] as Venue;
    const inside = await database().forVenue(venue, async () => (await who()).rows[0]);
    expect(inside).toEqual({ me: "baize_venue", at: String(venue.projectId) });
    await expect(database().forVenue(venue, () => sql`select 1 / 0`.execute(database().db))).rejects.toThrow(
      "division by zero",
    );
    for (let at = 0; at < 12; at += 1) expect((await who()).rows[0]).toEqual({ ...before, at: null });
  });

  describe("of another venue", () => {
    const otherRows = async () => {
      const told: Record<string, unknown[]> = {};
      for (const table of TABLES) {
        const others = venues.filter(({ slug }) => slug !== "port-serac").map((venue) => owned(table, venue));
        const { rows } = await sql<Record<string, unknown>>`
          select * from ${sql.table(table)} where ${sql.ref(WALLS[table][0])} in (${sql.join(others)})`.execute(
          database().db,
        );
        told[table] = rows.map((row) =>
          JSON.stringify(row, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
        );
        told[table].sort((one, other) => String(one).localeCompare(String(other)));
      }
      return told;
    };

    it("stay unchanged after any sequence of calls by an operator who names them", async () => {
      const theirs = venues.filter(({ slug }) => slug !== "port-serac");
      const before = await otherRows();
      const schedule = await database()
        .db.selectFrom("scheduled_contents")
        .select("id")
        .where(
          "project_id",
          "in",
          theirs.map(({ projectId }) => projectId),
        )
        .execute();
      const step = fc.record({
        venue: fc.constantFrom(...theirs),
        act: fc.constantFrom("save", "restore", "states", "history", "withdraw", "clear", "picture", "schedule"),
        key: fc.constantFrom("cgu", "home-edito", "port-serac-hall"),
        waiting: fc.constantFrom(...schedule.map(({ id }) => id)),
      });
      const acts = {
        save: ({ venue, key }) => staff.save(key, "Pris", { projectId: venue.projectId, rev: 1 }),
        schedule: ({ venue, key }) =>
          staff.save(key, "Pris", { projectId: venue.projectId, publish_at: "2027-01-01T10:00" }),
        restore: ({ venue, key }) =>
          staff.ask("POST", `/operators/content/${venue.projectId}/${key}/restorations`, { from: 1 }),
        states: ({ venue }) => staff.ask("GET", `/operators/content/${venue.projectId}`),
        history: ({ venue, key }) => staff.ask("GET", `/operators/content/${venue.projectId}/${key}/revisions`),
        // The call names the operator's own site, which is allowed; the scheduled text belongs to another venue.
        withdraw: ({ waiting }) => staff.ask("DELETE", `/operators/schedules/1051/${waiting}`),
        clear: ({ venue }) => staff.ask("PUT", "/project/clearcache", { projectId: venue.projectId }),
        picture: ({ venue, key }) =>
          staff.ask("PUT", `/operators/pictures/${venue.projectId}/${key}`, { alt: { fr: "a", en: "b" } }),
      } satisfies Record<string, (at: { venue: Venue; key: string; waiting: string }) => Promise<{ status: number }>>;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
          for (const one of steps) expect([403, 404]).toContain((await acts[one.act](one)).status);
        }),
        { numRuns: amount({ test: 8, proof: 100 }) },
      );
      expect(await otherRows()).toEqual(before);
      expect(before["content_revisions"]?.length).toBeGreaterThan(0);
      expect(before["scheduled_contents"]).toHaveLength(2);
    });
  });
});

describe("a database that cannot restrict work to a venue", () => {
  const refusedWork = (database: Database) =>
    database.forVenue({ id: 51, projectId: 1051, siteId: 151 }, () => inTransaction(database, async () => "done"));
  const answers = (database: Database) => sql<{ one: number }>`select 1 as one`.execute(database.db);

  it("still answers all other work when embedded: no transaction stays open", async () => {
    const database = await memoryDatabase();
    await sql`drop role baize_venue`.execute(database.db);
    await expect(refusedWork(database)).rejects.toThrow(/baize_venue/);
    expect((await answers(database)).rows).toEqual([{ one: 1 }]);
    await database.close();
  });

  describe("because its user has BYPASSRLS and is no superuser", () => {
    let clerk: Database;
    beforeAll(async () => {
      const url = new URL(await createPostgresDatabase());
      const owner = await openDatabase({ url: url.href });
      [url.username, url.password] = [`clerk_${randomBytes(4).toString("hex")}`, "clerk"];
      await sql`create role ${sql.id(url.username)} login createrole bypassrls password 'clerk'`.execute(owner.db);
      await owner.close();
      clerk = await openDatabase({ url: url.href });
    });
    afterAll(() => clerk.close());

    it("still answers all other work on the same connections", async () => {
      for (let at = 0; at < 3; at += 1) await expect(refusedWork(clerk)).rejects.toMatchObject({ code: "42501" });
      expect((await answers(clerk)).rows).toEqual([{ one: 1 }]);
    });

    it("refuses to start, and says what to do", async () => {
      await expect(prepareVenueRole(clerk.db)).rejects.toThrow(/ALTER ROLE clerk_\w+ NOBYPASSRLS/);
    });
  });
});
