import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

/**
 * Reduces the two typefaces to the characters of French, English and Dutch and typographic signs, so that both
 * together stay within the byte budget of a first visit. The results are committed. Run it again (`node
 * bin/subset-fonts.ts`) when a source file or the character set changes.
 */

type WeightRange = { wght?: { min: number; max: number; default: number } };
type CutOptions = { targetFormat: "woff2"; variationAxes: WeightRange; noHinting: boolean; keepFeatures: string[] };
/** The package has no types. These are the parts that we use. */
type Cut = (font: Buffer, characters: string, options: CutOptions) => Promise<Buffer>;
const require = createRequire(import.meta.url);
const subsetFont: Cut = require("subset-font");

const FONTS = join(import.meta.dirname, "../src/ui/fonts");
const BUDGET_BYTES = 45 * 1024;

const ASCII = span(0x20, 0x7e);
const LETTERS = "ÀÂÄÆÇÈÉÊËÎÏÔÖŒÙÛÜàâäæçèéêëîïôöœùûüÿ" + "ÁÍÓÚáíóú" + "Ññßåø";
const SIGNS = "«»‹›“”„‘’‚…–—·•°ªº²³¹¼½¾×÷±−€£©®™§¶¿¡†←→↑↓";
/** U+00A0, U+2009, U+200A, U+202F and U+2011: non-breaking and narrow spaces, and the non-breaking hyphen. */
const SPACES = "\u00a0\u2009\u200a\u202f\u2011";

/** Kerning, accents, ligatures and tabular figures. */
const FEATURES = ["kern", "mark", "ccmp", "locl", "liga", "tnum", "lnum"];

const CHARACTERS = ASCII + LETTERS + SIGNS + SPACES;

const forum = await cut("forum-latin-400-normal", "forum", {});
const text = await cut("instrument-sans-latin-wght-normal", "instrument-sans", {
  wght: { min: 400, max: 600, default: 400 },
});
const total = forum + text;
process.stdout.write(`forum ${forum} bytes, instrument-sans ${text} bytes, together ${total} of ${BUDGET_BYTES}\n`);
if (total > BUDGET_BYTES) process.exitCode = 1;

async function cut(source: string, target: string, variationAxes: WeightRange): Promise<number> {
  const whole = await readFile(join(FONTS, "source", `${source}.woff2`));
  const part = await subsetFont(whole, CHARACTERS, {
    targetFormat: "woff2",
    variationAxes,
    noHinting: true,
    keepFeatures: FEATURES,
  });
  await writeFile(join(FONTS, `${target}.woff2`), part);
  return part.length;
}

function span(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join("");
}
