import { chanceOf } from "./chance.ts";
import type { Engine } from "./engine.ts";
import { problemsAtRest } from "./invariants.ts";
import { openPayers } from "./payer.ts";
import { openPeople } from "./people.ts";
import { openStaff } from "./staff.ts";
import { profileOf } from "./profile.ts";
import { openStage, type Stage } from "./stage.ts";
import { withSimulatedWaits } from "./tasks.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const MEMBERSHIP_FIRST = 10_000_000;
/**
 * Waits after which nothing may be open: a grace period, an expiry, a card in a machine, five days, and what follows.
 */
const WAITS_MS = [10, 40, 700, 1_000, 3_700, 90_000, 440_000, 3_700, 700, 40, 40].map((seconds) => seconds * SECOND_MS);

/** A failed seed: its problem, and everything that happened before. */
export class SimulationFailed extends Error {
  override name = "SimulationFailed";
  readonly seed: number;
  readonly trace: readonly string[];

  constructor(seed: number, trace: readonly string[], cause: unknown) {
    super(`Seed ${seed}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.seed = seed;
    this.trace = trace;
  }
}

let runs = 0;

/**
 * Runs one seed from the first order to rest. The same seed repeats the same events in any database. Returns the events
 * as lines. Throws SimulationFailed at the first step after which an invariant does not hold.
 */
export async function simulate(engine: Engine, seed: number): Promise<readonly string[]> {
  const chance = chanceOf(seed);
  const profile = profileOf(chance);
  const run = (runs += 1);
  const memberships = Array.from({ length: profile.members }, (_, at) => String(MEMBERSHIP_FIRST + run * 4 + at));
  engine.enter(null);
  const stage = await openStage({ engine, chance, profile, memberships, run });
  try {
    await withSimulatedWaits({ pause: stage.tasks.pause, random: chance.next }, () => play(stage));
  } catch (error) {
    throw new SimulationFailed(seed, stage.trace, error);
  } finally {
    engine.enter(null);
  }
  return stage.trace;
}

async function play(stage: Stage): Promise<void> {
  const { chance, profile, bank, later } = stage;
  const payers = openPayers(stage);
  const people = openPeople(stage, payers);
  const staff = openStaff(stage);
  // Some payers have a link although its answer was lost, for example from a mail.
  stage.hearSessions(({ id }) => {
    if (chance.is(0.15)) later(chance.between(5, 90) * SECOND_MS, `${id} is found in a mail`, () => payers.visit(id));
  });
  await people.settleIn();
  await stage.startNodes();
  Object.assign(bank.way, profile.bank);
  people.orders();
  const soon = () => chance.pick([chance.between(0, 120) * SECOND_MS, chance.between(0, 40) * MINUTE_MS]);
  const times = (count: number, name: string, work: () => void | Promise<void>) => {
    for (let at = 0; at < count; at += 1) later(soon(), name, work);
  };
  times(profile.floor, "the floor moves cash", people.cash);
  times(profile.insertions, "a card goes in", people.insertCard);
  times(profile.exclusions, "a register names a member", people.exclude);
  times(profile.pins > 0 ? 1 : 0, "PINs are tried at once", () => {
    for (let at = 0; at < profile.pins; at += 1) people.tryPin();
  });
  times(profile.polls, "a page polls", people.poll);
  times(profile.kills, "a process is killed", () => stage.kill(chance.between(0, 1)));
  times(chance.is(profile.notices.isFalse) ? 2 : 0, "a lie", payers.lie);
  times(profile.bank.outages, "the bank goes down", () => {
    bank.way.isDown = true;
    later(chance.between(1, 30) * MINUTE_MS, "the bank is back", () => void (bank.way.isDown = false));
  });
  times(profile.silences, "the register of exclusions does not answer", () => {
    stage.register.isSilent = true;
    later(chance.between(1, 90) * MINUTE_MS, "the register answers", () => void (stage.register.isSilent = false));
  });
  times(profile.looks, "staff look", staff.look);
  times(profile.returns, "a top-up is to go back", staff.returnTopUp);
  stage.keepReconcilerScheduled(20 * SECOND_MS);
  await stage.runOut();
  await rest(stage, people, staff);
}

/** Ends all faults and lets time pass. Whatever is still open then would stay open for ever. */
async function rest(
  stage: Stage,
  people: ReturnType<typeof openPeople>,
  staff: ReturnType<typeof openStaff>,
): Promise<void> {
  stage.calm();
  await people.ejectCards();
  stage.say("all faults end");
  for (const wait of WAITS_MS) {
    await stage.runUntil(stage.clock.ms + wait);
    stage.keepReconcilerScheduled(SECOND_MS);
    await stage.runUntil(stage.clock.ms + 2 * SECOND_MS);
    if (await staff.settleAll()) await stage.runUntil(stage.clock.ms + 5 * MINUTE_MS);
    if (isAtRest(await stage.check())) break;
  }
  await stage.runUntil(stage.clock.ms + HOUR_MS);
  stage.changed();
  const problems = problemsAtRest(await stage.check(), stage.bank.book);
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

function isAtRest({ payments, sessions, cases, orders }: Awaited<ReturnType<Stage["check"]>>): boolean {
  return (
    payments.every((payment) => payment.transaction_status !== "PENDING" && payment.next_check_at === null) &&
    sessions.every(({ next, outcome }) => next === null || outcome !== "refund_due") &&
    cases.every((one) => !one.is_open) &&
    orders.every((one) => !one.is_open)
  );
}
