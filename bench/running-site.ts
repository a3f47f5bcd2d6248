import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { cpuMs, findProcess } from "./process-cost.ts";

/** The bench's own installation: it stays between runs, so that pictures are encoded once and not again. */
const DATA_DIR = resolve(process.env["BENCH_DATA_DIR"] ?? ".data/bench");
const START_MS_MAX = 300_000;
const QUIET_MS_MAX = 1_800_000;
/** Processor time in a second that counts as rest. */
const REST_MS = 40;

export type RunningSite = {
  port: number;
  /** The process that answers; its children encode pictures. */
  pid: number;
  /** From the command to the first 200 of /readyz, in milliseconds. */
  readyMs: number;
  host: (slug: string) => string;
  stop: () => Promise<void>;
};

/** Where the bench's installation keeps its data and secrets. */
export function benchDataDir(): string {
  return DATA_DIR;
}

/**
 * Starts the built site on a free port, as `npm start` does. `withSandbox` starts the sandbox too; without it no machine
 * pays in the middle of a measurement and changes the page.
 */
export async function startSite({ withSandbox = false } = {}): Promise<RunningSite> {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const elsewhere = withSandbox ? {} : { SANDBOX_URL: `http://localhost:${sandboxPort}` };
  const started = performance.now();
  const child = spawn(process.execPath, ["bin/start.ts"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...elsewhere, PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR, LOG_LEVEL: "warn" },
  });
  await ready(child, port);
  const readyMs = performance.now() - started;
  return {
    port,
    pid: findProcess(child.pid ?? 0, "build/server/server.js"),
    readyMs,
    host: (slug) => `${slug}.localhost:${port}`,
    stop: () => stop(child),
  };
}

/** Waits until the site and its encoder have nothing left to do: pictures of a fresh installation take minutes. */
export async function untilQuiet({ pid }: RunningSite): Promise<void> {
  const end = performance.now() + QUIET_MS_MAX;
  for (let rests = 0; rests < 3; ) {
    const before = cpuMs(pid);
    await delay(1_000);
    rests = cpuMs(pid) - before <= REST_MS ? rests + 1 : 0;
    if (performance.now() > end) throw new Error("The site does not come to rest");
  }
}

async function ready(child: ChildProcess, port: number): Promise<void> {
  const end = performance.now() + START_MS_MAX;
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error("The site ended before it was ready");
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

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((settle) => server.listen(0, settle));
  const address = server.address();
  await new Promise((settle) => server.close(settle));
  if (address === null || typeof address === "string") throw new Error("No port is free");
  return address.port;
}
