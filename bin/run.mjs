// The entry of every npm script. It uses the machine's Node (20.20 or later) and built-in modules only, because a
// fresh clone has no node_modules. It installs what is missing, builds what is stale, then starts the command on Node
// 24.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, digest, messages, must } from "./built.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);

const NEEDS_BUILD = new Set(["start", "test", "proof", "bench", "accessibility", "build"]);
const [command = "start", ...rest] = process.argv.slice(2);

try {
  install();
  messages();
  if (NEEDS_BUILD.has(command)) build();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
if (command !== "build" && command !== "messages") run(join("bin", `${command}.ts`), rest);

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

function run(file, args) {
  const node = join(root, "node_modules", ".bin", "node");
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", file, ...args], { stdio: "inherit", cwd: root });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => child.kill(signal === "SIGINT" ? "SIGINT" : "SIGTERM"));
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
