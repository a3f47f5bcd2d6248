import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EnrollmentStatus } from "../db/tables.ts";
import { pollEveryMs, wayBetween } from "../src/loyalty/enrollment-graph.ts";
import { areSameNames } from "../src/loyalty/identity-match.server.ts";
import type { IdentityState } from "../src/platform/gateways.ts";
import type { Database } from "../src/platform/database.server.ts";
import { standingClock } from "./clock.ts";
import { memoryDatabase } from "./databases.ts";
import { enrollingAt, type Enrolling } from "./enrolled.ts";
import { openTestHouse, type TestHouse } from "./house.ts";
import { SATURDAY_EVENING } from "./world.ts";

const SEQUENCES = process.env["PROOF"] === undefined ? 24 : 1_000;

/** G83, G85 and G97 as they are written, apart from the code. */
const GRAPH: Record<EnrollmentStatus, EnrollmentStatus[]> = {
  NEW: ["OPENED", "CANCELED"],
  OPENED: ["STARTED", "CANCELED"],
  STARTED: ["OK", "ERROR", "CANCELED"],
  OK: ["READY", "LINKED", "ERROR", "DISABLED", "CANCELED"],
  READY: ["VALIDATED", "CANCELED"],
  VALIDATED: ["CREATION_IN_PROGRESS"],
  CREATION_IN_PROGRESS: ["COMPLETED", "CREATION_ERROR"],
  CREATION_ERROR: ["CREATION_IN_PROGRESS"],
  LINKED: ["COMPLETED"],
  COMPLETED: [],
  CANCELED: ["NEW"],
  ERROR: ["NEW"],
  DISABLED: [],
};
const STATUSES = Object.keys(GRAPH) as EnrollmentStatus[];
const status = fc.constantFrom(...STATUSES);

describe("the graph of an enrollment", () => {
  it("is walked along its edges only, whatever comes first (E1)", () => {
    fc.assert(
      fc.property(status, status, (from, to) => {
        const way = wayBetween(from, to);
        if (GRAPH[from].includes(to)) expect(way).toEqual([to]);
        for (const [at, step] of (way ?? []).entries())
          expect(GRAPH[at === 0 ? from : (way?.[at - 1] ?? from)]).toContain(step);
        return way === null || way.at(-1) === to;
      }),
      { numRuns: 400 },
    );
  });

  it("knows no way back, and none out of what is final (E1, E5)", () => {
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
      expect(wayBetween(from, to)).toBeNull();
  });

  it("is polled every second or every five, NEW in the app only (E8, G91)", () => {
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

describe("names on a document (G92, T21)", () => {
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

/** What may happen to a dossier, in any order and as often as it likes. */
const PROVIDER = ["created", "opened", "checking1", "checking3", "approved", "rejected", "refused", "expired"] as const;
const EVENTS = [...PROVIDER, "stale", "duplicate", "forged", "begin", "down", "entrance"] as const;
type Event = (typeof EVENTS)[number];

describe("events of the identity provider in every order (E1 to E6, T3, T20)", () => {
  const clock = standingClock(SATURDAY_EVENING);
  let database: Database;
  let house: TestHouse;
  let at: Enrolling;
  beforeAll(async () => {
    database = await memoryDatabase();
    house = await openTestHouse(database, { venues: ["port-serac"], clock, pictures: "stand-ins" });
    at = enrollingAt(house);
  });
  afterAll(async () => {
    await house.close();
    await database.close();
  });

  let count = 0;
  async function newcomer() {
    count += 1;
    const letters = String(count).replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "a");
    const person = { lastname: `Modele${letters}`, firstname: "Ida", birthday: "1985-03-09" };
    return { token: await at.person(`model-${count}@example.org`, person), person };
  }
  const stateOf = (event: (typeof PROVIDER)[number], person: object): IdentityState => {
    if (event === "checking1" || event === "checking3") return { status: "checking", done: Number(event.at(-1)) };
    return event === "approved" ? at.approved(person) : { status: event };
  };

  it("never leave the graph, undo a check, move a newer attempt, or lead past a refusal", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...EVENTS), { minLength: 1, maxLength: 6 }), async (events) => {
        const { token, person } = await newcomer();
        expect((await at.begin(token)).status).toBe(200);
        clock.advance(9 * 3_600_000);
        await at.begin(token);
        let verification = at.last();
        let ended: string | null = null;
        let before = await at.dossier(token);
        for (const event of events) {
          const began = await happen(event, { token, person, verification, ended });
          if (began !== null) [ended, verification] = [verification, began];
          const after = await at.dossier(token);
          check(event, before, after, began !== null);
          before = after;
        }
      }),
      { numRuns: SEQUENCES },
    );
  }, 120_000);

  type Play = { token: string; person: object; verification: string; ended: string | null };

  /** Gives the verification that was begun, where one was. */
  async function happen(event: Event, { token, person, verification, ended }: Play): Promise<string | null> {
    const { gateways, jobs } = house.world;
    switch (event) {
      case "begin": {
        await at.begin(token);
        return at.last() === verification ? null : at.last();
      }
      case "stale":
        if (ended === null) return null;
        await at.says(at.approved(person), ended);
        return null;
      case "duplicate":
        await at.notify(verification, "evt_same");
        await at.notify(verification, "evt_same");
        await jobs.runAll();
        return null;
      case "forged": {
        const body = JSON.stringify({ id: "evt_forged", verification });
        const headers = { "cko-signature": "1:1:forged" };
        const answer = await house.send("localhost:3000", "/webhooks/ubble", { method: "POST", headers, body });
        expect(answer.status).toBe(401);
        return null;
      }
      case "down":
        gateways.down.add("identity");
        await at.notify(verification);
        await jobs.runAll();
        gateways.down.delete("identity");
        jobs.waiting.length = 0;
        return null;
      case "entrance": {
        const { card_id: card } = await at.dossier(token);
        if (card !== null)
          await at.entrance({ event_id: `model ${card} ${Math.random()}`, card_id: card, identity_checked: true });
        await jobs.runAll();
        return null;
      }
      default:
        await at.says(stateOf(event, person), verification);
        return null;
    }
  }

  type Dossier = Awaited<ReturnType<Enrolling["dossier"]>>;
  const isReachable = (from: EnrollmentStatus, to: EnrollmentStatus, seen = new Set<EnrollmentStatus>()): boolean =>
    from === to || GRAPH[from].some((next) => !seen.has(next) && isReachable(next, to, seen.add(next)));

  function check(event: Event, before: Dossier, after: Dossier, hasBegun: boolean): void {
    const [from, to] = [before.status as EnrollmentStatus, after.status as EnrollmentStatus];
    expect(STATUSES).toContain(to);
    expect(isReachable(from, to)).toBe(true);
    if (from !== to && ["ERROR", "CANCELED"].includes(from)) expect(event).toBe("begin");
    if (["duplicate", "forged", "stale", "down"].includes(event)) {
      if (event !== "duplicate") expect(to).toBe(from);
    }
    const { done, total } = after.progression_detail;
    expect(done).toBeLessThanOrEqual(total);
    if (!hasBegun && event !== "begin") expect(done).toBeGreaterThanOrEqual(before.progression_detail.done);
    const hasCard = ["READY", "VALIDATED", "CREATION_IN_PROGRESS", "CREATION_ERROR", "LINKED", "COMPLETED"].includes(
      to,
    );
    if (to !== "DISABLED") expect(after.card_id !== null).toBe(hasCard);
    if (before.card_id !== null && hasCard) expect(after.card_id).toBe(before.card_id);
  }

  it("keep everything as it was while the provider is away for an hour and a thousand pages ask (F21)", async () => {
    const { token } = await newcomer();
    await at.begin(token);
    await at.says({ status: "opened" });
    const { identities, down } = house.world.gateways;
    const began = identities.started.length;
    down.add("identity");
    clock.advance(16 * 60_000);
    const before = await at.dossier(token);
    for (let round = 0; round < 8; round += 1) {
      clock.advance(5.5 * 60_000);
      await at.later();
    }
    for (let poll = 0; poll < 100; poll += 1) expect(await at.dossier(token)).toEqual(before);
    const refused = await at.begin(token);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "30"]);
    down.delete("identity");
    expect(identities.started.length).toBe(began);
    expect(await at.statusOf(token)).toBe("OPENED");
    expect((await at.begin(token)).status).toBe(200);
  });

  it("count what is of an attempt that is over, and do nothing (F20)", async () => {
    const { token, person } = await newcomer();
    await at.begin(token);
    const first = at.last();
    await at.says({ status: "rejected" });
    await at.begin(token);
    await at.says(at.approved(person), first);
    expect(await at.statusOf(token)).toBe("NEW");
    expect(house.world.metrics.text({})).toMatch(/identity_events_total\{outcome="stale"\} \d/);
  });

  it("store poison by its hash, refuse it, and answer no 5xx to anything (F19)", async () => {
    const send = (body: string, signature = "signed") =>
      house.send("localhost:3000", "/webhooks/ubble", {
        method: "POST",
        headers: { "cko-signature": signature },
        body,
      });
    expect((await send("{")).status).toBe(400);
    expect((await send("{")).status).toBe(400);
    expect((await send(" ".repeat(1_100_000))).status).toBe(413);
    expect((await send("{}", "")).status).toBe(401);
    const poison = await database.db
      .selectFrom("identity_events")
      .select("event_id")
      .where("outcome", "=", "poison")
      .execute();
    expect(poison.length).toBe(2);
    const early = await at.notify("idv_of_tomorrow");
    expect(early.status).toBe(200);
    await house.world.jobs.runAll();
  });
});
