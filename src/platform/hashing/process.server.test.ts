import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { afterEach, expect, it } from "vitest";
import { argon2Here, type Argon2 } from "./argon2.ts";
import { openHashing, type Hashing } from "./process.server.ts";

const OPTIONS = { salt: Buffer.alloc(16, 7), memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PATIENCE_MS = 20_000;
/** The hashing process has the lowest priority: beside other tests it may get no CPU for a long time without being stuck. */
const STARVED_MS = 50_000;

let hashing: Hashing | undefined;
afterEach(async () => {
  hashing?.stop();
  // A process that has just started needs a moment to end; the next test must not find it.
  await until(() => hashingPids().length === 0);
});

/** The hashing processes of this process. */
function hashingPids(): number[] {
  const own = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return own.map(Number).filter((pid) => {
    const [status, command] = [textOf(`/proc/${pid}/status`), textOf(`/proc/${pid}/cmdline`)];
    return (
      command.includes("hashing/child.ts") && status.includes(`PPid:\t${process.pid}\n`) && !/State:\tZ/.test(status)
    );
  });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** The CPU time of a process, user and system, in hundredths of a second. */
function cpuTicks(pid: number): number {
  const [user, system] = textOf(`/proc/${pid}/stat`).split(") ")[1]?.split(" ").slice(11, 13) ?? [];
  return Number(user) + Number(system);
}

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !holds() && Date.now() < end;) await delay(20);
  expect(holds()).toBe(true);
}

/** A hashing process that has made its first hash. On a busy machine a slow one may have been replaced meanwhile. */
async function warm(silentMs = STARVED_MS): Promise<{ argon2: Argon2; pid: number }> {
  hashing = openHashing(pino({ level: "silent" }), silentMs);
  await hashing.argon2("warm", OPTIONS);
  await until(() => hashingPids().length === 1);
  const [pid = 0] = hashingPids();
  return { argon2: hashing.argon2, pid };
}

const here = async (secret: string | Uint8Array) => Buffer.from(await argon2Here(secret, OPTIONS));

/** Asks for eight hashes and checks each of them. */
function open(argon2: Argon2): Promise<void>[] {
  return Array.from({ length: 8 }, async (_, at) => {
    const made = Buffer.from(await argon2(`password ${at}`, OPTIONS));
    expect(made).toEqual(await here(`password ${at}`));
  });
}

it("hashes texts and bytes in the other process as in this one", async () => {
  const { argon2, pid } = await warm();
  const before = cpuTicks(pid);
  for (const secret of ["Belrive!2026", Buffer.from([0, 255, 1, 128])])
    expect(Buffer.from(await argon2(secret, OPTIONS))).toEqual(await here(secret));
  await Promise.all(Array.from({ length: 8 }, () => argon2("work", OPTIONS)));
  expect(cpuTicks(pid), "CPU time of the hashing process").toBeGreaterThan(before);
  expect(hashingPids()).toEqual([pid]);
});

it("answers pending requests when its process is killed, and starts another", async () => {
  const { argon2, pid } = await warm();
  const asked = open(argon2);
  process.kill(pid, "SIGKILL");
  await Promise.all(asked);
  await Promise.all(open(argon2));
  await until(() => hashingPids().length === 1 && hashingPids()[0] !== pid);
});

it("does not wait for a process that is stuck", async () => {
  const { argon2, pid } = await warm(300);
  process.kill(pid, "SIGSTOP");
  await Promise.all(open(argon2));
  await until(() => hashingPids().length === 1 && hashingPids()[0] !== pid);
});

it("ignores signals sent to the process group, so that running requests can end, and ends when stopped", async () => {
  const { argon2, pid } = await warm();
  process.kill(pid, "SIGINT");
  process.kill(pid, "SIGTERM");
  await Promise.all(open(argon2));
  expect(hashingPids()).toEqual([pid]);
  hashing?.stop();
  await until(() => hashingPids().length === 0);
});
