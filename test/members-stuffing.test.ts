import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reserveGuess } from "../src/members/login-limits.server.ts";
import type { Visit } from "../src/members/visit.server.ts";
import { inTransaction, type Database } from "../src/platform/database.server.ts";
import { postgresDatabase } from "./databases.ts";
import { SATURDAY_EVENING, testWorld, type TestWorld } from "./world.ts";

/** A million by `npm run proof`. */
const GUESSES = process.env["PROOF"] === undefined ? 3_000 : 1_000_000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const VICTIMS = 20;
const BLOCKS = 400;
const AT_ONCE = 8;
/** What an account takes in an hour, wherever it comes from (T11). */
const COMPARED_MAX = 10;

describe("a day of stuffed passwords (T11, G51)", () => {
  let database: Database;
  let world: TestWorld;
  beforeAll(async () => {
    database = await postgresDatabase();
    world = testWorld(database);
  });
  afterAll(() => database.close());

  const start = new Date(SATURDAY_EVENING).getTime();
  const visitFrom = (block: string, browser: string | null = null) => ({ client: { block }, browser }) as Visit;
  const worldAt = (at: number) => ({ ...world, now: () => new Date(at) });

  it(
    `of ${GUESSES} guesses from ${BLOCKS} places compares at most ten an account in any hour, and locks nobody out`,
    async () => {
      const compared = Array.from({ length: VICTIMS }, (): number[] => []);
      let longestWait = 0;
      let next = 0;
      const attack = async () => {
        while (next < GUESSES) {
          const at = start + Math.floor((next++ * DAY_MS) / GUESSES);
          const victim = randomInt(VICTIMS);
          const visit = visitFrom(`198.18.${randomInt(BLOCKS)}.0/24`);
          const guess = await reserveGuess(worldAt(at), `victim-${victim}@example.test`, visit, false);
          if ("ok" in guess) compared[victim]?.push(at);
          else longestWait = Math.max(longestWait, guess.refusal.retryAfterSeconds ?? Infinity);
        }
      };
      const holder = async () => {
        for (let hour = 0; hour < 24; hour++) {
          const visit = visitFrom("192.0.2.0/24", "the browser at home");
          const guess = await reserveGuess(worldAt(start + hour * HOUR_MS), "victim-0@example.test", visit, true);
          expect("ok" in guess, `the holder in hour ${hour}`).toBe(true);
          if ("ok" in guess) await inTransaction(database, (tx) => guess.ok.forgive(tx));
        }
      };
      await Promise.all([holder(), ...Array.from({ length: AT_ONCE }, attack)]);
      for (const instants of compared) {
        instants.sort((one, other) => one - other);
        // Those that come together come in any order, some of them later than what has made room since.
        const hourMs = HOUR_MS - (AT_ONCE * DAY_MS) / GUESSES;
        const inAnHour = instants.map((at, index) => instants.slice(index).filter((one) => one < at + hourMs).length);
        expect(Math.max(...inAnHour)).toBeLessThanOrEqual(COMPARED_MAX);
        expect(instants.length, "and guesses are taken at all").toBeGreaterThan(0);
      }
      expect(longestWait).toBeLessThanOrEqual(HOUR_MS / 1000);
    },
    GUESSES > 10_000 ? HOUR_MS : 60_000,
  );
});
