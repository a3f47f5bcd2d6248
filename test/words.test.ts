import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { projectPath } from "../src/platform/database/database.server.ts";

const ROOT = projectPath("package.json").replace(/package\.json$/, "");
const FILES = ["{src,test,sandbox,bin,bench,db}/**/*.{ts,tsx,mjs,css,sql}", "docs/**/*.md", "*.md"];
/** Made by a program, or this file itself. */
const EXEMPT = /^src\/messages\/|^test\/words\.test\.ts$|node_modules|^CHANGELOG\.md$/;
/** A code such as (G149) or T11:, a section's number, a file of a specification: each points to a document that nobody has here. */
const CODES = [
  /§ ?\d/,
  /\bsections? \d/i,
  /\b(?:spec|design)\/[a-z]+\.md\b/,
  /[(,;] ?[GTIFCEHMLS]\d{1,3}(?:[,):;]|$)/m,
];

/** The lines of a file that have one of these marks, with their place. */
function linesWith(file: string, marks: RegExp[]): string[] {
  return readFileSync(`${ROOT}${file}`, "utf8")
    .split("\n")
    .flatMap((line, at) =>
      marks.some((mark) => mark.test(line)) ? [`${file}:${at + 1} ${line.trim().slice(0, 80)}`] : [],
    );
}

it("cites no document that the repository does not hold: a comment says the reason itself, or links to docs/", () => {
  const found = globSync(FILES, { cwd: ROOT })
    .filter((file) => !EXEMPT.test(file))
    .flatMap((file) => linesWith(file, CODES));
  expect(found).toEqual([]);
});

/** Where times, dates and amounts become words; the last one asks for zones' offsets only. */
const FORMATS = /^src\/(?:venues\/(?:dates|date-tags|numbers)|platform\/time-zones)\.ts$/;
const FORMATTING = [
  /\bIntl\.(?:DateTime|Number|RelativeTime|Duration)Format/,
  /\.toLocale(?:Date|Time)?String\(/,
  /\$\{[^}]*\}(?:\\u00a0| | )?€/i,
  /€\$\{/,
];

it("writes times, dates and amounts with venues/dates.ts and venues/numbers.ts only, so that each language has one form", () => {
  const found = globSync("src/**/*.{ts,tsx}", { cwd: ROOT })
    .filter((file) => !EXEMPT.test(file) && !FORMATS.test(file) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) => linesWith(file, FORMATTING));
  expect(found).toEqual([]);
});
