import fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { memoryDatabase } from "../../test/support/databases.ts";
import { mediaRoutes } from "./media.server.ts";
import { pictureProperties } from "./queries.server.ts";
import { widthVariant, type PictureFormat, type VariantSize } from "../ui/pictures/variants.ts";
import { coverAddress } from "../ui/pictures/source.ts";
import { BLUE, colourAt, openPictureWorld, plain, redAndBlue, store } from "../../test/support/pictures.ts";
import { makeVariant, type PictureWorld } from "./pictures.server.ts";
import { amount } from "../../test/support/proof.ts";

/** Encoding runs at low priority, so it takes longer on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const CHROME = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8";

let world: PictureWorld;
let app: ReturnType<typeof mediaRoutes>;

beforeAll(async () => {
  world = openPictureWorld(await memoryDatabase());
  app = mediaRoutes(world);
  await store(world, "hall", await redAndBlue(800, 400));
});

afterAll(async () => {
  await world.encoder.close();
  await world.database.close();
});

async function ask(address: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> {
  return app.request(`http://port-serac.localhost${address}`, { method, headers });
}

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

async function headOf(key: string): Promise<string> {
  return (await pictureProperties(world.database.db, key))?.sha256.slice(0, 8) ?? "";
}

async function ready(key: string, size: VariantSize, format: PictureFormat): Promise<void> {
  const properties = await pictureProperties(world.database.db, key);
  if (properties === undefined) throw new Error(`${key} is not stored`);
  await makeVariant(world, { properties, size, format, isUrgent: true });
}

describe("the format follows Accept", () => {
  test("AVIF only where it is ready, WebP until then", async () => {
    expect((await ask("/media/hall?width=600", { Accept: CHROME })).headers.get("Content-Type")).toBe("image/webp");
    await ready("hall", widthVariant(600), "avif");
    expect((await ask("/media/hall?width=600", { Accept: CHROME })).headers.get("Content-Type")).toBe("image/avif");
  });

  test.each([
    ["image/webp,*/*", "image/webp"],
    ["IMAGE/WEBP ; q=0.5", "image/webp"],
    ["image/avif", "image/avif"],
    ["image/avif;q=0, image/webp;q=0.000", "image/jpeg"],
    ["*/*", "image/jpeg"],
    ["image/*", "image/jpeg"],
    ["image/png", "image/jpeg"],
    ["", "image/jpeg"],
    ["\u00e9;;;q=,,/", "image/jpeg"],
  ])("%s → %s", async (accept, type) => {
    const response = await ask("/media/hall?width=600", { Accept: accept });
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe(type);
    expect(response.headers.get("Vary")).toBe("Accept");
  });
});

describe("an answer", () => {
  test("has the next larger size, its length and the headers that keep a browser from running it", async () => {
    const response = await ask("/media/hall?width=310");
    const body = await bytesOf(response);
    expect(await sharp(body).metadata()).toMatchObject({ width: 600, height: 300, format: "jpeg" });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-length": String(body.length),
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
    });
  });

  test("without a size, or beyond the original, is the original's own size", async () => {
    for (const query of ["", "?width=3000"]) {
      expect(await sharp(await bytesOf(await ask(`/media/hall${query}`))).metadata()).toMatchObject({
        width: 800,
        height: 400,
      });
    }
  });

  test("to HEAD has the headers and no body", async () => {
    const response = await ask("/media/hall?width=300", {}, "HEAD");
    expect(response.status).toBe(200);
    expect(Number(response.headers.get("Content-Length"))).toBeGreaterThan(100);
    expect(await response.text()).toBe("");
  });

  test("to a matching If-None-Match is 304 without a body, with the same tag", async () => {
    const etag = (await ask("/media/hall?width=300")).headers.get("ETag") ?? "";
    expect(etag).toMatch(/^"[\w.-]+"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const response = await ask("/media/hall?width=300", { "If-None-Match": known });
      expect(response.status).toBe(304);
      expect(response.headers.get("ETag")).toBe(etag);
      expect(await response.text()).toBe("");
    }
    expect((await ask("/media/hall?width=300", { "If-None-Match": '"other"' })).status).toBe(200);
    expect((await ask("/media/hall?width=600", { "If-None-Match": etag })).status).toBe(200);
    expect((await ask("/media/hall?width=300", { "If-None-Match": etag, Accept: "image/webp" })).status).toBe(200);
  });

  test("is immutable, and no-cache under a version that is not its own", async () => {
    const head = await headOf("hall");
    const cover = coverAddress({ key: "hall", x: 50, y: 50, version: head }, "600x600");
    const cacheOf = async (address: string) => (await ask(address)).headers.get("Cache-Control");
    expect(await cacheOf(`/media/hall?width=300&v=${head}`)).toBe("public, max-age=31536000, immutable");
    expect(await cacheOf(cover)).toBe("public, max-age=31536000, immutable");
    for (const other of [
      "?width=300&v=00000000",
      `?width=300&v=${head}&v=${head}`,
      `?width=300&v=${head}-50-50`,
      `?cover=600x600&v=${head}`,
      `?cover=600x600&v=${head}-50-51`,
    ]) {
      expect(await cacheOf(`/media/hall${other}`)).toBe("public, no-cache");
    }
  });
});

test.each([
  [0, "red"],
  [1, "blue"],
] as const)("a cover is cut around the focal point (%f across: %s)", async (x, colour) => {
  const key = `half-${colour}`;
  await store(world, key, await redAndBlue(1000, 400), { focalPoint: { x, y: 0.5 } });
  const body = await bytesOf(await ask(`/media/${key}?cover=600x600`));
  expect(await sharp(body).metadata()).toMatchObject({ width: 600, height: 600 });
  expect(await colourAt(body, 0.5, 0.5)).toBe(colour);
});

test("another focal point or other bytes change the answer and its tag at once, and the old version is no longer immutable", async () => {
  await store(world, "turning", await redAndBlue(1000, 400), { focalPoint: { x: 0, y: 0.5 } });
  const head = await headOf("turning");
  const cover = coverAddress({ key: "turning", x: 0, y: 50, version: head }, "600x600");
  const width = `/media/turning?width=300&v=${head}`;
  const before = [await ask(cover), await ask(width)].map((response) => response.headers.get("ETag"));
  await store(world, "turning", await redAndBlue(1000, 400), { focalPoint: { x: 1, y: 0.5 } });
  const turned = await ask(cover);
  expect(turned.headers.get("ETag")).not.toBe(before[0]);
  expect(turned.headers.get("Cache-Control")).toBe("public, no-cache");
  expect(await colourAt(await bytesOf(turned), 0.5, 0.5)).toBe("blue");
  expect((await ask(width)).headers.get("ETag")).toBe(before[1]);
  await store(world, "turning", await plain(600, 300, BLUE), { focalPoint: { x: 1, y: 0.5 } });
  const replaced = await ask(width, { "If-None-Match": before[1] ?? "" });
  expect(replaced.status).toBe(200);
  expect(replaced.headers.get("Cache-Control")).toBe("public, no-cache");
  expect(await colourAt(await bytesOf(replaced), 0.1, 0.5)).toBe("blue");
});

test("two hundred requests for the same missing variant share one encoding", async () => {
  await store(world, "rush", await plain(900, 600));
  const before = world.encoder.jobs;
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => ask("/media/rush?width=900", { Accept: CHROME })),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(new Set(answers.map(({ headers }) => headers.get("ETag"))).size).toBe(1);
  expect(world.encoder.jobs - before).toBe(1);
});

describe("an address without a picture", () => {
  test.each([
    "/media/nobody",
    "/media/nobody?width=900",
    "/media/hall?width=0",
    "/media/hall?width=300&cover=600x600",
    "/media/hall?cover=100x100",
    "/media/Hall",
    "/media/hall%00",
    "/media/hall%2F..%2F..%2Fetc",
    "/media/%E0%A4%A",
    "/media/'%20or%201=1--",
    `/media/${"a".repeat(5000)}`,
    "/media/hall/more",
    "/media/",
  ])("%s gets the tile, with no-cache", async (address) => {
    const response = await ask(address);
    expect(response.status).toBe(404);
    expect(response.headers.get("Content-Type")).toBe("image/svg+xml");
    expect(response.headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
    expect(response.headers.get("Cache-Control")).toBe("no-cache");
    const tile = await bytesOf(response);
    expect(tile.length).toBeLessThan(600);
    expect(await sharp(tile).metadata()).toMatchObject({ format: "svg", width: 1600, height: 900 });
  });

  test("a picture that cannot be encoded gets the tile, and is not tried again at every request", async () => {
    await store(world, "damaged", await plain(300, 300));
    await world.database.db
      .updateTable("pictures")
      .set({ original: Buffer.from("not a picture") })
      .where("key", "=", "damaged")
      .execute();
    const before = world.encoder.jobs;
    expect((await ask("/media/damaged?width=300")).status).toBe(404);
    expect((await ask("/media/damaged?width=300")).status).toBe(404);
    expect(world.encoder.jobs - before).toBe(1);
  });

  test.each(["POST", "PUT", "DELETE", "OPTIONS"])("%s is refused", async (method) => {
    const response = await ask("/media/hall", {}, method);
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe("GET, HEAD");
  });

  test("no query and no key causes a server error", async () => {
    const sizes = fc.oneof(
      fc.constantFrom("width", "cover", "v", "Width", "width[]", "__proto__"),
      fc.string({ unit: "binary" }),
    );
    const values = fc.oneof(
      fc.constantFrom("300", "0", "-1", "600x600", "600X600", "1e3", "", "%", "%zz"),
      fc.integer().map(String),
      fc.string({ unit: "binary" }),
    );
    const query = fc.array(fc.tuple(sizes, values), { maxLength: 4 });
    const key = fc.oneof({ weight: 3, arbitrary: fc.constant("hall") }, fc.string({ unit: "binary" }));
    await fc.assert(
      fc.asyncProperty(key, query, async (name, pairs) => {
        const search = pairs.map(([one, other]) => `${encodeQuery(one)}=${encodeQuery(other)}`).join("&");
        const response = await ask(`/media/${encodeQuery(name)}?${search}`, { "If-None-Match": "*" });
        expect([200, 304, 404]).toContain(response.status);
      }),
      { numRuns: amount({ test: 80, proof: 2_000 }) },
    );
  });
});

/** In half of the cases percent signs stay unescaped, so that broken escapes are tried as well. */
function encodeQuery(text: string): string {
  const wellFormed = text.toWellFormed();
  return wellFormed.length % 2 === 0
    ? encodeURIComponent(wellFormed)
    : encodeURIComponent(wellFormed).replaceAll("%25", "%");
}
