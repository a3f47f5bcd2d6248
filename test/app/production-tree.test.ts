import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, expect, it } from "vitest";
import { projectPath } from "../../src/platform/database/database.server.ts";

const root = dirname(projectPath("package.json"));
/** A tree with the programs of bin/ and nothing that is installed or built. */
let tree: string;
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), "baize-production-"));
  mkdirSync(join(tree, "bin"));
  for (const file of [
    "package.json",
    "package-lock.json",
    ...readdirSync(join(root, "bin")).map((name) => `bin/${name}`),
  ])
    cpSync(join(root, file), join(tree, file));
});
afterEach(() => rmSync(tree, { recursive: true }));

function run(command: string): { code: number | null; lines: string[] } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(tree, "bin", "run.mjs"), command], {
    cwd: tree,
  });
  return { code: status, lines: `${stdout.toString()}${stderr.toString()}`.split("\n").filter((line) => line !== "") };
}
const packages: unknown = expect.stringMatching(
  /^ {2}packages are missing or of another version: .+: npm ci --omit=dev$/,
);
const messages: unknown = expect.stringMatching(/^ {2}src\/messages\/ is missing/);
const site: unknown = expect.stringMatching(/^ {2}build\/ is missing/);

it("npm run serve names what is missing, ends with 78, and installs and builds nothing", () => {
  expect(run("serve")).toEqual({ code: 78, lines: ["Baize cannot start:", packages, messages, site] });
  expect(readdirSync(tree).toSorted()).toEqual(["bin", "package-lock.json", "package.json"]);
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
  expect(run("serve")).toEqual({ code: 78, lines: ["Baize cannot start:", messages, site] });
});

it("commands of an installation in service install nothing where only the packages for production are", () => {
  mkdirSync(join(tree, "node_modules"));
  writeFileSync(join(tree, "node_modules", ".package-lock.json"), "{}");
  for (const command of ["operator", "floor-key", "import"])
    expect(run(command)).toEqual({ code: 78, lines: ["Baize cannot start:", packages, messages] });
  expect(readdirSync(join(tree, "node_modules"))).toEqual([".package-lock.json"]);
});
