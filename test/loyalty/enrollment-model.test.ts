import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pollEveryMs, statusesBetween } from "../../src/loyalty/enrollment/statuses.ts";
import { areSameNames } from "../../src/loyalty/enrollment/identity-match.server.ts";
import type { Database } from "../../src/platform/database/database.server.ts";
import { standingClock } from "../support/clock.ts";
import { enrollingAt, type Enrolling } from "./enrolled.ts";
import { EVENTS, GRAPH, PROVIDER, STATUSES, walkingAt, type Event } from "./enrollment-walk.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { everyOrder } from "../support/orders.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { amount, IS_PROOF } from "../support/proof.ts";

type Walking = ReturnType<typeof walkingAt>;
const ALL_ORDERS: readonly Event[] = IS_PROOF ? EVENTS : [...PROVIDER, "begin"];
const LENGTH = amount({ test: 4, proof: 6 });
const SEQUENCES = amount({ test: 8, proof: 1_000 });

const status = fc.constantFrom(...STATUSES);

describe("the state machine of an enrollment", () => {
  it("follows the allowed transitions only", () => {
    fc.assert(
      fc.property(status, status, (from, to) => {
        const way = statusesBetween(from, to);
        if (GRAPH[from].includes(to)) expect(way).toEqual([to]);
        for (const [at, step] of (way ?? []).entries())
          expect(GRAPH[at === 0 ? from : (way?.[at - 1] ?? from)]).toContain(step);
        return way === null || way.at(-1) === to;
      }),
      { numRuns: 400 },
    );
  });

  it("never moves back, nor out of a final status", () => {
    for (const [from, to] of [
      ["STARTED", "OPENED"],
      ["OK", "STARTED"],
      ["READY", "OK"],
      ["COMPLETED", "NEW"],
      ["DISABLED", "NEW"],
      ["LINKED", "READY"],
      ["VALIDATED", "CANCELED"],
      ["READY", "NEW"],
    ] as const)
      expect(statusesBetween(from, to)).toBeNull();
  });

  it("is polled every one or five seconds, NEW in the app only", () => {
    const five = ["READY", "VALIDATED", "CREATION_IN_PROGRESS", "LINKED"];
    for (const one of STATUSES) {
      const everyMs = pollEveryMs(one, false);
      if (five.includes(one)) expect(everyMs).toBe(5_000);
      else if (["OPENED", "STARTED", "OK", "CREATION_ERROR"].includes(one)) expect(everyMs).toBe(1_000);
      else expect(everyMs).toBeNull();
      expect(pollEveryMs(one, true)).toBe(one === "NEW" ? 1_000 : everyMs);
    }
  });
});

describe("names on a document", () => {
  it.each([
    ["Delmas-Ferré", "Élodie", "DELMAS FERRE", "ELODIE MARIE", null],
    ["Ferré", "Élodie", "DELMAS FERRE", "Elodie", null],
    ["Delmas", "Élodie", "FERRE", "ELODIE", "DELMAS"],
    ["Delmas Ferré", "Élodie", "FERRE", "ELODIE", "DELMAS"],
    ["Élodie", "Delmas", "DELMAS", "ELODIE", null],
    ["d’Aubencourt", "Jean-Luc", "D'AUBENCOURT", "JEAN LUC", null],
  ])("%s %s is the holder of %s %s, born %s", (lastname, firstname, last, first, birthName) => {
    expect(areSameNames({ lastname, firstname }, { lastname: last, firstname: first, birthName })).toBe(true);
  });

  it.each([
    ["Delmas", "Élodie", "DELMAS", "MARIE", null],
    ["Delmas", "Élodie", "DELMASSE", "ELODIE", null],
    ["Delmas", "Élodie", "FERRE", "ELODIE", "MARTIN"],
    ["Delmas", "Élodie", "", "ELODIE", ""],
    ["’-", "Élodie", "DELMAS", "ELODIE", null],
  ])("%s %s is not the holder of %s %s, born %s", (lastname, firstname, last, first, birthName) => {
    expect(areSameNames({ lastname, firstname }, { lastname: last, firstname: first, birthName })).toBe(false);
  });
});

describe("events of the identity provider in any order", () => {
  const clock = standingClock(SATURDAY_EVENING);
  let database: Database;
  let app: TestApp;
  let at: Enrolling;
  let walking: Walking;
  beforeAll(async () => {
    app = await openIsolatedApp({ venues: ["port-serac"], clock, pictures: "stand-ins" });
    database = app.world.database;
    at = enrollingAt(app);
    walking = walkingAt(app, at, clock);
  });
  afterAll(() => app.close());

  it("never leave the state machine, undo a check, move a newer attempt, or get past a refusal", async () => {
    const events = fc.array(fc.constantFrom(...EVENTS), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(events, async (some) => void (await walking.walk(some, await walking.newcomer()))),
      { numRuns: SEQUENCES },
    );
  }, 900_000);

  it(`reach only known statuses, in every order of up to ${LENGTH} events with repetitions`, async () => {
    const { walk, newcomer, forget } = walking;
    const one = await newcomer();
    const situations = await everyOrder(ALL_ORDERS, LENGTH, async (events) => {
      if (IS_PROOF) return walk(events, await newcomer());
      await forget(one.token);
      return walk(events, one);
    });
    const reached = new Set([...situations.keys()].map((one) => (JSON.parse(one) as string[])[0]));
    expect([...reached]).toEqual(expect.arrayContaining(["OPENED", "STARTED", "READY", "ERROR", "CANCELED"]));
  }, 900_000);

  it("change nothing while the provider is unavailable for an hour of polling", async () => {
    const { token } = await walking.newcomer();
    await at.begin(token);
    await at.says({ status: "opened" });
    const { identities, down } = app.world.gateways;
    const began = identities.started.length;
    down.add("identity");
    clock.advance(16 * 60_000);
    const before = await at.enrollment(token);
    for (let round = 0; round < 8; round += 1) {
      clock.advance(5.5 * 60_000);
      await at.later();
    }
    const asked = identities.calls;
    for (let poll = 0; poll < 100; poll += 1) expect(await at.enrollment(token)).toEqual(before);
    expect(identities.calls).toBe(asked);
    const refused = await at.begin(token);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "30"]);
    down.delete("identity");
    expect(identities.started.length).toBe(began);
    expect(await at.statusOf(token)).toBe("OPENED");
    expect((await at.begin(token)).status).toBe(200);
  });

  it("count events of a closed attempt and ignore them", async () => {
    const { token, person } = await walking.newcomer();
    await at.begin(token);
    const first = at.last();
    await at.says({ status: "rejected" });
    await at.begin(token);
    await at.says(at.approved(person), first);
    expect(await at.statusOf(token)).toBe("NEW");
    expect(app.world.metrics.text({})).toMatch(/identity_events_total\{outcome="stale"\} \d/);
  });

  it("store malformed webhooks by their hash, refuse them, and never answer 5xx", async () => {
    const send = (body: string, signature = "signed") =>
      app.send("localhost:3000", "/webhooks/ubble", {
        method: "POST",
        headers: { "cko-signature": signature },
        body,
      });
    expect((await send("{")).status).toBe(400);
    expect((await send("{")).status).toBe(400);
    expect((await send(" ".repeat(1_100_000))).status).toBe(413);
    expect((await send("{}", "")).status).toBe(401);
    const malformed = await database.db
      .selectFrom("identity_events")
      .select("event_id")
      .where("outcome", "=", "poison")
      .execute();
    expect(malformed.length).toBe(2);
    const early = await at.notify("idv_of_tomorrow");
    expect(early.status).toBe(200);
    await app.world.jobs.runAll();
  });
});
