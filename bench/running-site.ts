import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { callApi } from "./call-api.ts";
import { findProcess, treeCpuMs } from "./process-cost.ts";
import { keepDataOfToday } from "../test/support/data-of-today.ts";
import { freePort } from "../test/support/free-port.ts";

/** The data directory of the bench. It is kept for a day, so that its pictures are encoded only once. */
const DATA_DIR = process.env["BENCH_DATA_DIR"] ?? ".data/bench";
const START_MS_MAX = 300_000;
const QUIET_MS_MAX = 1_800_000;
/** A site counts as idle if it uses at most this many milliseconds of processor time per second. */
const REST_MS = 60;

export type RunningSite = {
  port: number;
  /** The process that answers requests. A child of it encodes pictures. */
  pid: number;
  /** Milliseconds from the start command to the first 200 of /readyz. */
  readyMs: number;
  hostOf: (slug: string) => string;
  /** The key for the import API of this installation. */
  importKey: () => string;
  secretsFile: string;
  stop: () => Promise<void>;
};

/**
 * Starts the built site on a free port; with `root`, the built site of another checkout. The sandbox is not started,
 * because its machines would report jackpots during a measurement and change the pages.
 */
export async function startSite({
  command = ["bin/start.ts"],
  withSandbox = false,
  databaseUrl,
  root = ".",
}: { command?: string[]; withSandbox?: boolean; databaseUrl?: string; root?: string } = {}): Promise<RunningSite> {
  const dataDir = resolve(root, DATA_DIR);
  keepDataOfToday(dataDir);
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const elsewhere = withSandbox ? {} : { SANDBOX_URL: `http://localhost:${sandboxPort}` };
  const started = performance.now();
  const child = spawn(process.execPath, command, {
    cwd: resolve(root),
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      ...elsewhere,
      // In a new database all pictures are missing, and encoding them would take minutes.
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, PICTURES_AHEAD: "covers" }),
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

/**
 * Reports a live jackpot, which the sandbox would do otherwise. Without it pages would show that the amount is
 * unavailable.
 */
async function reportMegapot(site: Pick<RunningSite, "port" | "hostOf">): Promise<void> {
  const body = JSON.stringify({ event_id: crypto.randomUUID(), amount: "784503.62" });
  const { status } = await callApi(site, {
    method: "PUT",
    path: "/floor/jackpots/MEGAPOT",
    body,
    token: "floor-151",
  });
  if (status !== 200) throw new Error(`The live amount was refused with ${status}`);
}

/** Waits until the site and its encoder are idle. The pictures of a fresh installation take minutes. */
export async function untilQuiet({ pid }: Pick<RunningSite, "pid">): Promise<void> {
  const end = performance.now() + QUIET_MS_MAX;
  for (let rests = 0; rests < 3;) {
    const before = treeCpuMs(pid);
    await delay(1_000);
    rests = treeCpuMs(pid) - before <= REST_MS ? rests + 1 : 0;
    if (performance.now() > end) throw new Error("The site does not become idle");
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
