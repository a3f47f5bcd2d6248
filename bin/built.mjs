// Compiles what programs and tests need, each only when its sources have changed. Built-in modules only, because
// bin/run.mjs uses it on the machine's own Node.
import { spawnSync } from "node:child_process";
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
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = join(root, "node_modules", ".bin");
/** Held by the process that compiles. It contains the process's id, because a killed one leaves it behind. */
const LOCK = join(root, "node_modules", ".cache", "baize-building");
const LOOK_AGAIN_MS = 100;

/** How the module of each message begins. */
const MODULE_HEAD = `/* eslint-disable */
import { getLocale, experimentalStaticLocale } from '../runtime.js';

/** @typedef {import('../runtime.js').LocalizedString} LocalizedString */
`;

/** What is made from which sources. */
const MESSAGES = {
  stamp: join(root, "src", "messages", ".baize-stamp"),
  wanted: () => digest(["messages", "project.inlang/settings.json", "package-lock.json", "bin/built.mjs"]),
};
const SITE = {
  stamp: join(root, "build", ".baize-stamp"),
  wanted: () =>
    digest(
      [
        "src",
        "db",
        "sandbox",
        "bin/inline-scripts.ts",
        "vite.config.ts",
        "vite.sandbox.config.ts",
        "react-router.config.ts",
        "package-lock.json",
        "messages",
      ],
      (path) => !/\.test\.tsx?$|^src\/messages\//.test(path),
    ),
};

/** True if the compiled messages are there and made from the present catalogue. */
export const isMessagesCompiled = () => isMade(MESSAGES);

/** True if the site is built from the present sources. */
export const isBuilt = () => isMade(SITE);

function isMade({ stamp, wanted }) {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === wanted();
}

/**
 * Compiles the message catalogue into typed functions. Fails if the result is empty, which means a wrong plug-in
 * path.
 */
export function messages() {
  once(MESSAGES.stamp, MESSAGES.wanted, () => {
    must("paraglide-js", [
      "compile",
      "--project",
      "./project.inlang",
      "--outdir",
      "./src/messages",
      "--silent",
      "--no-emit-readme",
    ]);
    if (!readdirSync(join(root, "src", "messages", "messages")).includes("menu.js"))
      throw new Error("The message catalogue compiled to nothing.");
    joinMessages();
  });
}

/**
 * Joins the modules of single messages, because loading thousands of files took Node more than half of a command's start. The
 * bundler of the pages' scripts still takes them one by one (vite.config.ts).
 */
function joinMessages() {
  const dir = join(root, "src", "messages", "messages");
  const names = readdirSync(dir).filter((name) => name.endsWith(".js") && name !== "_index.js");
  const bodies = names.sort().map((name) => readFileSync(join(dir, name), "utf8").replace(MODULE_HEAD, ""));
  if (bodies.some((body) => /^import .* from '/m.test(body)))
    throw new Error("The module of a message begins in an unknown way.");
  writeFileSync(join(dir, "joined.js"), [MODULE_HEAD, ...bodies].join("\n"));
  const catalogue = join(root, "src", "messages", "messages.js");
  const apart = readFileSync(catalogue, "utf8");
  const joined = apart.replaceAll("./messages/_index.js", "./messages/joined.js");
  if (joined === apart) throw new Error("The catalogue of messages does not import its modules as expected.");
  writeFileSync(catalogue, joined);
}

/** Builds the site and its sandbox. Needs the compiled messages. */
export function build() {
  once(SITE.stamp, SITE.wanted, () => {
    process.stdout.write("Building …\n");
    keepAssets();
    must("react-router", ["build", "--logLevel", "warn"]);
    must("vite", ["build", "--config", "vite.sandbox.config.ts", "--logLevel", "warn"]);
  });
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

/** Does the work unless the stamp holds the wanted text. Of several processes one does it and the others wait. */
function once(stamp, wanted, work) {
  const isDone = () => isMade({ stamp, wanted });
  if (isDone()) return;
  const unlock = lock();
  try {
    if (isDone()) return;
    const made = wanted();
    work();
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, made);
  } finally {
    unlock();
  }
}

function lock() {
  mkdirSync(dirname(LOCK), { recursive: true });
  for (;;) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: "wx" });
      return () => rmSync(LOCK, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (isAbandoned()) rmSync(LOCK, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS);
  }
}

function isAbandoned() {
  try {
    process.kill(Number(readFileSync(LOCK, "utf8")) || process.pid, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

/** One hash over the names and contents of all files below `paths`. */
export function digest(paths, keep = () => true) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap((path) => filesBelow(join(root, path)))) {
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

/** Runs a program of node_modules. The settings of a test run, such as NODE_ENV, do not reach it. */
export function must(program, args) {
  const { NODE_ENV: _, NODE_OPTIONS: __, VITEST: ___, ...kept } = process.env;
  const env = { ...kept, PATH: `${bin}:${process.env.PATH}` };
  const { status } = spawnSync(program, args, { stdio: "inherit", cwd: root, env });
  if (status !== 0) throw new Error(`${program} ${args[0]} failed.`);
}
