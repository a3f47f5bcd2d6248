import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount } from "../../src/accounts/accounts.server.ts";
import { countGuess } from "../../src/accounts/login/limits.server.ts";
import { tryPasswordHash } from "../../src/accounts/login/login.server.ts";
import type { Visit } from "../../src/accounts/visit.server.ts";
import { inTransaction, type Database } from "../../src/platform/database/database.server.ts";
import { postgresDatabase } from "../support/databases.ts";
import { SATURDAY_EVENING, testWorld, type TestWorld } from "../support/world.ts";
import { amount } from "../support/proof.ts";

/** `npm run proof` sends a million. */
const GUESSES = amount({ test: 3_000, proof: 1_000_000 });
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const VICTIMS = 20;
const BLOCKS = 400;
const AT_ONCE = 8;
/** How many guesses an hour are compared for an account, from all networks together. */
const COMPARED_MAX = 10;

describe("a day of credential stuffing", () => {
  let database: Database;
  let world: TestWorld;
  beforeAll(async () => {
    database = await postgresDatabase();
    world = testWorld(database);
    for (let victim = 0; victim < VICTIMS; victim += 1)
      await inTransaction(database, (tx) =>
        createAccount(world, tx, {
          status: "confirmed",
          email: `victim-${victim}@example.test`,
          passwordHash: "right",
          identity: { civility_id: 1, firstname: "Ana", lastname: "Sorel", birthday: "1990-01-01" },
          optins: { CANAL_EMAIL: false, CANAL_SMS: false, CANAL_LETTER: false },
          venue: null,
          locale: "fr",
        }),
      );
    const known = await tryPasswordHash(world, visitFrom("192.0.2.0/24", browser), "victim-0@example.test", right);
    if (!("ok" in known)) throw new Error("The holder's first log-in opened no session");
  });
  afterAll(() => database.close());

  const right = async () => "right";
  const start = new Date(SATURDAY_EVENING).getTime();
  const browser = "the browser at home";
  const visitFrom = (block: string, known: string | null = null) =>
    ({ client: { block }, browser: known, browserOf: known, kind: "api", device: "Firefox" }) as Visit;
  const worldAt = (at: number) => ({ ...world, now: () => new Date(at) });

  it(
    `of ${GUESSES} guesses from ${BLOCKS} networks compares at most ten an hour for an account, and locks no holder out`,
    async () => {
      const compared = Array.from({ length: VICTIMS }, (): number[] => []);
      let longestWait = 0;
      const attackAt = async (at: number) => {
        const victim = randomInt(VICTIMS);
        const visit = visitFrom(`198.18.${randomInt(BLOCKS)}.0/24`);
        const guess = await countGuess(worldAt(at), visit, `victim-${victim}@example.test`, true);
        if ("ok" in guess) compared[victim]?.push(at);
        else longestWait = Math.max(longestWait, guess.refusal.retryAfterSeconds ?? Infinity);
      };
      /** Sends the guesses in waves, so that none is later than the others of its wave. */
      const attack = async () => {
        for (let next = 0; next < GUESSES; next += AT_ONCE)
          await Promise.all(
            Array.from({ length: AT_ONCE }, (_, index) =>
              attackAt(start + Math.floor(((next + index) * DAY_MS) / GUESSES)),
            ),
          );
      };
      const holder = async () => {
        for (let hour = 0; hour < 24; hour++) {
          const visit = visitFrom("192.0.2.0/24", browser);
          const tried = await tryPasswordHash(worldAt(start + hour * HOUR_MS), visit, "victim-0@example.test", right);
          expect(tried, `the holder in hour ${hour}`).toEqual({ ok: expect.objectContaining({ browser }) });
        }
      };
      await Promise.all([holder(), attack()]);
      for (const instants of compared) {
        instants.sort((one, other) => one - other);
        // Guesses of one wave run in any order, so some are later than the instant that made room for them.
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
