import { sql, type Kysely } from "kysely";
import type { Tables } from "../../db/tables.ts";
import { inTransaction, type Transaction } from "../platform/database.server.ts";
import {
  forgetHits,
  hit,
  hitsOf,
  takeBack,
  type HitResult,
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
  /** The password was right: the account's failures from here are forgotten, in the transaction that lets its holder in. */
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
  // What is taken back is found by its instant, so all of an attempt happens at one.
  const counted = await inTransaction(world.database, (tx) => count({ ...world, now: () => at }, tx, own, everywhere));
  if (!counted.isAllowed) return { refusal: wait(counted.retryAfterSeconds) };
  const release = async (db: Db) => (everywhere === null ? undefined : takeBack(world, db, everywhere, at));
  return {
    ok: {
      async forgive(tx) {
        await forgetHits(world, tx, own);
        await release(tx);
      },
      async takeBack() {
        await takeBack(world, world.database.db, own, at);
        await release(world.database.db);
      },
    },
  };
}

type Db = Kysely<Tables>;

/** One attempt at all limits or at none, in the order in which they are forgiven, so that nobody waits in a circle. */
async function count(world: World, tx: Transaction, own: LimitKey, everywhere: LimitKey | null): Promise<HitResult> {
  const delay = everywhere === null ? 0 : await delaySeconds(world, tx, own);
  if (delay > 0) return { isAllowed: false, retryAfterSeconds: delay };
  const here = await hit(world, tx, own, everywhere === null ? FROM_A_KNOWN_BROWSER : FROM_A_BLOCK);
  if (!here.isAllowed || everywhere === null) return here;
  const whole = await hit(world, tx, everywhere, FROM_EVERYWHERE);
  if (!whole.isAllowed) await takeBack(world, tx, own, world.now());
  return whole;
}

function wait(retryAfterSeconds: number): Refusal {
  return { status: 429, error: "members_credentials_wrong", retryAfterSeconds };
}

/** Half a minute after the fifth failure in a quarter of an hour, twice that after the sixth, and so on. */
async function delaySeconds(world: World, db: Db, key: LimitKey): Promise<number> {
  const failures = await hitsOf(world, db, key, DELAY_SECONDS);
  const last = failures.at(-1);
  if (last === undefined || failures.length < FREE_FAILURES) return 0;
  const pause = FIRST_DELAY_SECONDS * 2 ** (failures.length - FREE_FAILURES);
  return Math.max(0, Math.ceil((last + pause * 1000 - world.now().getTime()) / 1000));
}

/** Counts an attempt into its minute; last in a transaction, because everybody's attempts of that minute meet here. */
export async function recordAttempt(world: World, db: Db, isFailure: boolean): Promise<void> {
  const minute = new Date(Math.floor(world.now().getTime() / 60_000) * 60_000);
  const failures = isFailure ? 1 : 0;
  await db
    .insertInto("login_minutes")
    .values({ minute, attempts: 1, failures })
    .onConflict((conflict) =>
      conflict.column("minute").doUpdateSet({
        attempts: sql`login_minutes.attempts + 1`,
        failures: sql`login_minutes.failures + ${failures}`,
      }),
    )
    .execute();
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
