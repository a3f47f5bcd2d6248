// Installs what is missing and builds what is stale for a command (bin/run.mjs). Built-in modules only, because a fresh
// clone has no node_modules.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, digest, messages, must } from "./built.mjs";
import { isProductionTree, missing } from "./production.mjs";

/** The exit code where something has to be put right first, as in src/platform/exit.server.ts. */
const CONFIG_EXIT = 78;
const root = fileURLToPath(new URL("..", import.meta.url));
const NEEDS_BUILD = new Set(["start", "test", "proof", "bench", "accessibility", "build"]);

/** Commands of an installation in service, which run without development packages. */
const IN_SERVICE = new Set(["serve", "import", "ledger", "reconcile", "secrets", "floor-key", "demo", "operator"]);

try {
  const command = process.argv[2];
  if (command === "serve" || (IN_SERVICE.has(command) && isProductionTree())) check(command);
  else prepare(command);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

/** Names what is missing, and installs and builds nothing. */
function check(command) {
  const problems = missing({ build: command === "serve" });
  if (problems.length === 0) return;
  process.stderr.write(`Baize cannot start:\n${problems.map((problem) => `  ${problem}\n`).join("")}`);
  process.exit(CONFIG_EXIT);
}

function prepare(command) {
  install();
  messages();
  if (NEEDS_BUILD.has(command)) build();
}

/** Installs if package.json or the lockfile differs from those that node_modules was made from. */
function install() {
  const stamp = join(root, "node_modules", ".baize-lock");
  const wanted = digest(["package.json", "package-lock.json"]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  process.stdout.write("Installing packages …\n");
  // Not `npm ci`, which fails if the registry lacks an optional package of some other platform.
  must("npm", [
    "install",
    "--no-save",
    "--include=optional",
    "--include=dev",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ]);
  writeFileSync(stamp, wanted);
}
