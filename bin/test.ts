import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ensureBrowser } from "./ensure-browser.ts";

/** Holds the state of the files at the last whole run that passed. */
const STAMP = "node_modules/.cache/baize-tested";

type Step = [name: string, program: string, args: string[]];

/**
 * The steps of CI, the fastest to fail first. Those of one group run side by side. Unit tests and journeys do not: together they made pages
 * wait beyond the limits of tests. `npm test -- unit` runs only the steps with that name. A whole run over files that passed one already
 * ends at once; `npm test -- --again` runs it all the same.
 */
const groups: Step[][] = [
  // The linter needs the routes' generated types, which a fresh clone lacks.
  [["types", "react-router", ["typegen"]]],
  [
    ["format", "oxfmt", ["--check", "."]],
    ["rooms", "depcruise", ["src", "--config", ".dependency-cruiser.mjs", "--output-type", "err"]],
    ["dead code", "knip", []],
    ["types", "tsc", ["--noEmit"]],
    ["lint", "oxlint", ["--type-aware", "--deny-warnings"]],
  ],
  [["unit", "vitest", ["run"]]],
  [["e2e", "playwright", ["test"]]],
];

const given = process.argv.slice(2);
const wanted = given.filter((word) => word !== "--again");
const state = wanted.length === 0 ? stateOfFiles() : null;
if (state !== null && given.length === 0 && existsSync(STAMP) && readFileSync(STAMP, "utf8") === state) {
  process.stdout.write("Nothing has changed since the last run, which passed. `npm test -- --again` runs it again.\n");
  process.exit(0);
}
const chosen = groups.map((group) => group.filter(([name]) => wanted.length === 0 || wanted.includes(name)));
if (chosen.flat().some(([name]) => name === "e2e")) process.env["CHROMIUM"] = await ensureBrowser();

for (const group of chosen) {
  const codes = await Promise.all(group.map((step, at) => run(step, at === group.length - 1)));
  if (codes.some((code) => code !== 0)) process.exit(1);
}
if (state !== null && state === stateOfFiles()) {
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, state);
}

/** Runs a step and gives its exit code. Of those side by side the last one prints as it goes, the others at their end. */
async function run([name, program, args]: Step, isLive: boolean): Promise<number | null> {
  const started = performance.now();
  const title = `\n── ${name}: ${program}\n`;
  if (isLive) process.stdout.write(title);
  const child = spawn(program, args, { stdio: isLive ? "inherit" : ["ignore", "pipe", "pipe"] });
  let printed = isLive ? "" : title;
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (part: string) => (printed += part));
  const [code] = (await once(child, "close")) as [number | null];
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${printed}── ${name} ${code === 0 ? "passed" : "failed"} after ${seconds} s\n`);
  return code;
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
