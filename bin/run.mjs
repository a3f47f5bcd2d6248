// The entry of every npm script. It uses the machine's Node (20.20 or later) and built-in modules only, because a
// fresh clone has no node_modules. It installs what is missing, builds what is stale, then starts the command on Node
// 24.
import { spawn } from "node:child_process";
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

const NEEDS_BUILD = new Set(["start", "test", "proof", "bench"]);
const [command = "start", ...rest] = process.argv.slice(2);

/** The program that runs now, of several that run one after the other. */
let running = null;
/** The signal that ended it all. Programs are waited for without blocking, so that a signal reaches them at any time. */
let stoppedBy = null;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    stoppedBy ??= signal;
    running?.kill(signal === "SIGINT" ? "SIGINT" : "SIGTERM");
  });

await install();
await messages();
if (command === "build" || NEEDS_BUILD.has(command)) await build();
if (command !== "build" && command !== "messages")
  process.exit(
    await run(join(bin, "node"), ["--disable-warning=ExperimentalWarning", join("bin", `${command}.ts`), ...rest]),
  );

/** Installs if package.json or the lockfile differs from those that node_modules was made from. */
async function install() {
  const stamp = join(root, "node_modules", ".baize-lock");
  const wanted = digest(["package.json", "package-lock.json"]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  say("Installing packages");
  // Not `npm ci`, which fails if the registry lacks an optional package of some other platform.
  await must("npm", [
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
async function messages() {
  const out = join(root, "src", "messages");
  await once(
    join(out, ".baize-stamp"),
    digest(["messages", "project.inlang/settings.json", "package-lock.json"]),
    async () => {
      await must(join(bin, "paraglide-js"), [
        "compile",
        "--project",
        "./project.inlang",
        "--outdir",
        "./src/messages",
        "--silent",
        "--no-emit-readme",
      ]);
      if (!readdirSync(join(out, "messages")).includes("menu.js")) fail("The message catalogue compiled to nothing.");
    },
  );
}

async function build() {
  const sources = [
    "src",
    "db",
    "sandbox",
    "vite.config.ts",
    "vite.sandbox.config.ts",
    "react-router.config.ts",
    "package-lock.json",
  ];
  await once(
    join(root, "build", ".baize-stamp"),
    digest(sources, (path) => !/\.test\.tsx?$|^src\/messages\//.test(path), ["messages"]),
    async () => {
      say("Building");
      keepAssets();
      await must(join(bin, "react-router"), ["build", "--logLevel", "warn"]);
      await must(join(bin, "vite"), ["build", "--config", "vite.sandbox.config.ts", "--logLevel", "warn"]);
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

/** Runs a program to its end and gives its exit code. A signal to this process is passed on to it. */
function run(program, args, env = process.env) {
  if (stoppedBy !== null) process.exit(1);
  return new Promise((resolve, reject) => {
    running = spawn(program, args, { stdio: "inherit", cwd: root, env });
    running.once("error", reject);
    running.once("exit", (code, signal) => resolve(signal === null ? code : 1));
  });
}

async function once(stamp, wanted, work) {
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  await work();
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

async function must(program, args) {
  const environment = { ...process.env, PATH: `${bin}:${process.env.PATH}`, NODE_OPTIONS: "" };
  if ((await run(program, args, environment)) !== 0) fail(`${program} ${args[0]} failed.`);
}

function say(what) {
  process.stdout.write(`${what} …\n`);
}

function fail(why) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
