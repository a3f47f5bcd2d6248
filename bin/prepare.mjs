// Installs what is missing and builds what is stale for a command (bin/run.mjs). Built-in modules only, because a fresh
// clone has no node_modules.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, digest, messages, must } from "./built.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const NEEDS_BUILD = new Set(["start", "test", "proof", "bench", "accessibility", "build"]);

try {
  install();
  messages();
  if (NEEDS_BUILD.has(process.argv[2])) build();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
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
