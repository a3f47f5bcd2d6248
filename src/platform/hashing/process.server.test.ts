import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { afterEach, expect, it } from "vitest";
import { argon2Here, type Argon2 } from "./argon2.ts";
import { openHashing, type Hashing } from "./process.server.ts";

const OPTIONS = { salt: Buffer.alloc(16, 7), memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PATIENCE_MS = 20_000;
/** That process works behind everybody: beside other tests it may stand for long without being stuck. */
const STARVED_MS = 50_000;

let hashing: Hashing | undefined;
afterEach(async () => {
  hashing?.stop();
  // One that was only just started ends a moment later, and the next test would take it for its own.
  await until(() => makers().length === 0);
});

/** The processes that make hashes for this one. */
function makers(): number[] {
  const own = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return own.map(Number).filter((pid) => {
    const [status, command] = [textOf(`/proc/${pid}/status`), textOf(`/proc/${pid}/cmdline`)];
    return command.includes("hashing/child") && status.includes(`PPid:\t${process.pid}\n`) && !/State:\tZ/.test(status);
  });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** User and system time so far, in hundredths of a second. */
function cpuTicks(pid: number): number {
  const [user, system] = textOf(`/proc/${pid}/stat`).split(") ")[1]?.split(" ").slice(11, 13) ?? [];
  return Number(user) + Number(system);
}

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !holds() && Date.now() < end;) await delay(20);
  expect(holds()).toBe(true);
}

/** One that has been asked for its first hash; on a busy machine it may have been slow at that, and another have been started. */
async function warm(silentMs = STARVED_MS): Promise<{ argon2: Argon2; pid: number }> {
  hashing = openHashing(pino({ level: "silent" }), silentMs);
  await hashing.argon2("warm", OPTIONS);
  await until(() => makers().length === 1);
  const [pid = 0] = makers();
  return { argon2: hashing.argon2, pid };
}

const here = async (secret: string | Uint8Array) => Buffer.from(await argon2Here(secret, OPTIONS));

/** Eight hashes that have been asked for, and what they are to be. */
function open(argon2: Argon2): Promise<void>[] {
  return Array.from({ length: 8 }, async (_, at) => {
    const made = Buffer.from(await argon2(`password ${at}`, OPTIONS));
    expect(made).toEqual(await here(`password ${at}`));
  });
}

it("makes the same hash in the other process as here, of a text and of bytes (G51)", async () => {
  const { argon2, pid } = await warm();
  const before = cpuTicks(pid);
  for (const secret of ["Belrive!2026", Buffer.from([0, 255, 1, 128])])
    expect(Buffer.from(await argon2(secret, OPTIONS))).toEqual(await here(secret));
  await Promise.all(Array.from({ length: 8 }, () => argon2("work", OPTIONS)));
  expect(cpuTicks(pid), "it is that process which works").toBeGreaterThan(before);
  expect(makers()).toEqual([pid]);
});

it("answers what its process had at hand when it was killed, and starts another", async () => {
  const { argon2, pid } = await warm();
  const asked = open(argon2);
  process.kill(pid, "SIGKILL");
  await Promise.all(asked);
  await Promise.all(open(argon2));
  await until(() => makers().length === 1 && makers()[0] !== pid);
});

it("does not wait for a process that is stuck", async () => {
  const { argon2, pid } = await warm(300);
  process.kill(pid, "SIGSTOP");
  await Promise.all(open(argon2));
  await until(() => makers().length === 1 && makers()[0] !== pid);
});

it("lets an interrupt of the whole group pass, for requests still end, and ends when it is stopped (F23)", async () => {
  const { argon2, pid } = await warm();
  process.kill(pid, "SIGINT");
  process.kill(pid, "SIGTERM");
  await Promise.all(open(argon2));
  expect(makers()).toEqual([pid]);
  hashing?.stop();
  await until(() => makers().length === 0);
});
