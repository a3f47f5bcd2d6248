import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { standingClock } from "../../../test/support/clock.ts";
import { ownDatabase } from "../../../test/support/databases.ts";
import { SATURDAY_EVENING, testWorld, type TestWorld } from "../../../test/support/world.ts";
import { once } from "./idempotency.server.ts";

describe("a call with an Idempotency-Key", () => {
  const clock = standingClock(SATURDAY_EVENING);
  let world: TestWorld;
  beforeAll(async () => {
    world = testWorld(await ownDatabase(), {}, clock);
  });
  afterAll(() => world.database.close());
  afterEach(() => void vi.useRealTimers());

  const running = { refusal: { kind: "conflict", error: "members_key_running", retryAfterSeconds: 1 } };
  const called = (key: string, work: () => Promise<{ ok: { n: number } }>) => once(world, "call", key, {}, work);

  it("refuses repeats while it runs and returns its answer afterwards", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { promise, resolve } = Promise.withResolvers<{ ok: { n: number } }>();
    const first = called("slow", () => promise);
    await delay(50);
    for (let round = 0; round < 8; round += 1) {
      clock.advance(5_000);
      vi.advanceTimersByTime(5_000);
      await delay(20);
      expect(await called("slow", async () => ({ ok: { n: 2 } }))).toEqual(running);
    }
    resolve({ ok: { n: 1 } });
    expect(await first).toEqual({ ok: { n: 1 } });
    expect(await called("slow", async () => ({ ok: { n: 2 } }))).toEqual({ ok: { n: 1 } });
  });

  it("releases the key 15 seconds after its node died", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    void called("dead", () => new Promise(() => undefined));
    await delay(50);
    vi.clearAllTimers();
    clock.advance(14_999);
    expect(await called("dead", async () => ({ ok: { n: 2 } }))).toEqual(running);
    clock.advance(1);
    expect(await called("dead", async () => ({ ok: { n: 2 } }))).toEqual({ ok: { n: 2 } });
  });

  it("leaves the key to the repeat that took it over, however a stalled call ends", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { promise, resolve } = Promise.withResolvers<{ ok: { n: number } }>();
    const failing = called("stalled", () => promise.then(() => Promise.reject(new Error("too late"))));
    const succeeding = called("stalled too", () => promise);
    await delay(50);
    clock.advance(15_000);
    for (const key of ["stalled", "stalled too"])
      expect(await called(key, async () => ({ ok: { n: 2 } }))).toEqual({ ok: { n: 2 } });
    resolve({ ok: { n: 1 } });
    await expect(failing).rejects.toThrow("too late");
    await succeeding;
    for (const key of ["stalled", "stalled too"])
      expect(await called(key, async () => ({ ok: { n: 3 } }))).toEqual({ ok: { n: 2 } });
  });
});
