import { sql } from "kysely";
import { forgetHits, hit, hitsOf, takeBack, type LimitKey, type LimitWindow } from "../platform/limits.server.ts";
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
  /** The password was right: the account's failures from here are forgotten. */
  forgive: () => Promise<void>;
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
  const { db } = world.database;
  const at = world.now();
  // What is taken back is found by its instant, so all of an attempt happens at one.
  const then = { ...world, now: () => at };
  const own: LimitKey = isKnownBrowser
    ? ["login browser", email, visit.browser ?? ""]
    : ["login", email, visit.client.block];
  const delay = isKnownBrowser ? 0 : await delaySeconds(world, own);
  if (delay > 0) return { refusal: wait(delay) };
  const counted = await hit(then, db, own, isKnownBrowser ? FROM_A_KNOWN_BROWSER : FROM_A_BLOCK);
  if (!counted.isAllowed) return { refusal: wait(counted.retryAfterSeconds) };
  const everywhere: LimitKey = ["login account", email];
  if (!isKnownBrowser) {
    const whole = await hit(then, db, everywhere, FROM_EVERYWHERE);
    if (!whole.isAllowed) {
      await takeBack(world, db, own, at);
      return { refusal: wait(whole.retryAfterSeconds) };
    }
  }
  const release = () => (isKnownBrowser ? Promise.resolve() : takeBack(world, db, everywhere, at));
  return {
    ok: {
      forgive: async () => void (await Promise.all([forgetHits(world, db, own), release()])),
      takeBack: async () => void (await Promise.all([takeBack(world, db, own, at), release()])),
    },
  };
}

function wait(retryAfterSeconds: number): Refusal {
  return { status: 429, error: "members_credentials_wrong", retryAfterSeconds };
}

/** Half a minute after the fifth failure in a quarter of an hour, twice that after the sixth, and so on. */
async function delaySeconds(world: World, key: LimitKey): Promise<number> {
  const failures = await hitsOf(world, world.database.db, key, DELAY_SECONDS);
  const last = failures.at(-1);
  if (last === undefined || failures.length < FREE_FAILURES) return 0;
  const pause = FIRST_DELAY_SECONDS * 2 ** (failures.length - FREE_FAILURES);
  return Math.max(0, Math.ceil((last + pause * 1000 - world.now().getTime()) / 1000));
}

/** Counts an attempt into its minute. */
export async function recordAttempt(world: World, isFailure: boolean): Promise<void> {
  const minute = new Date(Math.floor(world.now().getTime() / 60_000) * 60_000);
  const failures = isFailure ? 1 : 0;
  await world.database.db
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
