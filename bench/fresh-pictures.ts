import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { getOnce } from "./get-once.ts";
import type { RunningSite } from "./running-site.ts";

/** The uploads go to a venue that is not visible. */
const VENUE_FILE = "demo/venues/bientot.json";
const PICTURE_FILE = "demo/pictures/hero-harbour-lights.jpg";
const VARIANTS_MS_MAX = 600_000;

/**
 * Uploads pictures with the same pixels but new bytes under these keys, through the import API, so that none of their
 * variants exists yet.
 */
export async function uploadPictures({ port, importKey }: RunningSite, keys: string[]): Promise<void> {
  const data = JSON.parse(await readFile(VENUE_FILE, "utf8")) as { pictures: object[] };
  const original = await readFile(PICTURE_FILE);
  const files = Object.fromEntries(keys.map((key) => [`${key}.jpg`, withNewBytes(original).toString("base64")]));
  const alt = { fr: "Mesure", en: "Measurement" };
  const pictures = keys.map((key) => ({ key, file: `${key}.jpg`, alt, focal_point: { x: 0.5, y: 0.5 } }));
  const answer = await fetch(`http://localhost:${port}/api/imports`, {
    method: "POST",
    headers: { authorization: `Bearer ${importKey()}`, "content-type": "application/json" },
    body: JSON.stringify({ data: { ...data, pictures: [...data.pictures, ...pictures] }, files }),
  });
  if (!answer.ok) throw new Error(`The upload was answered ${answer.status}: ${await answer.text()}`);
}

/** Waits for the last variant of a picture. */
export async function untilVariantsAreMade({ port }: RunningSite, key: string): Promise<void> {
  const end = performance.now() + VARIANTS_MS_MAX;
  const headers = { host: `localhost:${port}`, accept: "image/avif,image/webp" };
  for (;;) {
    const { headers: answered } = await getOnce({ port, path: `/media/${key}?cover=600x600`, headers });
    if (answered["content-type"] === "image/avif") return;
    if (performance.now() > end) throw new Error(`The variants of ${key} were not finished in time`);
    await new Promise((settle) => setTimeout(settle, 1_000));
  }
}

/** The same picture with a unique comment, so that its bytes are new. */
function withNewBytes(jpeg: Buffer): Buffer {
  const comment = randomBytes(16);
  const marker = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), marker, comment, jpeg.subarray(2)]);
}
