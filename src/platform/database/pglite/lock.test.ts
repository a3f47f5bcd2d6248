import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DirectoryInUse, lockDirectory, lockHolder } from "./lock.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "baize-lock-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const lockText = () => readFileSync(join(dir, "pg.lock"), "utf8");

describe("the lock of a directory", () => {
  test("names its holder and the holder's port until it is released", async () => {
    expect(lockHolder(dir)).toBeNull();
    const lock = await lockDirectory(dir, { port: 3000 });
    expect(lockHolder(dir)).toEqual({ pid: process.pid, port: 3000 });
    lock.release();
    expect(lockHolder(dir)).toBeNull();
    (await lockDirectory(dir)).release();
  });

  test("creates the directory if it does not exist", async () => {
    const lock = await lockDirectory(join(dir, "a", "b"));
    expect(lockHolder(join(dir, "a", "b"))).toEqual({ pid: process.pid });
    lock.release();
  });

  test("refuses everybody else, even the same process", async () => {
    const lock = await lockDirectory(dir);
    const refusal: unknown = await lockDirectory(dir, { waitMs: 0 }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DirectoryInUse);
    expect(refusal).toMatchObject({
      message: `${dir} is in use by process ${process.pid}; PGlite serves one process; use DATABASE_URL for several`,
    });
    lock.release();
  });

  test("waits for its holder to end", async () => {
    const lock = await lockDirectory(dir);
    setTimeout(() => lock.release(), 250);
    const next = await lockDirectory(dir, { waitMs: 3000 });
    expect(lockHolder(dir)).toEqual({ pid: process.pid });
    next.release();
  });

  test("of a dead process is taken over, even when its process id is in use again", async () => {
    const shortLived = spawn("true");
    await once(shortLived, "exit");
    for (const stale of [
      { pid: shortLived.pid, started: "some boot:1" },
      { pid: process.pid, started: "some boot:1" },
    ]) {
      writeFileSync(join(dir, "pg.lock"), JSON.stringify(stale));
      expect(lockHolder(dir)).toBeNull();
      const lock = await lockDirectory(dir, { waitMs: 0 });
      expect(lockHolder(dir)).toEqual({ pid: process.pid });
      lock.release();
    }
  });

  test("that was never fully written is taken over after a while", async () => {
    writeFileSync(join(dir, "pg.lock"), "");
    const lock = await lockDirectory(dir, { waitMs: 300 });
    expect(lockHolder(dir)).toEqual({ pid: process.pid });
    lock.release();
  });

  test("goes to exactly one of many who find it stale at once", async () => {
    writeFileSync(join(dir, "pg.lock"), JSON.stringify({ pid: process.pid, started: "some boot:1" }));
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockDirectory(dir, { waitMs: 200 })));
    const won = outcomes.filter((outcome) => outcome.status === "fulfilled");
    expect(won).toHaveLength(1);
    expect(JSON.parse(lockText())).toMatchObject({ pid: process.pid });
    won[0]?.value.release();
  });
});
