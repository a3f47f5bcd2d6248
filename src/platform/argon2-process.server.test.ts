import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { afterEach, expect, it } from "vitest";
import { argon2Here } from "./argon2.ts";
import { openHashing, type Hashing } from "./argon2-process.server.ts";

const OPTIONS = { salt: Buffer.alloc(16, 7), memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PATIENCE_MS = 20_000;

let hashing: Hashing | undefined;
afterEach(() => hashing?.stop());

/** The processes that make hashes for this one. */
function makers(): number[] {
  const own = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return own.map(Number).filter((pid) => {
    const [status, command] = [textOf(`/proc/${pid}/status`), textOf(`/proc/${pid}/cmdline`)];
    return command.includes("argon2-child") && status.includes(`PPid:\t${process.pid}\n`) && !/State:\tZ/.test(status);
  });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !holds() && Date.now() < end;) await delay(20);
  expect(holds()).toBe(true);
}

it("makes the same hash in the other process as here, of a text and of bytes (G51)", async () => {
  hashing = openHashing(pino({ level: "silent" }));
  expect(makers()).toHaveLength(1);
  for (const secret of ["Belrive!2026", Buffer.from([0, 255, 1, 128])])
    expect(Buffer.from(await hashing.argon2(secret, OPTIONS))).toEqual(Buffer.from(await argon2Here(secret, OPTIONS)));
});

it("answers what its process had at hand when it was killed, and starts another", async () => {
  hashing = openHashing(pino({ level: "silent" }));
  const { argon2 } = hashing;
  await argon2("warm", OPTIONS);
  const [first] = makers();
  const open = Array.from({ length: 8 }, (_, at) => argon2(`password ${at}`, OPTIONS));
  process.kill(first ?? 0, "SIGKILL");
  for (const [at, hash] of (await Promise.all(open)).entries())
    expect(Buffer.from(hash)).toEqual(Buffer.from(await argon2Here(`password ${at}`, OPTIONS)));
  expect(Buffer.from(await argon2("meanwhile", OPTIONS))).toEqual(Buffer.from(await argon2Here("meanwhile", OPTIONS)));
  await until(() => makers().length === 1 && makers()[0] !== first);
});

it("lets an interrupt of the whole group pass, for requests still end, and ends when it is stopped (F23)", async () => {
  hashing = openHashing(pino({ level: "silent" }));
  const { argon2 } = hashing;
  const warm = await argon2("warm", OPTIONS);
  const [pid = 0] = makers();
  process.kill(pid, "SIGINT");
  process.kill(pid, "SIGTERM");
  expect(await argon2("warm", OPTIONS)).toEqual(warm);
  expect(makers()).toEqual([pid]);
  hashing.stop();
  await until(() => makers().length === 0);
});
