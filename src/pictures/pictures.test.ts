import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { eachDatabase } from "../../test/support/databases.ts";
import { inTransaction } from "../platform/database/database.server.ts";
import { keepVariant, pictureProperties, storedVariantNames, type PictureProperties } from "./queries.server.ts";
import { coverVariant, widthVariant } from "../ui/pictures/variants.ts";
import { BLUE, openPictureWorld, plain, RED, store } from "../../test/support/pictures.ts";
import { makeVariant, storePicture, type PictureWorld } from "./pictures.server.ts";

/** Encoding runs at low priority, so it takes longer on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

eachDatabase("pictures", (open) => {
  let world: PictureWorld;
  beforeAll(async () => {
    world = openPictureWorld(await open());
  });
  afterAll(() => world.encoder.close());

  async function propertiesOf(key: string): Promise<PictureProperties> {
    const properties = await pictureProperties(world.database.db, key);
    if (properties === undefined) throw new Error(`${key} is not stored`);
    return properties;
  }

  async function namesOf(key: string): Promise<string[]> {
    return (await storedVariantNames(world.database.db, await propertiesOf(key)))
      .map(({ rung, format }) => `${rung} ${format}`)
      .sort();
  }

  async function makeBoth(key: string): Promise<void> {
    const properties = await propertiesOf(key);
    await makeVariant(world, { properties, size: widthVariant(300), format: "webp", isUrgent: true });
    await makeVariant(world, { properties, size: coverVariant("600x600"), format: "jpeg", isUrgent: true });
  }

  test("storing the same bytes again keeps the variants", async () => {
    const bytes = await plain(400, 200);
    expect(await store(world, "hall", bytes)).toBe("added");
    await makeBoth("hall");
    expect(await store(world, "hall", bytes)).toBe("unchanged");
    expect(await namesOf("hall")).toEqual(["c600x600 jpeg", "w300 webp"]);
    const row = await world.database.db
      .selectFrom("pictures")
      .selectAll()
      .where("key", "=", "hall")
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      mime: "image/jpeg",
      width: 400,
      height: 200,
      alt: { fr: "Le hall", en: "The hall" },
      focal_x: 0.5,
      focal_y: 0.5,
    });
    expect(Buffer.compare(row.original, bytes)).toBe(0);
  });

  test("other texts keep every variant, another focal point drops the covers, other bytes drop all", async () => {
    const bytes = await plain(400, 200, BLUE);
    await store(world, "bar", bytes);
    await makeBoth("bar");
    expect(await store(world, "bar", bytes, { alt: { fr: "Le bar", en: "The bar" } })).toBe("described");
    expect(await namesOf("bar")).toEqual(["c600x600 jpeg", "w300 webp"]);
    expect(await store(world, "bar", bytes, { focalPoint: { x: 0.2, y: 0.5 } })).toBe("described");
    expect(await namesOf("bar")).toEqual(["w300 webp"]);
    expect(await store(world, "bar", await plain(402, 200, BLUE))).toBe("replaced");
    expect(
      await world.database.db.selectFrom("picture_variants").select("rung").where("picture_key", "=", "bar").execute(),
    ).toEqual([]);
  });

  test("does not store a variant of earlier bytes or an earlier focal point", async () => {
    const variant = { width: 1, height: 1, body: new Uint8Array([1]) };
    await store(world, "spa", await plain(410, 200));
    const before = await propertiesOf("spa");
    await store(world, "spa", await plain(412, 200));
    await keepVariant(world.database.db, before, { rung: "w300", format: "webp" }, variant);
    const stale = { ...(await propertiesOf("spa")), focal_x: 0.1 };
    await keepVariant(world.database.db, stale, { rung: "c600x600", format: "webp" }, variant);
    expect(await namesOf("spa")).toEqual([]);
  });

  test("a variant made during a replacement waits for it, and is not stored", async () => {
    await store(world, "golf", await plain(420, 200));
    const before = await propertiesOf("golf");
    const variant = { width: 1, height: 1, body: new Uint8Array([1]) };
    const picture = {
      bytes: await plain(422, 200),
      mime: "image/jpeg",
      width: 422,
      height: 200,
      sha256: "another",
    } as const;
    const { promise: isWritten, resolve: written } = Promise.withResolvers<void>();
    const replacing = inTransaction(world.database, async (tx) => {
      await storePicture(tx, {
        key: "golf",
        picture,
        alt: { fr: "Golf", en: "Golf" },
        focalPoint: { x: 0.5, y: 0.5 },
        now: new Date(),
      });
      written();
      await delay(100);
    });
    await isWritten;
    await Promise.all([replacing, keepVariant(world.database.db, before, { rung: "w300", format: "webp" }, variant)]);
    expect(
      await world.database.db.selectFrom("picture_variants").select("rung").where("picture_key", "=", "golf").execute(),
    ).toEqual([]);
  });

  test("two nodes that make the same variant store one", async () => {
    await store(world, "lake", await plain(430, 200, RED));
    const properties = await propertiesOf("lake");
    const variant = { width: 1, height: 1, body: new Uint8Array([1]) };
    await Promise.all(
      [1, 2, 3].map(() => keepVariant(world.database.db, properties, { rung: "w300", format: "avif" }, variant)),
    );
    expect(await namesOf("lake")).toEqual(["w300 avif"]);
  });
});
