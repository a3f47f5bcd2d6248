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

it("cites no document that the repository does not hold: a comment says the reason itself, or links to docs/", () => {
  const found = globSync(FILES, { cwd: ROOT })
    .filter((file) => !EXEMPT.test(file))
    .flatMap((file) =>
      readFileSync(`${ROOT}${file}`, "utf8")
        .split("\n")
        .flatMap((line, at) =>
          CODES.some((code) => code.test(line)) ? [`${file}:${at + 1} ${line.trim().slice(0, 80)}`] : [],
        ),
    );
  expect(found).toEqual([]);
});
