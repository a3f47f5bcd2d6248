import { HOUR_MS, MINUTE_MS } from "../../platform/durations.ts";
import { inTransaction } from "../../platform/database/database.server.ts";
import type { ExclusionGateway } from "../../platform/gateways/exclusions.ts";
import type { Jobs } from "../../platform/jobs.server.ts";
import { startRecurringJob } from "../../platform/recurring-jobs.server.ts";
import type { World } from "../../platform/world.ts";
import type { Country } from "../../venues/contract.ts";
import {
  claimRound,
  dueMembers,
  noteAnswered,
  putBack,
  releaseRound,
  renewRound,
  waitingForAnswer,
  type DueMember,
} from "./round-queries.server.ts";
import { storeVerdicts, SOURCES } from "./registers.server.ts";

type Answers = Awaited<ReturnType<ExclusionGateway["match"]>>;

/** Named after the room that had it first, because a database may hold its jobs. */
const QUEUE = "loyalty.daily-exclusions";
const COUNTRIES: readonly Country[] = ["FR", "CH", "BE"];
/** How often a node looks whether anybody is due. */
const EVERY_MS = 5 * MINUTE_MS;
/** A member is asked about again after this time, so that a day never passes without a question. */
const DUE_MS = 20 * HOUR_MS;
/** How many members one call of a register may ask about. */
const BATCH = 1_000;
/** Longer than a batch takes. After a node died, another one waits as long before it goes on. */
const CLAIM_MS = 2 * MINUTE_MS;
/** How long a member without an answer waits: at first, and at most. */
const BACK = { firstMs: 5 * MINUTE_MS, maxMs: 4 * HOUR_MS };
/** The law wants a daily answer; two hours more are for registers that do not answer at once. */
const OVERDUE_MS = 26 * HOUR_MS;

/** Registers the job of the daily questions on this node. Of all nodes one has a round, and at most one waits. */
export async function startExclusionRounds(world: World, jobs: Pick<Jobs, "work">): Promise<void> {
  const next = () => new Date(world.now().getTime() + EVERY_MS);
  await startRecurringJob(world, jobs, QUEUE, { next, isDueAtStart: true }, () => runExclusionRound(world));
}

/**
 * Asks the register of each member's country about everybody who is due, in batches that are stored one by one; whoever continues
 * begins where the last batch ended. Members without an answer are put back, each time for twice as long. A register that cannot be
 * reached is left alone until the next round; the other countries' go on. Does nothing while another node has the
 * round.
 */
export async function runExclusionRound(world: World): Promise<void> {
  const { db } = world.database;
  const claim = world.uuid();
  if (!(await claimRound(db, claim, world.now(), claimEnd(world)))) return;
  try {
    let isOurs = true;
    for (const country of COUNTRIES) isOurs &&= await askAboutCountry(world, claim, country);
  } finally {
    await releaseRound(db, claim);
  }
  await reportWaiting(world);
}

/** Returns false if another node has taken the round meanwhile. */
async function askAboutCountry(world: World, claim: string, country: Country): Promise<boolean> {
  let after: DueMember | null = null;
  for (;;) {
    const members: DueMember[] = await dueMembers(world.database.db, { country, now: world.now(), after }, BATCH);
    if (members.length === 0) return true;
    const askedAt = world.now();
    const answers = await ask(world, country, members);
    if (!(await keep(world, claim, { country, members, askedAt, answers }))) return false;
    if (members.length < BATCH || answers.includes("unreached")) return true;
    after = members.at(-1) ?? null;
  }
}

async function ask(world: World, country: Country, members: DueMember[]): Promise<Answers> {
  const source = SOURCES[country];
  const persons = members.map(({ lastname, firstname, birthday }) => ({ lastname, firstname, birthday }));
  const answers = (await world.gateways.exclusions?.match(source, persons, "daily")) ?? persons.map(() => "unreached");
  for (const verdict of ["clear", "barred", "unknown", "unreached"] as const) {
    const count = answers.filter((answer) => answer === verdict).length;
    if (count > 0) world.metrics.count(`exclusion_checks_total{source="${source}",verdict="${verdict}"}`, count);
  }
  return answers;
}

/** A batch of members, when the register was asked about them, and what it said of each. */
type Answered = { country: Country; members: DueMember[]; askedAt: Date; answers: Answers };

/** Stores a batch's answers and keeps the round for the next one. Returns false, with nothing stored, if the round is lost. */
async function keep(world: World, claim: string, { country, members, askedAt, answers }: Answered): Promise<boolean> {
  const at = world.now();
  const told = members.flatMap(({ id }, place) => {
    const verdict = answers[place];
    return verdict === "clear" || verdict === "barred" ? [{ enrollmentId: null, membershipId: id, verdict }] : [];
  });
  const answered = new Set(told.map(({ membershipId }) => membershipId));
  const unanswered = members.flatMap(({ id }) => (answered.has(id) ? [] : id));
  return inTransaction(
    world.database,
    async (tx) => {
      if (!(await renewRound(tx, claim, claimEnd(world)))) return false;
      const toldAs = (wanted: "clear" | "barred") => told.filter(({ verdict }) => verdict === wanted);
      // See `Verdict`: an answer that arrives late lifts no exclusion that began meanwhile.
      await storeVerdicts(tx, SOURCES[country], askedAt, toldAs("clear"));
      await storeVerdicts(tx, SOURCES[country], at, toldAs("barred"));
      await noteAnswered(tx, [...answered], at, new Date(at.getTime() + DUE_MS));
      await putBack(tx, unanswered, at, BACK);
      return true;
    },
    { isRepeatable: true },
  );
}

function claimEnd(world: World): Date {
  return new Date(world.now().getTime() + CLAIM_MS);
}

/** Members who wait for an answer of their register, and how long the longest has waited since the last one. */
export type Unchecked = { members: number; oldestMs: number; isOverdue: boolean };

/**
 * Counts the members who are due for the daily question or whose last question had no answer. Overdue means that somebody has waited
 * for more than 26 hours.
 */
export async function uncheckedMembers(world: Pick<World, "database" | "now">): Promise<Unchecked> {
  const { members, since } = await waitingForAnswer(world.database.db, world.now());
  const oldestMs = since === null ? 0 : Math.max(0, world.now().getTime() - since.getTime());
  return { members, oldestMs, isOverdue: oldestMs > OVERDUE_MS };
}

async function reportWaiting(world: World): Promise<void> {
  const { members, oldestMs, isOverdue } = await uncheckedMembers(world);
  if (members === 0) return;
  const waiting = { members, oldestHours: Math.round(oldestMs / HOUR_MS) };
  if (!isOverdue) return world.log.warn(waiting, "registers of exclusions have not answered about some members");
  world.metrics.count("exclusion_overdue_alerts_total");
  world.log.error(waiting, "some members have not been checked against their register of exclusions for over 26 hours");
}

/** The same, for /metrics. */
export async function exclusionGauges(world: Pick<World, "database" | "now">): Promise<Record<string, number>> {
  const { members, oldestMs } = await uncheckedMembers(world);
  return { exclusion_unchecked_members: members, exclusion_oldest_unchecked_seconds: Math.round(oldestMs / 1_000) };
}
