import { openExclusions } from "../src/gateways/exclusions.server.ts";
import { runExclusionRound, uncheckedMembers } from "../src/protection/exclusions/round.server.ts";
import { openDatabase, type Database } from "../src/platform/database/database.server.ts";
import { settled } from "../test/app/bulk.ts";
import { standingClock } from "../test/support/clock.ts";
import { addMembers, personOf } from "../test/support/many-members.ts";
import { startPostgres } from "../test/support/postgres.ts";
import { SATURDAY_EVENING, testWorld } from "../test/support/world.ts";
import { allowLargeFill, createBenchDatabase } from "./bench-database.ts";
import { againstLimit, type Ratio } from "./ratio.ts";
import { startSandbox, type RunningSandbox } from "./running-sandbox.ts";

const MEMBERS = Number(process.env["BENCH_ROUND_MEMBERS"] ?? 300_000);
const LISTED = Number(process.env["BENCH_ROUND_LISTED"] ?? 100_000);
/** So many of the list are members; about half as many more have no answer. */
const MEMBERS_LISTED = 2_000;
const LIMIT_SECONDS = 60;
const DAY_MS = 86_400_000;

/**
 * The daily question about 300,000 members to a register that lists 100,000 people, on a PostgreSQL with fsync on: the first
 * question ever, which stores a verdict of each, and that of the next day. The register is the sandbox's; node, database and sandbox
 * are processes of the same machine.
 */
export async function exclusionRound(): Promise<Ratio[]> {
  const postgres = await startPostgres({ isDurable: true });
  const clock = standingClock(SATURDAY_EVENING);
  const sandbox = await startSandbox();
  try {
    await allowLargeFill(postgres);
    const database = await openDatabase({ url: await createBenchDatabase(postgres, "bench_round") });
    await addMembers(database, { count: MEMBERS, siteId: 151, at: clock.now() });
    await settled(database);
    await fillRegister(sandbox);
    const exclusions = openExclusions(sandbox.settings.exclusions, { now: clock.now });
    const world = testWorld(database, {}, clock, { exclusions });
    const ratios: Ratio[] = [];
    for (const day of ["the first day", "the next day"]) {
      const before = await callsOf(sandbox);
      const started = performance.now();
      await runExclusionRound(world);
      const seconds = (performance.now() - started) / 1_000;
      const after = await callsOf(sandbox);
      const figures = {
        calls: after.matches - before.matches,
        persons: after.persons - before.persons,
        excluded: await excludedIn(database),
        unknown: (await uncheckedMembers(world)).members,
      };
      if (figures.persons !== MEMBERS || figures.calls > Math.ceil(MEMBERS / 1_000))
        throw new Error(`The round asked about ${figures.persons} members in ${figures.calls} calls`);
      const name = `register round of ${MEMBERS} members against ${LISTED}, ${day}`;
      ratios.push(againstLimit(name, seconds, LIMIT_SECONDS, "s", figures));
      clock.advance(DAY_MS);
    }
    await database.close();
    return ratios;
  } finally {
    await sandbox.stop();
    await postgres.stop();
  }
}

/** Members far apart are excluded, others are not answered about, and the rest of the list are strangers. */
async function fillRegister(sandbox: RunningSandbox): Promise<void> {
  const step = Math.floor(MEMBERS / MEMBERS_LISTED);
  const persons = Array.from({ length: LISTED }, (_, at) => {
    if (at < MEMBERS_LISTED) return personOf(1 + at * step);
    if (at < MEMBERS_LISTED * 1.5) return { ...personOf(2 + (at - MEMBERS_LISTED) * step), verdict: "unknown" };
    return personOf(MEMBERS + at);
  });
  await sandbox.send("PUT", "/api/exclusions", { persons });
}

async function callsOf(sandbox: RunningSandbox): Promise<{ matches: number; persons: number }> {
  return ((await sandbox.send("GET", "/api/exclusions")) as { calls: { matches: number; persons: number } }).calls;
}

async function excludedIn({ db }: Database): Promise<number> {
  const { members } = await db
    .selectFrom("memberships")
    .select((of) => of.fn.countAll<bigint>().as("members"))
    .where("excluded_since", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(members);
}
