import { afterAll, beforeAll, expect, it } from "vitest";
import { openExclusions } from "../../src/gateways/exclusions.server.ts";
import { runExclusionRound, uncheckedMembers } from "../../src/protection/exclusions/round.server.ts";
import type { Database } from "../../src/platform/database/database.server.ts";
import type { ExclusionGateway } from "../../src/platform/gateways/exclusions.ts";
import { attackRow } from "../support/attack-rows.ts";
import { standingClock } from "../support/clock.ts";
import { postgresDatabase } from "../support/databases.ts";
import { addMembers, idOf, personOf } from "../support/many-members.ts";
import { amount } from "../support/proof.ts";
import { openTestSandbox, type TestSandbox } from "../support/sandbox.ts";
import { chanceOf, type Chance } from "../simulator/chance.ts";
import { SATURDAY_EVENING, testWorld } from "../support/world.ts";

const MEMBERS = amount({ test: 3_500, proof: 20_000 });
const DAYS = amount({ test: 3, proof: 30 });
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let database: Database;
let sandbox: TestSandbox;
const clock = standingClock(SATURDAY_EVENING);
beforeAll(async () => {
  database = await postgresDatabase();
  sandbox = await openTestSandbox(clock.now);
  await addMembers(database, { count: MEMBERS, siteId: 151, at: clock.now() });
});
afterAll(async () => {
  await sandbox.close();
  await database.close();
});

/**
 * `npm run proof -- rounds`: days on which two nodes begin the daily round at once, one of them dies in it, and the register does not
 * know some members for a while.
 */
it("every member is asked about each day by two nodes of which one dies, and the unknown ones as soon as they are known", async () => {
  const chance = chanceOf(1);
  const row = { deaths: 0, calls: 0, asked: 0, unknown: 0, unanswered: 0 };
  for (let day = 0; day < DAYS; day += 1) {
    const unknown = new Set(some(chance, chance.between(1, MEMBERS / 10)));
    const barred = new Set(some(chance, 20).filter((n) => !unknown.has(n)));
    const list = (without: Set<number>) => [
      ...[...barred].map(personOf),
      ...[...without].map((n) => ({ ...personOf(n), verdict: "unknown" })),
    ];
    await sandbox.send("PUT", "/api/exclusions", { persons: list(unknown) });
    const before = await calls();
    const dead = await twoNodes(chance.between(1, Math.ceil(MEMBERS / 1_000)));
    // The batch that was lost with its node is asked about again, and nobody else.
    const { matches, persons } = await calls();
    expect(matches - before.matches).toBeLessThanOrEqual(Math.ceil(MEMBERS / 1_000) + dead.deaths);
    expect(persons - before.persons).toBe(MEMBERS + dead.lost);
    expect((await uncheckedMembers({ database, now: clock.now })).members).toBe(unknown.size);
    await sandbox.send("PUT", "/api/exclusions", { persons: list(new Set()) });
    clock.advance(5 * MINUTE_MS);
    await runExclusionRound(node());
    const { members: unanswered } = await uncheckedMembers({ database, now: clock.now });
    expect(unanswered).toBe(0);
    expect(await excluded()).toEqual([...barred].map(idOf).sort());
    const after = await calls();
    expect(after.persons - persons).toBe(unknown.size);
    row.deaths += dead.deaths;
    row.unanswered += unanswered;
    row.unknown += unknown.size;
    row.calls += after.matches - before.matches;
    row.asked += after.persons - before.persons;
    clock.advance(24 * HOUR_MS);
  }
  attackRow(
    "register of exclusions: unknown members, and a node that dies",
    `${DAYS} daily rounds over ${MEMBERS} members by two nodes, ${row.deaths} deaths`,
    `${row.asked} members asked about in ${row.calls} calls; ${row.unknown} were unknown at first, ${row.unanswered} in the end`,
  );
});

function node(exclusions: ExclusionGateway = openExclusions(sandbox.settings.exclusions, { now: clock.now })) {
  return testWorld(database, {}, clock, { exclusions });
}

/** Both nodes begin; the one that has the round dies after its call number `last`, and the other one goes on when the claim ends. */
async function twoNodes(last: number): Promise<{ deaths: number; lost: number }> {
  let asked = 0;
  let lost = 0;
  let die = () => undefined as void;
  const death = new Promise<void>((resolve) => (die = resolve));
  const dying = (): ExclusionGateway => {
    const real = openExclusions(sandbox.settings.exclusions, { now: clock.now });
    return {
      ...real,
      async match(...call) {
        const answers = await real.match(...call);
        if ((asked += 1) < last) return answers;
        lost = call[1].length;
        die();
        return new Promise(() => undefined);
      },
    };
  };
  for (const world of [node(dying()), node(dying())]) void runExclusionRound(world);
  await death;
  await runExclusionRound(node());
  clock.advance(2 * MINUTE_MS);
  await runExclusionRound(node());
  return { deaths: 1, lost };
}

function some({ between }: Chance, count: number): number[] {
  return Array.from({ length: count }, () => between(1, MEMBERS));
}

async function calls() {
  return ((await sandbox.send("GET", "/api/exclusions")) as { calls: { matches: number; persons: number } }).calls;
}

async function excluded(): Promise<string[]> {
  const rows = await database.db
    .selectFrom("memberships")
    .select("id")
    .where("excluded_since", "is not", null)
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}
