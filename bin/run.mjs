// The entry of every npm script. It uses the machine's Node (20.20 or later) and built-in modules only, because a
// fresh clone has no node_modules. It installs what is missing, builds what is stale, then starts the command on Node
// 24.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = join(root, "node_modules", ".bin");
process.chdir(root);

const NEEDS_BUILD = new Set(["start", "test", "proof", "bench", "accessibility"]);
const [command = "start", ...rest] = process.argv.slice(2);

install();
messages();
if (command === "build" || NEEDS_BUILD.has(command)) build();
if (command !== "build" && command !== "messages") run(join("bin", `${command}.ts`), rest);

/** Installs if package.json or the lockfile differs from those that node_modules was made from. */
function install() {
  const stamp = join(root, "node_modules", ".baize-lock");
  const wanted = digest(["package.json", "package-lock.json"]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  say("Installing packages");
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

/**
 * Compiles the message catalogue into typed functions. Fails if the result is empty, which means a wrong plug-in
 * path.
 */
function messages() {
  const out = join(root, "src", "messages");
  once(join(out, ".baize-stamp"), digest(["messages", "project.inlang/settings.json", "package-lock.json"]), () => {
    must(join(bin, "paraglide-js"), [
      "compile",
      "--project",
      "./project.inlang",
      "--outdir",
      "./src/messages",
      "--silent",
      "--no-emit-readme",
    ]);
    if (!readdirSync(join(out, "messages")).includes("menu.js")) fail("The message catalogue compiled to nothing.");
  });
}

function build() {
  const sources = [
    "src",
    "db",
    "sandbox",
    "vite.config.ts",
    "vite.sandbox.config.ts",
    "react-router.config.ts",
    "package-lock.json",
  ];
  once(
    join(root, "build", ".baize-stamp"),
    digest(sources, (path) => !/\.test\.tsx?$|^src\/messages\//.test(path), ["messages"]),
    () => {
      say("Building");
      keepAssets();
      must(join(bin, "react-router"), ["build", "--logLevel", "warn"]);
      must(join(bin, "vite"), ["build", "--config", "vite.sandbox.config.ts", "--logLevel", "warn"]);
    },
  );
}

/** Keeps the hashed files of the last two builds, because pages that are still open request them. */
function keepAssets() {
  const assets = join(root, "build", "client", "assets");
  const [last, before] = ["1", "2"].map((one) => join(root, "build-earlier", one));
  if (!existsSync(assets)) return;
  rmSync(before, { recursive: true, force: true });
  if (existsSync(last)) renameSync(last, before);
  cpSync(assets, join(last, "assets"), { recursive: true });
}

function run(file, args) {
  const child = spawn(join(bin, "node"), ["--disable-warning=ExperimentalWarning", file, ...args], {
    stdio: "inherit",
    cwd: root,
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => child.kill(signal === "SIGINT" ? "SIGINT" : "SIGTERM"));
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

function once(stamp, wanted, work) {
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  work();
  mkdirSync(join(stamp, ".."), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** One hash over the names and contents of all files below `paths`. */
function digest(paths, keep = () => true, more = []) {
  const hash = createHash("sha256");
  for (const path of [...paths, ...more].flatMap((path) => filesBelow(join(root, path)))) {
    const name = relative(root, path);
    if (keep(name)) hash.update(name).update("\0").update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !name.startsWith("."))
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

function must(program, args) {
  const environment = { ...process.env, PATH: `${bin}:${process.env.PATH}`, NODE_OPTIONS: "" };
  const { status } = spawnSync(program, args, { stdio: "inherit", cwd: root, env: environment });
  if (status !== 0) fail(`${program} ${args[0]} failed.`);
}

function say(what) {
  process.stdout.write(`${what} …\n`);
}

function fail(why) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
