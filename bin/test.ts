import { spawnSync } from "node:child_process";
import { ensureBrowser } from "./ensure-browser.ts";

/** The steps of CI, the fastest to fail first. `npm test -- unit` runs only the steps with that name. */
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

const wanted = process.argv.slice(2);
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
