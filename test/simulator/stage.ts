import { isTransient } from "../../src/platform/database/errors.server.ts";
import type { Jobs } from "../../src/platform/jobs.server.ts";
import type { World } from "../../src/platform/world.ts";
import { RECONCILE_QUEUE, startWalletJobs } from "../../src/wallet/jobs.server.ts";
import { openSimulatedBank, type BankEntry } from "./bank.ts";
import { readBooks, type Books } from "./books.ts";
import type { Chance } from "./chance.ts";
import type { Engine, Fate } from "./engine.ts";
import { creditsSince, problemsNow, type Acknowledged } from "./invariants.ts";
import { SITES_BY_ID, worldOf, type Register } from "./made-world.ts";
import type { Profile } from "./profile.ts";
import { openSimulatedQueue } from "./queue.ts";
import { NodeDied, openTasks, type Ended } from "./tasks.ts";

/** A Saturday evening in November, as in most tests. */
const START_MS = Date.parse("2026-11-21T19:30:00Z");
const RESTART_MS = [1_000, 20_000] as const;
const STEPS_MAX = 20_000;
const NODES = 2;
const ASKED_WITHIN_MS = 60_000;

type Event = { at: number; name: string; run: () => void | Promise<void> };
type Node = { world: World; jobs: Jobs; handlers: Map<string, (jobs: never[]) => Promise<void>>; isUp: boolean };
export type Stage = Awaited<ReturnType<typeof openStage>>;
export type Given = { engine: Engine; chance: Chance; profile: Profile; memberships: string[]; run: number };

/** One simulated world: two nodes over one database, a queue, a bank and a clock. It decides what runs next. */
export async function openStage({ engine, chance, profile, memberships, run }: Given) {
  const clock = { ms: START_MS };
  const register: Register = { isSilent: false, namesSince: null };
  const tasks = openTasks(clock);
  const queue = openSimulatedQueue(engine, clock);
  const trace: string[] = [];
  const told: Acknowledged = { payments: new Map(), cash: new Map(), approvals: new Set() };
  const worlds: World[] = [];
  const startedAt = new Map<string, number>();
  const asked = new Set<string>();
  let agenda: Event[] = [];
  let hasChanged = true;
  let books: Books | null = null;
  let steps = 0;
  let uuids = 0;
  let isDisturbed = true;
  /** The reconciler runs until this time; afterwards its rounds are skipped to save time. */
  let roundsUntil = 0;
  let onSession: (entry: BankEntry) => void = () => undefined;

  /** Session ids contain the run; the trace replaces it, so that traces of a seed are equal. */
  const prefix = `run${run}-`;
  const say = (what: string) =>
    void trace.push(`${((clock.ms - START_MS) / 1000).toFixed(3)}s ${what.replaceAll(prefix, "session ")}`);
  const bank = openSimulatedBank(tasks, chance, {
    prefix,
    opened(entry) {
      say(`bank opens ${entry.id} for ${entry.state.slice(9)}`);
      if (!startedAt.has(entry.state)) startedAt.set(entry.state, clock.ms);
      onSession(entry);
    },
    // Without faults the bank must get one order per payment.
    asking(state) {
      if (profile.isCalm && asked.has(state)) throw fail(`${state} was ordered at the bank again`);
      asked.add(state);
    },
  });
  const [{ last }] = (await engine.raw<{ last: bigint }>(
    "select coalesce(max(id), 0) as last from ledger_entries",
    [],
  )) as [{ last: bigint }];

  const nodes: Node[] = Array.from({ length: NODES }, (_, at) => ({ ...openNode(at), isUp: true }));

  function openNode(at: number): Omit<Node, "isUp"> {
    const { jobs, handlers } = queue.ofNode(profile.skewMs[at] ?? 0);
    const given = {
      jobs,
      now: () => new Date(clock.ms + (profile.skewMs[at] ?? 0)),
      random: chance.bytes,
      uuid: () => uuidOf(run, (uuids += 1), chance),
    };
    const world = worldOf(engine.database, bank.banks, given, register);
    worlds.push(world);
    return { world, jobs, handlers };
  }
  function fateOf(place: "statement" | "inside" | "commit", text: string): Fate {
    if (!isDisturbed) return "none";
    const { die, lost, again } = profile.database;
    if (text.includes("ledger_post") && chance.is(again)) return note("again", text);
    const isWriting = place === "commit" || (place === "statement" && /^(insert|update|delete)/i.test(text));
    if (chance.is(die)) return note(isWriting && chance.is(0.5) ? "die-after" : "die", text);
    if (chance.is(lost)) return note(isWriting && chance.is(0.5) ? "lost-after" : "lost", text);
    return "none";
  }
  function note(fate: Fate, text: string): Fate {
    say(`node ${tasks.nodeOfTurn()}: ${fate} at ${text.slice(0, 60).replaceAll(/\s+/g, " ")}`);
    return fate;
  }
  function kill(at: number): void {
    const node = nodes[at];
    if (node === undefined || !node.isUp) return;
    node.isUp = false;
    say(`node ${at} dies with ${tasks.kill(at).join(", ") || "nothing"}`);
    later(chance.between(...RESTART_MS), `node ${at} starts`, () => restart(at));
  }
  function restart(at: number): void {
    Object.assign(nodes[at] as Node, openNode(at), { isUp: true });
    startJobs(at);
  }
  /** A node that cannot start dies and is started again. */
  function startJobs(at: number): void {
    startOn(
      at,
      "start",
      (world) => startWalletJobs(world, jobsOf(at), SITES_BY_ID),
      (how) => {
        if ("error" in how && !(how.error instanceof NodeDied)) kill(at);
      },
    );
  }
  const jobsOf = (at: number) => (nodes[at] as Node).jobs;

  function later(ms: number, name: string, work: Event["run"]): void {
    agenda.push({ at: clock.ms + ms, name, run: work });
  }
  /** Runs a verb on a node. It may throw only errors that callers are told to retry. */
  function startOn<Result>(
    at: number,
    name: string,
    work: (world: World) => Promise<Result>,
    ended: (how: Ended<Result>) => void = () => undefined,
  ): void {
    const node = nodes[at] as Node;
    tasks.start(
      `${name}@${at}`,
      at,
      () => work(node.world),
      (how) => {
        if ("error" in how && !(how.error instanceof NodeDied) && !isOthersFault(how.error))
          throw fail(`${name} threw ${how.error instanceof Error ? how.error.stack : String(how.error)}`);
        if ("error" in how) say(`${name}@${at} broke: ${(how.error as Error).message.slice(0, 60)}`);
        ended(how);
      },
    );
  }
  /** Runs a verb on any node that is up, or a little later if there is none. */
  function start<Result>(
    name: string,
    work: (world: World) => Promise<Result>,
    ended?: (how: Ended<Result>) => void,
  ): void {
    const up = nodes.flatMap(({ isUp }, at) => (isUp ? [at] : []));
    if (up.length === 0) return later(5_000, name, () => start(name, work, ended));
    startOn(chance.pick(up), name, work, ended);
  }

  let failure: Error | null = null;
  function fail(why: string): Error {
    failure ??= new Error(why);
    return failure;
  }
  function takeJobs(): void {
    for (const job of queue.due()) {
      const isRound = job.queue === RECONCILE_QUEUE;
      if (isRound && clock.ms > roundsUntil) continue;
      const up = nodes.flatMap((node, at) => (node.isUp && node.handlers.has(job.queue) ? [at] : []));
      const at = up.length === 0 ? null : chance.pick(up);
      if (at === null) continue;
      const lease = queue.take(job);
      const isTwice = isDisturbed && chance.is(0.05);
      const handler = nodes[at]?.handlers.get(job.queue) as (jobs: { id: string; data: object }[]) => Promise<void>;
      startOn(
        at,
        `${job.queue}#${job.id.slice(4)}`,
        async () => {
          await tasks.pause(chance.between(1, 300));
          await handler([{ id: job.id, data: job.data }]);
          if (isTwice) await handler([{ id: job.id, data: job.data }]);
        },
        (how) => {
          if ("ok" in how) lease.done();
          else if (!(how.error instanceof NodeDied)) lease.failed();
        },
      );
    }
  }
  async function check(): Promise<Books> {
    if (!hasChanged && books !== null) return books;
    hasChanged = false;
    const now = await readBooks(engine.raw, memberships, last);
    const problems = problemsNow(now, books, bank.book, told);
    // Asking takes a moment, so an answer may be older than the entry in the register.
    const isNamed = register.namesSince !== null && clock.ms - register.namesSince > ASKED_WITHIN_MS;
    if (isNamed && books !== null && creditsSince(books, now).length > 0)
      problems.push("the register names a member who was credited");
    books = now;
    if (problems.length > 0) throw fail(problems.join("\n"));
    return now;
  }
  /** Runs everything until a time, in an order chosen by the seed. */
  async function runUntil(end: number): Promise<void> {
    for (;;) {
      if ((steps += 1) > STEPS_MAX) throw fail("The simulation does not come to rest");
      takeJobs();
      const ready = tasks.ready();
      const due = agenda.filter(({ at }) => at <= clock.ms);
      const choice = chance.between(0, Math.max(0, ready.length + due.length - 1));
      const [task, event] = [ready[choice], due[choice - ready.length]];
      if (task !== undefined) {
        await tasks.resume(task);
      } else if (event !== undefined) {
        agenda = agenda.filter((one) => one !== event);
        say(event.name);
        await event.run();
      } else {
        const next = nextAt();
        if (next === null || next > end) {
          if (end < Number.MAX_SAFE_INTEGER) clock.ms = Math.max(clock.ms, end);
          return;
        }
        clock.ms = Math.max(clock.ms + 1, next);
        continue;
      }
      if (failure !== null) throw failure;
      await check();
    }
  }
  function nextAt(): number | null {
    const times = [
      tasks.nextAt(),
      queue.nextAt((name) => name !== RECONCILE_QUEUE),
      queue.nextAt((name) => name === RECONCILE_QUEUE && clock.ms <= roundsUntil),
      ...agenda.map(({ at }) => at),
    ].filter((at) => at !== null);
    // A due job that was not taken waits for a node to come up.
    return times.length === 0 ? null : Math.min(...times.map((at) => (at <= clock.ms ? clock.ms + 1_000 : at)));
  }

  engine.enter({
    tasks,
    fateOf,
    committed: () => void (hasChanged = true),
    died: () => kill(tasks.nodeOfTurn() ?? 0),
  });
  return {
    clock,
    register,
    chance,
    profile,
    engine,
    bank,
    sites: SITES_BY_ID,
    told,
    trace,
    memberships,
    run,
    say,
    later,
    start,
    startOn,
    kill,
    fail,
    check,
    /** For work outside any node. */
    world: worlds[0] as World,
    startedAt: (uuid: string) => startedAt.get(uuid) ?? START_MS,
    changed: () => void (hasChanged = true),
    tasks,
    hearSessions: (hear: (entry: BankEntry) => void) => void (onSession = hear),
    keepReconcilerScheduled: (ms: number) => void (roundsUntil = Math.max(roundsUntil, clock.ms + ms)),
    async startNodes(): Promise<void> {
      for (const [at] of nodes.entries()) startJobs(at);
    },
    runUntil,
    runOut: () => runUntil(Number.MAX_SAFE_INTEGER),
    /** Ends all faults. */
    calm(): void {
      isDisturbed = false;
      register.isSilent = false;
      Object.assign(bank.way, { isDown: false, dropped: 0, lost: 0, refusesOrders: 0, refusesRefunds: 0 });
    },
    comparisons: () =>
      worlds.reduce(
        (sum, { metrics }) => sum + Number(/^pin_comparisons_total (\d+)$/m.exec(metrics.text({}))?.[1] ?? 0),
        0,
      ),
  };
}

function isOthersFault(error: unknown): boolean {
  return isTransient(error) || isBankAway(error);
}

function isBankAway(error: unknown): boolean {
  return (
    error instanceof Error && /^The bank('s answer is lost| does not answer| cannot be reached)$/.test(error.message)
  );
}

/** A seeded UUID. It contains the run, so that one database serves many. */
function uuidOf(run: number, count: number, chance: Chance): string {
  const hex = Buffer.from(chance.bytes(8)).toString("hex");
  const head = run.toString(16).padStart(8, "0");
  return `${head}-${count.toString(16).padStart(4, "0")}-4${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(4)}`;
}
