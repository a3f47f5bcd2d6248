import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ensureBrowser } from "./ensure-browser.ts";

/** Holds the state of the files at the last whole run that passed. */
const STAMP = "node_modules/.cache/baize-tested";

/**
 * The steps of CI, the fastest to fail first. `npm test -- unit` runs only the steps with that name. A whole run over files that passed
 * one already ends at once; `npm test -- --again` runs it all the same.
 */
const steps: [name: string, program: string, args: string[]][] = [
  // The linter needs the routes' generated types, which a fresh clone lacks.
  ["types", "react-router", ["typegen"]],
  ["format", "oxfmt", ["--check", "."]],
  ["lint", "oxlint", ["--type-aware", "--deny-warnings"]],
  ["rooms", "depcruise", ["src", "--config", ".dependency-cruiser.mjs", "--output-type", "err"]],
  ["types", "tsc", ["--noEmit"]],
  ["dead code", "knip", []],
  ["unit", "vitest", ["run"]],
  ["e2e", "playwright", ["test"]],
];

const given = process.argv.slice(2);
const wanted = given.filter((word) => word !== "--again");
const state = wanted.length === 0 ? stateOfFiles() : null;
if (state !== null && given.length === 0 && existsSync(STAMP) && readFileSync(STAMP, "utf8") === state) {
  process.stdout.write("Nothing has changed since the last run, which passed. `npm test -- --again` runs it again.\n");
  process.exit(0);
}
const chosen = steps.filter(([name]) => wanted.length === 0 || wanted.includes(name));
if (chosen.some(([name]) => name === "e2e")) process.env["CHROMIUM"] = await ensureBrowser();

for (const [name, program, args] of chosen) {
  const started = performance.now();
  process.stdout.write(`\n── ${name}: ${program}\n`);
  const { status } = spawnSync(program, args, { stdio: "inherit" });
  if (status !== 0) {
    process.stderr.write(`\n${name} failed.\n`);
    process.exit(1);
  }
  process.stdout.write(`── ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
}
if (state !== null && state === stateOfFiles()) {
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, state);
}

/** A hash of every file that Git does not ignore, and of the Node version; null outside a Git checkout. */
function stateOfFiles(): string | null {
  const listed = spawnSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  if (listed.status !== 0) return null;
  const hash = createHash("sha256").update(process.version);
  for (const file of listed.stdout
    .split("\0")
    .filter((name) => name !== "" && existsSync(name))
    .sort())
    hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}
