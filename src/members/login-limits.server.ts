import { sql, type Kysely } from "kysely";
import type { Tables } from "../../db/tables.ts";
import type { Transaction } from "../platform/database.server.ts";
import {
  hashOf,
  hitsOf,
  limitsOf,
  secondsOf,
  takeBack,
  waitFor,
  type LimitKey,
  type LimitWindow,
} from "../platform/limits.server.ts";
import type { World } from "../platform/world.ts";
import type { Refusal } from "./contract.ts";
import type { Visit } from "./visit.server.ts";

/** Failures within this time make the next attempt wait, from the fifth on (G51). */
const DELAY_SECONDS = 15 * 60;
const FREE_FAILURES = 5;
const FIRST_DELAY_SECONDS = 30;
/** One place cannot use up what an account takes from everywhere: its holder, elsewhere, still gets in (T11, T12). */
const FROM_A_BLOCK: LimitWindow[] = [
  { limit: FREE_FAILURES, seconds: 15 },
  { limit: 8, seconds: 3600 },
];
const FROM_EVERYWHERE: LimitWindow[] = [{ limit: 10, seconds: 3600 }];
/** A browser that logged in before is held up by its own failures only. */
const FROM_A_KNOWN_BROWSER: LimitWindow[] = [{ limit: 10, seconds: 15 * 60 }];

/** When so many log-ins of the last ten minutes failed, strangers prove that they are no machines (T11). */
const BREAKER = { seconds: 600, failures: 5_000, share: 0.5 } as const;

/** A guess that is counted before it is compared; what turns out right is no guess. */
export type Guess = {
  /**
   * The password was right: the account's failures from here are forgotten, in the transaction that lets its holder in. Last in it,
   * because everybody's attempts of a minute meet here.
   */
  forgive: (tx: Transaction) => Promise<void>;
  /** Nothing was compared. */
  takeBack: () => Promise<void>;
};

/**
 * Counts an attempt at an address, known or not, before its password is compared, so that parallel ones cannot pass the limits. The
 * refusal says the same as a wrong password: it tells neither whether the account exists nor whether the password was right.
 */
export async function reserveGuess(
  world: World,
  email: string,
  visit: Visit,
  isKnownBrowser: boolean,
): Promise<{ ok: Guess } | { refusal: Refusal }> {
  const at = world.now();
  const own: LimitKey = isKnownBrowser
    ? ["login browser", email, visit.browser ?? ""]
    : ["login", email, visit.client.block];
  const everywhere: LimitKey | null = isKnownBrowser ? null : ["login account", email];
  const refusal = await reserve(world, { own, everywhere, at });
  if (refusal !== null) return { refusal };
  return { ok: guessOf(world, { own, everywhere, at }) };
}

type Db = Kysely<Tables>;
/** What is taken back is found by its instant, so all of an attempt happens at one. */
type Reserved = { own: LimitKey; everywhere: LimitKey | null; at: Date };

function guessOf(world: World, { own, everywhere, at }: Reserved): Guess {
  return {
    async forgive(tx) {
      const account = everywhere === null ? null : hashOf(world, everywhere);
      await sql`select forgive_guess(${hashOf(world, own)}, ${account}::bytea, ${at}, ${world.now()})`.execute(tx);
    },
    async takeBack() {
      await takeBack(world, world.database.db, own, at);
      if (everywhere !== null) await takeBack(world, world.database.db, everywhere, at);
    },
  };
}

/** One attempt at all limits or at none, in one statement. */
async function reserve(world: World, { own, everywhere, at }: Reserved): Promise<Refusal | null> {
  const { db } = world.database;
  const windows = everywhere === null ? FROM_A_KNOWN_BROWSER : FROM_A_BLOCK;
  const account = everywhere === null ? null : hashOf(world, everywhere);
  const counted = await sql<{ full: "pause" | "own" | "everywhere" | null }>`
    select reserve_guess(${hashOf(world, own)}, ${account}::bytea, ${at},
      ${limitsOf(windows)}, ${secondsOf(windows)}, ${limitsOf(FROM_EVERYWHERE)}, ${secondsOf(FROM_EVERYWHERE)},
      ${FREE_FAILURES}, ${FIRST_DELAY_SECONDS}, ${DELAY_SECONDS}) as full`.execute(db);
  const full = counted.rows[0]?.full ?? null;
  if (full === null) return null;
  if (full === "pause") return wait(await pauseSeconds({ ...world, now: () => at }, db, own));
  const isOwn = full === "own" || everywhere === null;
  return wait(await waitFor(world, db, isOwn ? own : everywhere, isOwn ? windows : FROM_EVERYWHERE));
}

function wait(retryAfterSeconds: number): Refusal {
  return { status: 429, error: "members_credentials_wrong", retryAfterSeconds };
}

/** Half a minute after the fifth failure in a quarter of an hour, twice that after the sixth, and so on. */
async function pauseSeconds(world: World, db: Db, key: LimitKey): Promise<number> {
  const failures = await hitsOf(world, db, key, DELAY_SECONDS);
  const last = failures.at(-1);
  if (last === undefined || failures.length < FREE_FAILURES) return 1;
  const pause = FIRST_DELAY_SECONDS * 2 ** (failures.length - FREE_FAILURES);
  return Math.max(1, Math.ceil((last + pause * 1000 - world.now().getTime()) / 1000));
}

/** Counts a failed attempt into its minute. */
export async function recordFailure(world: World): Promise<void> {
  await sql`select count_login(${world.now()}, true)`.execute(world.database.db);
}

/** True while most log-ins of the last ten minutes fail and there are many of them. */
export async function isUnderAttack(world: World): Promise<boolean> {
  const since = new Date(world.now().getTime() - BREAKER.seconds * 1000);
  const row = await world.database.db
    .selectFrom("login_minutes")
    .select(({ fn }) => [fn.sum<bigint>("attempts").as("attempts"), fn.sum<bigint>("failures").as("failures")])
    .where("minute", ">", since)
    .executeTakeFirst();
  const [attempts, failures] = [Number(row?.attempts ?? 0), Number(row?.failures ?? 0)];
  return failures >= BREAKER.failures && failures >= attempts * BREAKER.share;
}
