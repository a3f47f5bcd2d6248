import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import sharp from "sharp";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";

const WRITER = createRequire(import.meta.url).resolve("zxing-wasm/writer/zxing_writer.wasm");

/** Writes a film for the browser's fake camera to `path`: a plastic card with the number as a bar code. */
export async function filmCard(number: string, path: string): Promise<void> {
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(await readFile(WRITER)).buffer } });
  const { svg, error } = await writeBarcode(number, { format: "Code128", addHRT: false, scale: 2 });
  if (error !== "") throw new Error(error);
  const code = await sharp(Buffer.from(svg)).flatten({ background: "#fff" }).resize({ width: 400 }).png().toBuffer();
  const card = await sharp({ create: { width: 480, height: 300, channels: 3, background: "#ffffff" } })
    .composite([{ input: code, top: 110, left: 40 }])
    .png()
    .toBuffer();
  const frame = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#4a3a2c" } })
    .composite([{ input: card, top: 90, left: 80 }])
    .jpeg()
    .toBuffer();
  await writeFile(path, Buffer.concat([frame, frame]));
}
