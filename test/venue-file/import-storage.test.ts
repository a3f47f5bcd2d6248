import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPictureEncoder } from "../../src/pictures/encoder/encoder.server.ts";
import { readVenueFile } from "../../src/venue-file/import/file.server.ts";
import { importVenue, type ImportWorld } from "../../src/venue-file/import/import.server.ts";
import { projectPath, type Database } from "../../src/platform/database/database.server.ts";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { standingClock } from "../support/clock.ts";
import { eachDatabase, oneDatabase } from "../support/databases.ts";
import { dump } from "../support/dump.ts";
import { demoVenue, importWithStandIns, storeStandIns, type VenueFile } from "../support/test-app.ts";
import { SATURDAY_EVENING, testWorld } from "../support/world.ts";

const GROUP = readdirSync(dirname(projectPath("demo/venues/port-serac.json")))
  .map((name) => name.replace(".json", ""))
  .sort();

const importInto = (database: Database, clock = standingClock(SATURDAY_EVENING)): ImportWorld => ({
  ...testWorld(database, {}, clock),
  encoder: openPictureEncoder(),
});

oneDatabase("an import", (open) => {
  const clock = standingClock(SATURDAY_EVENING);
  let importWorld: ImportWorld;
  beforeAll(async () => {
    importWorld = importInto(await open(), clock);
  });
  afterAll(() => importWorld.encoder.close());

  const imported = (venue: VenueFile) => importVenue(importWorld, venue, new Map());

  it("stores the ten demo venues, and changes nothing but times when repeated", async () => {
    expect(GROUP).toHaveLength(10);
    for (const slug of GROUP) await importWithStandIns(importWorld, await demoVenue(slug));
    const first = await dump(importWorld.database);
    expect(first["establishments"]).toHaveLength(10);
    clock.advance(60_000);
    for (const slug of GROUP) await importWithStandIns(importWorld, await demoVenue(slug));
    expect(await dump(importWorld.database)).toEqual(first);
  });

  it("raises the revision of the changed text block only", async () => {
    const venue = await demoVenue("bientot");
    const revisions = () =>
      importWorld.database.db
        .selectFrom("content_blocks")
        .select(["key", "rev"])
        .where("project_id", "=", 1099)
        .where("locale", "=", "fr")
        .orderBy("key")
        .execute();
    const before = await revisions();
    venue.content["cgu"] = {
      ...venue.content["cgu"],
      fr: { blocks: [{ type: "paragraph", data: { text: "Autre chose." } }] },
    };
    await imported(venue);
    expect(await revisions()).toEqual(before.map((row) => (row.key === "cgu" ? { ...row, rev: row.rev + 1 } : row)));
    await imported(await demoVenue("bientot"));
  });

  it("deletes what the file no longer has, except jackpots reported by the floor", async () => {
    const venue = await demoVenue("valombre");
    const { db } = importWorld.database;
    await db
      .insertInto("jackpots")
      .values({
        site_id: 152,
        site_slot: 1,
        model: "M",
        amount_minor: 1n,
        payment_date: clock.now(),
        event_id: "floor:import:0",
      })
      .execute();
    await imported({
      ...venue,
      announcements: [],
      games: [],
      gallery: [],
      activities: [],
      restauration: [],
      jackpots: [],
      meetings: { is_active: false, data: {} },
    });
    const counted = async (table: "announcements" | "games" | "gallery_pictures" | "activities" | "restaurants") =>
      (await db.selectFrom(table).select("establishment_id").where("establishment_id", "=", 52).execute()).length;
    expect(
      await Promise.all(
        (["announcements", "games", "gallery_pictures", "activities", "restaurants"] as const).map(counted),
      ),
    ).toEqual([0, 0, 0, 0, 0]);
    expect(await db.selectFrom("jackpots").select("event_id").where("site_id", "=", 152).execute()).toEqual([
      { event_id: "floor:import:0" },
    ]);
    await db.deleteFrom("jackpots").where("site_id", "=", 152).execute();
    await imported(venue);
  });

  it("is all or nothing: a failure at the end rolls everything back", async () => {
    const { db } = importWorld.database;
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no more texts'; end $$`.execute(
      db,
    );
    await sql`create trigger refuse before insert or update on content_blocks execute function refuse()`.execute(db);
    const before = await dump(importWorld.database);
    const venue = await demoVenue("aubenac");
    Object.assign(venue.establishment, { id: 77, site_id: 177, slug: "neuf", name: "Neuf" });
    Object.assign(venue.project, { id: 1077, hosts: ["neuf.localhost"] });
    venue.announcements = venue.announcements.map((item) => ({ ...item, id: item.id + 7_000 }));
    await expect(imported(venue)).rejects.toThrow("no more texts");
    expect(await dump(importWorld.database)).toEqual(before);
    await sql`drop trigger refuse on content_blocks`.execute(db);
    await sql`drop function refuse`.execute(db);
  });

  describe("addresses", () => {
    const restaurants = async () =>
      (
        await importWorld.database.db
          .selectFrom("restaurants")
          .select("slug")
          .where("establishment_id", "=", 99)
          .orderBy("position")
          .execute()
      ).map((row) => row.slug);
    const retired = () =>
      importWorld.database.db
        .selectFrom("retired_slugs")
        .select(["slug", "current_slug"])
        .where("establishment_id", "=", 99)
        .orderBy("slug")
        .execute();

    it("of equal labels get -2 and -3, and stay with their entry when the order changes", async () => {
      await imported(await withRestaurants());
      await imported(await withRestaurants("Le Buffet", "Le Buffet", "Le Buffet !"));
      expect(await restaurants()).toEqual(["le-buffet", "le-buffet-2", "le-buffet-3"]);
      await imported(await withRestaurants("Le Buffet !", "Le Buffet", "Le Buffet"));
      expect(await restaurants()).toEqual(["le-buffet-3", "le-buffet", "le-buffet-2"]);
    });

    it("stay the same when only the label changes", async () => {
      await imported(await withRestaurants());
      await imported(await withRestaurants("Le Buffet", "Chez Ève"));
      await imported(await withRestaurants("La Table", "Chez Ève"));
      expect(await restaurants()).toEqual(["le-buffet", "chez-eve"]);
      expect(await retired()).toEqual([]);
    });

    it("that the file changes or replaces redirect to the current entry", async () => {
      await imported(await withRestaurants());
      await imported(await withRestaurants("Le Buffet", "Chez Ève"));
      const moved = await withRestaurants("Le Buffet", "Chez Œdipe");
      Object.assign(moved.restauration[0]!, { slug: "la-grande-table" });
      const other = { fr: "Autre chose.", en: "Something else." };
      Object.assign(moved.restauration[1]!, { summary: other, presentation: other });
      await imported(moved);
      expect(await restaurants()).toEqual(["la-grande-table", "chez-oedipe"]);
      expect(await retired()).toEqual([
        { slug: "chez-eve", current_slug: "chez-oedipe" },
        { slug: "le-buffet", current_slug: "la-grande-table" },
      ]);
    });

    it("of deleted entries do not redirect to other entries", async () => {
      await imported(await withRestaurants());
      expect(await retired()).toEqual([]);
      await imported(await withRestaurants("Le Buffet", "Chez Œdipe"));
      await imported(await withRestaurants("Chez Œdipe"));
      expect([await restaurants(), await retired()]).toEqual([["chez-oedipe"], []]);
    });

    it("of an announcement keep its first title", async () => {
      const titled = async (fr: string) => {
        const venue = await demoVenue("bientot");
        const [first] = (await demoVenue("valombre")).announcements;
        venue.announcements = [
          { ...first!, id: 990_001, picture: venue.establishment.cover.picture, title: { fr, en: "Any" } },
        ];
        await imported(venue);
        const { db } = importWorld.database;
        return db.selectFrom("announcements").select("slug").where("id", "=", 990_001).executeTakeFirstOrThrow();
      };
      expect(await titled("Soirée jazz")).toEqual({ slug: "soiree-jazz" });
      expect(await titled("Nuit du jazz")).toEqual({ slug: "soiree-jazz" });
    });
  });

  it.each([
    ["2026-11-21T23:30:00Z", "today 20:30", "2026-11-22T19:30:00.000Z"],
    ["2026-03-28T12:00:00Z", "today+1 20:30", "2026-03-29T18:30:00.000Z"],
    ["2026-03-28T12:00:00Z", "today+1 02:30", "2026-03-29T01:00:00.000Z"],
    ["2026-10-24T12:00:00Z", "today+1 02:30", "2026-10-25T00:30:00.000Z"],
    ["2026-11-21T12:00:00Z", "2026-12-31T20:30:00-05:00", "2027-01-01T01:30:00.000Z"],
  ])("on %s reads '%s' on the venue's clock", async (now, given, instant) => {
    clock.set(now);
    const venue = await demoVenue("bientot");
    const [item] = venue.announcements;
    if (item === undefined) throw new Error("the demo venue must have an announcement");
    await imported({ ...venue, announcements: [{ ...item, start_at: given, end_at: undefined }] });
    const row = await importWorld.database.db
      .selectFrom("announcements")
      .select("start_at")
      .where("id", "=", item.id)
      .executeTakeFirstOrThrow();
    expect(row.start_at.toISOString()).toBe(instant);
  });

  async function withRestaurants(...labels: string[]): Promise<VenueFile> {
    const venue = await demoVenue("bientot");
    await storeStandIns(
      importWorld.database,
      venue.pictures.map((picture) => picture.key),
    );
    const [place] = venue.restauration;
    if (place === undefined) throw new Error("the demo venue must have a restaurant");
    return { ...venue, restauration: labels.map((fr) => ({ ...place, label: { fr, en: fr } })) };
  }
});

eachDatabase("imports at the same time", (open) => {
  let importWorld: ImportWorld;
  beforeAll(async () => {
    importWorld = importInto(await open());
    for (const slug of ["aubenac", "bientot"]) await importWithStandIns(importWorld, await demoVenue(slug));
  });
  afterAll(() => importWorld.encoder.close());

  const imported = (venue: VenueFile) => importVenue(importWorld, venue, new Map());

  it("of one venue leave the result of one", async () => {
    const before = await dump(importWorld.database);
    const results = await Promise.all(Array.from({ length: 4 }, async () => imported(await demoVenue("aubenac"))));
    expect(results).toEqual(Array.from({ length: 4 }, () => ({ imported: { id: 14, slug: "aubenac" } })));
    expect(await dump(importWorld.database)).toEqual(before);
  });

  it("that claim one host get it once, and are refused otherwise", async () => {
    const claims = [81, 82, 83].map(async (id) => {
      const venue = await demoVenue("bientot");
      Object.assign(venue.establishment, { id, site_id: 100 + id, slug: `rival-${id}` });
      Object.assign(venue.project, { id: 1000 + id, hosts: ["rival.localhost"] });
      return imported({ ...venue, announcements: [] });
    });
    const results = await Promise.all(claims);
    const refused = { problems: [{ path: "project.hosts[0]", message: "belongs to another project" }] };
    expect(results.filter((result) => "imported" in result)).toHaveLength(1);
    expect(results.filter((result) => "problems" in result)).toEqual([refused, refused]);
  });
});

it.each(GROUP)("demo/venues/%s.json comes with every picture it names", async (slug) => {
  const { data, files } = await readVenueFile(projectPath(`demo/venues/${slug}.json`), readFile);
  expect([...files.keys()].sort()).toEqual((data as VenueFile).pictures.map((picture) => picture.file).sort());
});
