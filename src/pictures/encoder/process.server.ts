import { fork, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { Socket } from "node:net";
import { constants, setPriority } from "node:os";
import { projectPath } from "../../platform/database/database.server.ts";
import type { EncoderAnswer, EncoderJob, EncoderRequest, EncoderResult } from "./job.ts";

/** What one job may cost before the process is killed. */
export type EncoderBudget = {
  /** Processor time in milliseconds. Time on the clock would kill good pictures on a busy machine. */
  cpuMs: number;
  /** Time on the clock in milliseconds, for a process that hangs without using the processor. */
  wallMs: number;
  rssBytes: number;
};

/**
 * `refused`: the bytes are not a valid picture. `too_heavy`: killed for memory or time. `crashed`: the process died by
 * itself. `stopped`: the site stopped it. `isRemembered` marks the answer to a job that failed before and was not tried
 * again.
 */
export type EncoderFailure = {
  failure: "refused" | "too_heavy" | "crashed" | "stopped";
  reason: string;
  isRemembered?: true;
};
export type EncoderOutcome = { result: EncoderResult } | EncoderFailure;

export type EncoderProcess = {
  /** Runs one job at a time. Starts the process where there is none. */
  run(job: EncoderJob, bytes: Uint8Array, budget: EncoderBudget): Promise<EncoderOutcome>;
  /** Kills the process; a running job is answered with `stopped`. The next job starts a new process. */
  kill(): Promise<void>;
  readonly pid: number | undefined;
};

const LOOK_EVERY_MS = 100;
/** Linux counts processor time in hundredths of a second on every machine we build for. */
const TICK_MS = 10;
const COMPLAINT_KEPT = 2000;

type Running = { id: number; settle: (outcome: EncoderOutcome) => void };
type Child = {
  process: ChildProcess;
  exited: Promise<void>;
  /** Why the site killed the process; undefined where it died by itself. */
  ends: EncoderFailure | undefined;
  /** The process is dead or about to be; it takes no job any more. */
  isOver: boolean;
  running: Running | undefined;
};

/**
 * The encoder's process, started at the first job and again after each death. An idle encoder does not keep this
 * process from exiting.
 */
export function encoderProcess(): EncoderProcess {
  let child: Child | undefined;
  let lastId = 0;

  async function run(job: EncoderJob, bytes: Uint8Array, budget: EncoderBudget): Promise<EncoderOutcome> {
    const used = child === undefined || child.isOver ? startChild() : child;
    child = used;
    if (used.running !== undefined) throw new Error("The encoder takes one job at a time");
    const { promise, resolve } = Promise.withResolvers<EncoderOutcome>();
    const request: EncoderRequest = { id: ++lastId, job, bytes };
    used.running = { id: request.id, settle: resolve };
    hold(used.process);
    const watch = watchOver(used, budget);
    used.process.send(request, (error) => error && end(used, { failure: "crashed", reason: error.message }));
    try {
      return await promise;
    } finally {
      clearInterval(watch);
      release(used.process);
    }
  }

  return {
    run,
    async kill() {
      if (child === undefined) return;
      hold(child.process);
      end(child, { failure: "stopped", reason: "the encoder was stopped" });
      await child.exited;
    },
    get pid() {
      return child === undefined || child.isOver ? undefined : child.process.pid;
    },
  };
}

/**
 * Only what a program needs to load: no secrets, no addresses. Fewer memory arenas, because the large blocks of
 * pictures fragment them.
 */
function environment(): Record<string, string> {
  const { PATH = "", LD_LIBRARY_PATH = "" } = process.env;
  return { PATH, LD_LIBRARY_PATH, MALLOC_ARENA_MAX: "2" };
}

function startChild(): Child {
  const started = fork(projectPath("src/pictures/encoder/child.ts"), [], {
    env: environment(),
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const { promise: exited, resolve } = Promise.withResolvers<void>();
  const child: Child = { process: started, exited, ends: undefined, isOver: false, running: undefined };
  let complaint = "";
  started.stderr?.on("data", (text: Buffer) => (complaint = (complaint + text.toString()).slice(-COMPLAINT_KEPT)));
  started.on("message", (answer: EncoderAnswer) => settle(child, answer));
  started.on("error", (error) => settleEnd(child, error.message, resolve));
  started.on("exit", (code, signal) => settleEnd(child, `${signal ?? `code ${code}`} ${complaint}`.trim(), resolve));
  release(started);
  lowerPriority(started);
  return child;
}

/** Encoding must not delay answers. Where the system refuses, the process keeps its normal priority. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended, or the system refuses.
  }
}

function settle(child: Child, answer: EncoderAnswer): void {
  if (child.running?.id !== answer.id) return;
  const { settle: done } = child.running;
  child.running = undefined;
  done("result" in answer ? { result: answer.result } : { failure: "refused", reason: answer.refusal });
}

function settleEnd(child: Child, how: string, exited: () => void): void {
  child.isOver = true;
  child.running?.settle(child.ends ?? { failure: "crashed", reason: `the encoder died: ${how}` });
  child.running = undefined;
  exited();
}

function end(child: Child, why: EncoderFailure): void {
  child.ends ??= why;
  child.isOver = true;
  child.process.kill("SIGKILL");
}

/**
 * Kills the process once its job exceeds the budget. On a system without /proc only the time on the clock is watched.
 */
function watchOver(child: Child, budget: EncoderBudget): NodeJS.Timeout {
  const startedAt = performance.now();
  const cpuBefore = usageOf(child.process.pid)?.cpuMs ?? 0;
  return setInterval(() => {
    const usage = usageOf(child.process.pid);
    const excess = excessOf(
      budget,
      performance.now() - startedAt,
      usage && { ...usage, cpuMs: usage.cpuMs - cpuBefore },
    );
    if (excess !== undefined) end(child, { failure: "too_heavy", reason: excess });
  }, LOOK_EVERY_MS);
}

type Usage = { cpuMs: number; rssBytes: number };

function excessOf(budget: EncoderBudget, wallMs: number, usage: Usage | undefined): string | undefined {
  if (usage !== undefined && usage.rssBytes > budget.rssBytes) return `more than ${budget.rssBytes} bytes of memory`;
  if (usage !== undefined && usage.cpuMs > budget.cpuMs) return `more than ${budget.cpuMs} ms of processor time`;
  return wallMs > budget.wallMs ? `more than ${budget.wallMs} ms` : undefined;
}

function usageOf(pid: number | undefined): Usage | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The program's name stands in brackets and may hold spaces; user and system time are the 12th and 13th fields
    // after it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return {
      rssBytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024,
      cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
    };
  } catch {
    return undefined;
  }
}

/** Makes the encoder keep this process alive, as long as it runs a job or is being stopped. */
function hold(child: ChildProcess): void {
  child.ref();
  child.channel?.ref();
}

function release(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  if (child.stderr instanceof Socket) child.stderr.unref();
}
