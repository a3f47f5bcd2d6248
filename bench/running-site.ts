import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { callApi } from "./call-api.ts";
import { findProcess, treeCpuMs } from "./process-cost.ts";
import { freePort } from "../test/support/free-port.ts";

/** The bench's own installation: it stays between runs, so that its pictures are encoded once and not again. */
const DATA_DIR = process.env["BENCH_DATA_DIR"] ?? ".data/bench";
const START_MS_MAX = 300_000;
const QUIET_MS_MAX = 1_800_000;
/** Processor time that the site may take in a second and still be at rest. */
const REST_MS = 60;

export type RunningSite = {
  port: number;
  /** The process that answers; its children encode pictures and make hashes. */
  pid: number;
  /** From the command to the first 200 of /readyz, in milliseconds. */
  readyMs: number;
  hostOf: (slug: string) => string;
  /** The key of the installation's import call. */
  importKey: () => string;
  secretsFile: string;
  stop: () => Promise<void>;
};

/**
 * Starts the built site on a free port; with `root` that of another checkout, which is built. Without its sandbox (`npm start` has it) no machine pays in the middle of a
 * measurement and changes the page.
 */
export async function startSite({
  command = ["bin/start.ts"],
  withSandbox = false,
  databaseUrl,
  root = ".",
}: { command?: string[]; withSandbox?: boolean; databaseUrl?: string; root?: string } = {}): Promise<RunningSite> {
  const dataDir = resolve(root, DATA_DIR);
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const elsewhere = withSandbox ? {} : { SANDBOX_URL: `http://localhost:${sandboxPort}` };
  const started = performance.now();
  const child = spawn(process.execPath, command, {
    cwd: resolve(root),
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      ...elsewhere,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
    },
  });
  await untilReady(child, port);
  const readyMs = performance.now() - started;
  const hostOf = (slug: string) => `${slug}.localhost:${port}`;
  const pid = findProcess(child.pid ?? 0, "build/server/server.js");
  try {
    await reportMegapot({ port, hostOf });
    if (pid === undefined) throw new Error("The site's process cannot be found");
  } catch (error) {
    await stop(child);
    throw error;
  }
  return {
    port,
    pid,
    readyMs,
    hostOf,
    secretsFile: join(dataDir, "secrets.json"),
    importKey: () =>
      (JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")) as { importKey: string }).importKey,
    stop: () => stop(child),
  };
}

/** Without its sandbox nobody tells the site the live amount, and its pages would show that it cannot be had. */
async function reportMegapot(site: Pick<RunningSite, "port" | "hostOf">): Promise<void> {
  const body = JSON.stringify({ event_id: crypto.randomUUID(), amount: "1284503.62" });
  const { status } = await callApi(site, {
    method: "PUT",
    path: "/floor/jackpots/MEGAPOT",
    body,
    token: "floor-151",
  });
  if (status !== 200) throw new Error(`The live amount was refused with ${status}`);
}

/** Waits until the site and its encoder have nothing left to do: the pictures of a fresh installation take minutes. */
export async function untilQuiet({ pid }: Pick<RunningSite, "pid">): Promise<void> {
  const end = performance.now() + QUIET_MS_MAX;
  for (let rests = 0; rests < 3;) {
    const before = treeCpuMs(pid);
    await delay(1_000);
    rests = treeCpuMs(pid) - before <= REST_MS ? rests + 1 : 0;
    if (performance.now() > end) throw new Error("The site does not come to rest");
  }
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const end = performance.now() + START_MS_MAX;
  while (performance.now() < end && child.exitCode === null) {
    const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok === true) return;
    await delay(10);
  }
  await stop(child);
  throw new Error("The site does not become ready");
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((settle) => child.once("exit", settle));
  child.kill("SIGTERM");
  await ended;
}
