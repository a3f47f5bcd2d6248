import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { oneDatabase } from "../../../test/support/databases.ts";
import { makeAhead, startVariantMaker } from "./variant-maker.server.ts";
import {
  claimPicture,
  pictureProperties,
  releasePicture,
  storedVariantNames,
  type VariantGroup,
} from "../queries.server.ts";
import { openPictureWorld, plain, store } from "../../../test/support/pictures.ts";
import { makeVariant, type PictureWorld } from "../pictures.server.ts";
import { coverVariant, MAIL_HEADER_COVER } from "../../ui/pictures/variants.ts";

/** Encoding runs at low priority, so it takes longer on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const WEBP_WIDTHS: VariantGroup = { sizes: "width", formats: ["webp"] };
const COVERS_IN_ALL = ["c1200x630", "c1920x1080", "c600x600"].flatMap((size) =>
  ["avif", "jpeg", "webp"].map((format) => `${size} ${format}`),
);
const CHIP = [...COVERS_IN_ALL, "w300 avif", "w300 webp", "w600 avif", "w600 webp"].sort();

oneDatabase("the variant maker", (open) => {
  let world: PictureWorld;
  beforeAll(async () => {
    world = openPictureWorld(await open());
  });
  afterAll(() => world.encoder.close());

  async function namesOf(key: string): Promise<string[]> {
    const properties = await pictureProperties(world.database.db, key);
    return properties === undefined
      ? []
      : (await storedVariantNames(world.database.db, properties)).map(({ rung, format }) => `${rung} ${format}`).sort();
  }

  const round = () => makeAhead(world, "all", new AbortController().signal);

  test("makes every cover although the head of a mail was made on request", async () => {
    await store(world, "dice", await plain(300, 200));
    const properties = await pictureProperties(world.database.db, "dice");
    if (properties === undefined) throw new Error("no picture");
    for (const format of ["avif", "jpeg", "webp"] as const)
      await makeVariant(world, { properties, size: coverVariant(MAIL_HEADER_COVER), format, isUrgent: true });
    await round();
    expect(await namesOf("dice")).toEqual(expect.arrayContaining(COVERS_IN_ALL));
  });

  test("makes every useful width and every cover once", async () => {
    await store(world, "chip", await plain(400, 300));
    await round();
    expect(await namesOf("chip")).toEqual(CHIP);
    const before = world.encoder.jobs;
    await round();
    expect(world.encoder.jobs).toBe(before);
  });

  test("makes only the missing variants", async () => {
    await world.database.db
      .deleteFrom("picture_variants")
      .where("picture_key", "=", "chip")
      .where("rung", "=", "w600")
      .execute();
    const before = world.encoder.jobs;
    await round();
    expect(world.encoder.jobs).toBe(before + 2);
    expect(await namesOf("chip")).toEqual(CHIP);
  });

  test("gives a picture to one node at a time, covers first, and again after a claim has expired", async () => {
    const { db } = world.database;
    for (const key of ["alpha", "beta", "zeta-hero"]) await store(world, key, await plain(200, 100));
    await venueWithCover(world, "zeta-hero");
    const claim = (skipped: string[] = []) => claimPicture(db, WEBP_WIDTHS, { seconds: 100, skipped });
    const both = await Promise.all([claim(), claim()]);
    expect(new Set(both.map((properties) => properties?.key))).toEqual(new Set(["alpha", "zeta-hero"]));
    expect((await claim())?.key).toBe("beta");
    expect(await claim()).toBeUndefined();
    await sql`update pictures set ladder_until = now() - interval '1 second' where key = 'beta'`.execute(db);
    const again = await claim();
    expect(again).toMatchObject({ key: "beta", width: 200, height: 100, focal_x: 0.5, focal_y: 0.5 });
    await releasePicture(db, "beta");
    expect(await claim([`beta ${again?.sha256}`])).toBeUndefined();
    await db.deleteFrom("pictures").where("key", "in", ["alpha", "beta", "zeta-hero"]).execute();
  });

  test("on a node that encodes covers only, makes their widths and nothing of other pictures", async () => {
    for (const key of ["alpha", "zeta-hero"]) await store(world, key, await plain(200, 100));
    const variantMaker = startVariantMaker(world, "covers");
    await until(async () => (await namesOf("zeta-hero")).length === 2);
    // Time in which the other picture would have got its first variants.
    await delay(300);
    await variantMaker.stop();
    expect(await namesOf("zeta-hero")).toEqual(["w300 avif", "w300 webp"]);
    expect(await namesOf("alpha")).toEqual([]);
    await world.database.db.deleteFrom("pictures").where("key", "in", ["alpha", "zeta-hero"]).execute();
  });

  test("finds a picture that is uploaded after it had made everything", async () => {
    const rounds = vi.spyOn(world.database, "forJobs");
    const variantMaker = startVariantMaker(world, "all", 50);
    await rounds.mock.results[0]?.value;
    await store(world, "uploaded", await plain(230, 100));
    await until(async () => (await namesOf("uploaded")).length === COVERS_IN_ALL.length + 2);
    await variantMaker.stop();
    rounds.mockRestore();
  });

  test("works in the background until nothing is missing, skips pictures that fail, and stops at once", async () => {
    const { db } = world.database;
    await store(world, "broken", await plain(210, 100));
    await db
      .updateTable("pictures")
      .set({ original: Buffer.from("not a picture") })
      .where("key", "=", "broken")
      .execute();
    await store(world, "late", await plain(220, 100));
    const first = startVariantMaker(world);
    await until(async () => (await namesOf("late")).length === COVERS_IN_ALL.length + 2);
    await first.stop();
    expect(await namesOf("broken")).toEqual([]);
    await store(world, "huge", await plain(2400, 1600));
    const second = startVariantMaker(world);
    await until(async () => (await namesOf("huge")).length > 2);
    await second.stop();
    const atStop = await namesOf("huge");
    expect(atStop.length).toBeLessThan(COVERS_IN_ALL.length + 8);
    await delay(100);
    expect(await namesOf("huge")).toEqual(atStop);
    const { rows } = await sql`select key from pictures where ladder_until is not null`.execute(db);
    expect(rows).toEqual([]);
  });
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(50);
}

async function venueWithCover({ database }: PictureWorld, cover: string): Promise<void> {
  const text = JSON.stringify({ fr: "", en: "" });
  await sql`
    insert into establishments (id, site_id, slug, name, label, is_visible, country, pasino, preposition, company, street_address, postal_code, locality,
      primary_color, logo_gold, cover_picture, contact_phone, show_contact_email, hide_accessibility, parking, smoking_area, tagline, presentation,
      opening_hours, social, extra_links, legal_notice, games_summary, meetings_active, updated_at)
    values (51, 151, 'port-serac', 'Port-Sérac', 'Casino', true, 'FR', 0, 'de', 'Belrive', '1 quai', '00000', 'Port-Sérac',
      '#cd2d26', true, ${cover}, '+33465712051', false, false, false, false, ${text}::jsonb, ${text}::jsonb,
      '{}'::jsonb, '{}'::jsonb, '[]'::jsonb, '[]'::jsonb, '{}'::jsonb, false, now())
  `.execute(database.db);
}
