import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, describe, expect, test, vi } from "vitest";
import { projectPath } from "../../platform/database/database.server.ts";
import { openPictureEncoder, type EncodeCall, type PictureEncoder } from "./encoder.server.ts";
import { coverVariant, widthVariant, type PictureFormat, type VariantSize } from "../../ui/pictures/variants.ts";
import { colourAt, plain, pngChunk, pngThatClaims, redAndBlue } from "../../../test/support/pictures.ts";
import { checkPicture, isRefused } from "../pictures.server.ts";

/** Encoding runs at low priority, so it takes longer on a busy machine. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const encoder = openPictureEncoder();
afterAll(() => encoder.close());

function call(
  bytes: Uint8Array,
  changes: Partial<EncodeCall["job"]> = {},
  options: Partial<EncodeCall> = {},
): EncodeCall {
  const job = {
    do: "encode",
    size: widthVariant(300),
    format: "webp",
    original: { width: 800, height: 400 },
    focal: { x: 50, y: 50 },
    ...changes,
  } as const;
  return { identity: JSON.stringify(job), job, read: async () => bytes, isUrgent: true, ...options };
}

async function encodeWith(encode: PictureEncoder, ...given: Parameters<typeof call>): Promise<Uint8Array> {
  const made = await encode.encode(call(...given));
  if ("failure" in made) throw new Error(`${made.failure}: ${made.reason}`);
  return made.body;
}

async function codeOf(bytes: Uint8Array): Promise<string> {
  const checked = await checkPicture(encoder, bytes);
  return isRefused(checked) ? checked.code : "accepted";
}

describe("an upload that is not an accepted picture is refused, and the encoder goes on", async () => {
  const jpeg = await redAndBlue(800, 400);
  const frames = [await plain(20, 20), await plain(20, 20, { r: 1, g: 2, b: 200 })];
  const png = await sharp(jpeg).png().toBuffer();
  const actl = Buffer.concat([png.subarray(0, 33), pngChunk("acTL", Buffer.alloc(8, 1)), png.subarray(33)]);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const files: [string, Uint8Array, string][] = [
    ["nothing", Buffer.alloc(0), "not_a_picture"],
    ["text", Buffer.from("hello"), "not_a_picture"],
    ["an SVG", svg, "not_a_picture"],
    ["a GIF", await sharp(jpeg).gif().toBuffer(), "not_a_picture"],
    ["a TIFF", await sharp(jpeg).tiff().toBuffer(), "not_a_picture"],
    ["an AVIF", await sharp(jpeg).avif({ effort: 0 }).toBuffer(), "not_a_picture"],
    ["a page that ends as a JPEG", Buffer.concat([Buffer.from("<html><script>1</script>"), jpeg]), "not_a_picture"],
    ["an SVG behind a JPEG's first bytes", Buffer.concat([jpeg.subarray(0, 3), svg]), "broken"],
    [
      "a GIF behind a PNG's first bytes",
      Buffer.concat([png.subarray(0, 8), await sharp(jpeg).gif().toBuffer()]),
      "broken",
    ],
    ["a RIFF that is no WebP inside", Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBP"), svg]), "broken"],
    ["half a JPEG", jpeg.subarray(0, jpeg.length / 2), "broken"],
    ["half a PNG", png.subarray(0, png.length / 2), "broken"],
    ["half a WebP", (await sharp(jpeg).webp().toBuffer()).subarray(0, 500), "broken"],
    ["a header of 2.5 thousand million pixels", pngThatClaims(50_000, 50_000), "too_many_pixels"],
    ["a header of 61 million pixels", pngThatClaims(10_000, 6_100), "too_many_pixels"],
    ["a ribbon too long for WebP", pngThatClaims(1, 20_000), "too_many_pixels"],
    ["a header with pixels that do not follow", pngThatClaims(100, 100), "broken"],
    ["an animated PNG", actl, "animated"],
    [
      "an animated WebP",
      await sharp(frames, { join: { animated: true } })
        .webp()
        .toBuffer(),
      "animated",
    ],
    ["eleven megabytes", Buffer.concat([jpeg, Buffer.alloc(11 * 1024 * 1024)]), "too_large"],
  ];
  test.each(files)("%s", async (_name, bytes, code) => {
    expect(await codeOf(bytes)).toBe(code);
    expect(await codeOf(jpeg)).toBe("accepted");
  });

  test.each(["jpeg", "png", "webp"] as const)("accepts a %s and tells its format and size", async (format) => {
    const checked = await checkPicture(encoder, await sharp(jpeg).toFormat(format).toBuffer());
    expect(checked).toMatchObject({ mime: `image/${format}`, width: 800, height: 400 });
  });

  test.each(["gif", "tiff", "avif"] as const)("has no decoder for %s", async (format) => {
    const bytes = await sharp(jpeg).toFormat(format).toBuffer();
    expect(await encoder.inspect({ do: "inspect", format: "jpeg" }, bytes)).toMatchObject({
      failure: "refused",
      reason: expect.stringContaining("unsupported image format"),
    });
  });

  test("accepts 59 million pixels in a small file, without using memory of this process", async () => {
    const before = process.memoryUsage().rss;
    const bomb = await sharp({ create: { width: 7680, height: 7680, channels: 3, background: "#0d0a08" } })
      .png()
      .toBuffer();
    const grownBySharpHere = process.memoryUsage().rss - before;
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await codeOf(bomb)).toBe("accepted");
    expect(process.memoryUsage().rss - before - grownBySharpHere).toBeLessThan(50 * 1024 * 1024);
  });
});

describe("a variant", () => {
  test.each(["avif", "webp", "jpeg"] as const)(
    "in %s has the requested width and none of the input's metadata",
    async (format: PictureFormat) => {
      const secret = await sharp(await redAndBlue(800, 400))
        .withIccProfile("p3")
        .withExif({ IFD0: { Artist: "Somebody Secret" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "48/1 51/1 30/1" } })
        .jpeg()
        .toBuffer();
      expect(secret.includes("Somebody Secret")).toBe(true);
      const body = Buffer.from(await encodeWith(encoder, secret, { format }));
      const { exif, icc, xmp, iptc, width, height, format: written } = await sharp(body).metadata();
      expect({ exif, icc, xmp, iptc, width, height }).toEqual({ width: 300, height: 150 });
      expect(written).toBe(format === "avif" ? "heif" : format);
      expect(body.includes("Somebody Secret")).toBe(false);
    },
  );

  test("does not contain bytes appended to the original", async () => {
    const polyglot = Buffer.concat([await redAndBlue(800, 400), Buffer.from("<script>alert('behind')</script>")]);
    for (const format of ["avif", "webp", "jpeg"] as const) {
      expect(Buffer.from(await encodeWith(encoder, polyglot, { format })).includes("<script")).toBe(false);
    }
  });

  test("is never larger than the original; a cover is exactly its size", async () => {
    const original = { width: 120, height: 80 };
    const small = await redAndBlue(120, 80);
    expect(await sharp(await encodeWith(encoder, small, { original })).metadata()).toMatchObject(original);
    const cover = await encodeWith(encoder, small, { original, size: coverVariant("1200x630") });
    expect(await sharp(cover).metadata()).toMatchObject({ width: 1200, height: 630 });
  });

  test("of a very long picture is cut before it is resized", async () => {
    const cover = await encodeWith(encoder, await plain(3000, 10), {
      original: { width: 3000, height: 10 },
      size: coverVariant("1920x1080"),
    });
    expect(await sharp(cover).metadata()).toMatchObject({ width: 1920, height: 1080 });
  });

  test.each([
    [0, "red"],
    [100, "blue"],
  ] as const)("cut around %i %% of the width shows %s at its middle", async (x, colour) => {
    const cut: Partial<{ size: VariantSize; focal: { x: number; y: number }; format: PictureFormat }> = {
      size: coverVariant("600x600"),
      focal: { x, y: 50 },
      format: "jpeg",
    };
    expect(await colourAt(await encodeWith(encoder, await redAndBlue(800, 400), cut), 0.5, 0.5)).toBe(colour);
  });

  test("of a picture with a camera orientation is upright, also where it is cut", async () => {
    const sideways = await sharp(await redAndBlue(800, 400))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const checked = await checkPicture(encoder, sideways);
    expect(checked).toMatchObject({ width: 400, height: 800 });
    const original = { width: 400, height: 800 };
    const upright = await encodeWith(encoder, sideways, { original, format: "jpeg" });
    expect([await colourAt(upright, 0.5, 0), await colourAt(upright, 0.5, 1)]).toEqual(["red", "blue"]);
    const top = await encodeWith(encoder, sideways, {
      original,
      format: "jpeg",
      size: coverVariant("600x600"),
      focal: { x: 50, y: 0 },
    });
    expect(await colourAt(top, 0.5, 0.4)).toBe("red");
  });

  test("of a transparent picture has a night background where the format has no transparency", async () => {
    const clear = await sharp({
      create: { width: 800, height: 400, channels: 4, background: { r: 255, g: 255, b: 255, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const { data } = await sharp(await encodeWith(encoder, clear, { format: "jpeg" }))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeLessThan(40);
    expect((await sharp(await encodeWith(encoder, clear, { format: "webp" })).metadata()).hasAlpha).toBe(true);
  });
});

describe("the encoder's process", () => {
  test("is a separate process with low priority", async () => {
    await encodeWith(encoder, await plain(800, 400), { focal: { x: 1, y: 1 } });
    expect(encoder.pid).toBeGreaterThan(0);
    expect(encoder.pid).not.toBe(process.pid);
  });

  test("is started again after it died at work, and the job succeeds", async () => {
    const big = await plain(3000, 2000);
    const job = { original: { width: 3000, height: 2000 }, size: widthVariant(3000), format: "avif" } as const;
    const made = encodeWith(encoder, big, job);
    const before = await pidAtWork(encoder);
    process.kill(before, "SIGKILL");
    expect((await made).length).toBeGreaterThan(100);
    expect(encoder.pid).not.toBe(before);
  });

  test.each([
    ["processor time", { cpuMs: 30 }],
    ["time on the clock", { wallMs: 30 }],
    ["memory", { rssBytes: 20 * 1024 * 1024 }],
  ])("is killed when a picture takes too much %s, and the failure is remembered", async (_what, limits) => {
    const strict = openPictureEncoder(limits);
    const heavy = call(await redAndBlue(1600, 900), {
      original: { width: 1600, height: 900 },
      size: widthVariant(1800),
      format: "avif",
    });
    expect(await strict.encode(heavy)).toMatchObject({ failure: "too_heavy" });
    expect(await strict.encode(heavy)).toMatchObject({ failure: "too_heavy", isRemembered: true });
    expect(strict.jobs).toBe(1);
    await strict.close();
  });

  test("makes a variant once for all simultaneous callers", async () => {
    const own = openPictureEncoder();
    const same = call(await redAndBlue(800, 400));
    const made = await Promise.all(Array.from({ length: 50 }, () => own.encode(same)));
    expect(made.every((one) => "body" in one)).toBe(true);
    expect(own.jobs).toBe(1);
    await own.close();
  });

  test("takes urgent jobs first, cancels abandoned ones, and answers the rest when closed", async () => {
    const own = openPictureEncoder();
    const bytes = await redAndBlue(1600, 900);
    const original = { width: 1600, height: 900 };
    const order: string[] = [];
    const patience = new AbortController();
    const slow = own.encode(
      call(bytes, { original, size: widthVariant(1800), format: "avif" }, { isUrgent: false, signal: patience.signal }),
    );
    const later = own.encode(call(bytes, { original }, { isUrgent: false })).then(() => order.push("later"));
    const urgent = own.encode(call(bytes, { original, format: "jpeg" })).then(() => order.push("urgent"));
    await pidAtWork(own);
    patience.abort();
    expect(await slow).toMatchObject({ failure: "stopped" });
    await Promise.all([later, urgent]);
    expect(order).toEqual(["urgent", "later"]);
    const unfinished = own.encode(call(bytes, { original, size: widthVariant(1500), format: "avif" }));
    await own.close();
    expect(await unfinished).toMatchObject({ failure: "stopped" });
    expect(await own.encode(call(bytes))).toMatchObject({ failure: "stopped" });
  });

  test("stays usable after an original that cannot be read", async () => {
    const job = call(await plain(800, 400), { focal: { x: 9, y: 9 } });
    await expect(encoder.encode({ ...job, read: () => Promise.reject(new Error("no database")) })).rejects.toThrow(
      "no database",
    );
    expect(await encoder.encode({ ...job, read: async () => undefined })).toMatchObject({ failure: "stopped" });
    expect(await encoder.encode(job)).toHaveProperty("body");
  });
});

/** The process while it works on a job, a moment after its start. */
async function pidAtWork(busy: PictureEncoder): Promise<number> {
  while (busy.pid === undefined) await delay(5);
  await delay(60);
  return busy.pid;
}

describe("the variant that phones show first (decision 0043)", () => {
  const bytesOf = async (key: string) => {
    const original = await readFile(projectPath(`demo/pictures/${key}.jpg`));
    return (await encodeWith(encoder, original, { size: widthVariant(900), format: "avif" })).length;
  };

  test("fits in one round trip where a little less quality is enough for that", async () => {
    expect(await bytesOf("dining-brasserie")).toBeLessThanOrEqual(14_000);
  });

  test("keeps its quality where it needs two round trips anyway", async () => {
    expect(await bytesOf("hero-lake-dusk")).toBeGreaterThan(24_000);
  });
});
