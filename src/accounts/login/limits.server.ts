import { sql, type Kysely } from "kysely";
import type { Tables } from "../../../db/tables.ts";
import type { Transaction } from "../../platform/database/database.server.ts";
import {
  hashOf,
  hitsOf,
  limitsOf,
  secondsOf,
  takeBack,
  waitFor,
  type LimitKey,
  type LimitWindow,
} from "../../platform/http/limits.server.ts";
import { newToken, tokenHash } from "../../platform/sealing.server.ts";
import type { World } from "../../platform/world.ts";
import type { Refusal } from "../contract.ts";
import { newSession, type LoggedIn } from "../sessions/sessions.server.ts";
import type { Visit } from "../visit.server.ts";

/** From the fifth failure within this time on, the next attempt has to wait. */
const DELAY_SECONDS = 15 * 60;
const FREE_FAILURES = 5;
const FIRST_DELAY_SECONDS = 30;
/** The limits of one network are lower than the account's, so that an attacker cannot lock the holder out who is elsewhere. */
const FROM_A_BLOCK: LimitWindow[] = [
  { limit: FREE_FAILURES, seconds: 15 },
  { limit: 8, seconds: 3600 },
];
const FROM_EVERYWHERE: LimitWindow[] = [{ limit: 10, seconds: 3600 }];
/** A browser that has logged in to the confirmed account before is limited by its own failures only. */
const FROM_A_KNOWN_BROWSER: LimitWindow[] = [{ limit: 10, seconds: 15 * 60 }];

/** When at least half of the last ten minutes' log-ins failed, and at least this many, unknown browsers need a proof of work. */
const BREAKER = { seconds: 600, failures: 5_000, share: 0.5 } as const;

/** `stopped` is null unless a limit was reached. `owner` is the account whose session was opened; null where the password was wrong. */
type Answered = {
  stopped: Stopped | "attack" | null;
  is_known: boolean;
  owner: string | null;
  was_leaving: boolean | null;
};
/** `isRobot`: too many log-ins fail, so an unknown browser must bring a proof of work first; nothing is counted yet. */
export type LogInOutcome = { opened: LoggedIn | null } | { refusal: Refusal } | { isRobot: true };

/**
 * Tries an address and the hash of the typed password in one statement (the function log_in): counts the guess before it compares, so
 * that parallel guesses cannot pass the limits, and opens the session if it is right. With a null hash it only tells whether a proof
 * of work is needed.
 */
export async function tryPasswordHash(
  world: World,
  visit: Visit,
  { email, hash, isProven }: { email: string; hash: string | null; isProven: boolean },
): Promise<LogInOutcome> {
  const keys = { browser: browserKey(email, visit), place: placeKey(email, visit), account: accountKey(email) };
  const { token, sessionId, hash: sessionHash, openedAt: at, endsAt } = newSession(world);
  const browser = visit.browser ?? newToken(world);
  const lit = sql.lit;
  const { rows } = await sql<Answered>`
    select * from log_in(${hash}, ${email}, ${visit.browser === null ? null : tokenHash(visit.browser)}::bytea, ${at}, ${lit(isProven)},
      ${hashOf(world, keys.browser)}, ${limitsOf(FROM_A_KNOWN_BROWSER)}, ${secondsOf(FROM_A_KNOWN_BROWSER)},
      ${hashOf(world, keys.place)}, ${limitsOf(FROM_A_BLOCK)}, ${secondsOf(FROM_A_BLOCK)},
      ${hashOf(world, keys.account)}, ${limitsOf(FROM_EVERYWHERE)}, ${secondsOf(FROM_EVERYWHERE)},
      ${lit(FREE_FAILURES)}, ${lit(FIRST_DELAY_SECONDS)}, ${lit(DELAY_SECONDS)},
      ${lit(BREAKER.seconds)}, ${lit(BREAKER.failures)}, ${lit(BREAKER.share)},
      ${sessionId}, ${visit.kind}, ${sessionHash}, ${visit.device}, ${endsAt}, ${tokenHash(browser)})`.execute(
    world.database.db,
  );
  const [answered] = rows;
  if (answered === undefined) throw new Error("log_in returned no row");
  const { stopped, is_known: isKnown, owner, was_leaving: wasLeaving } = answered;
  if (stopped === "attack") return { isRobot: true };
  if (stopped !== null) return { refusal: await refusalOf(world, reservedBy(email, visit, isKnown, at), stopped) };
  return { opened: owner === null ? null : { token, accountId: owner, browser, isRestored: wasLeaving === true } };
}

/** A guess that was counted before it is compared. */
export type Guess = {
  /** The password was right: forgets the failures of its network and takes this guess back from the account's count. */
  forgive: (tx: Transaction) => Promise<void>;
  /** Nothing was compared: takes the guess back. */
  takeBack: () => Promise<void>;
};

/**
 * Counts an attempt at an address, known or not, before its password is compared, so that parallel attempts cannot pass the limits.
 * For passwords that do not log in at once (`linkByPassword`). The refusal reads like a wrong password: it tells neither whether the
 * account exists nor whether the password was right.
 */
export async function reserveGuess(
  world: World,
  email: string,
  visit: Visit,
): Promise<{ ok: Guess } | { refusal: Refusal }> {
  const { db } = world.database;
  const reserved = reservedBy(email, visit, false, world.now());
  const [place, account, { at }] = [hashOf(world, reserved.own), hashOf(world, accountKey(email)), reserved];
  const counted = await sql<{ full: Stopped | null }>`
    select reserve_guess(${place}, ${account}, ${at},
      ${limitsOf(FROM_A_BLOCK)}, ${secondsOf(FROM_A_BLOCK)}, ${limitsOf(FROM_EVERYWHERE)}, ${secondsOf(FROM_EVERYWHERE)},
      ${FREE_FAILURES}, ${FIRST_DELAY_SECONDS}, ${DELAY_SECONDS}) as full`.execute(db);
  const stopped = counted.rows[0]?.full ?? null;
  if (stopped !== null) return { refusal: await refusalOf(world, reserved, stopped) };
  return {
    ok: {
      async forgive(tx) {
        await sql`select forgive_guess(${place}, ${account}, ${at}, ${world.now()})`.execute(tx);
      },
      async takeBack() {
        await takeBack(world, db, reserved.own, at);
        await takeBack(world, db, accountKey(email), at);
      },
    },
  };
}

type Db = Kysely<Tables>;
/** A guess is taken back by its instant, so one instant is used for the whole attempt. */
type Reserved = { own: LimitKey; everywhere: LimitKey | null; at: Date };

type Stopped = "pause" | "own" | "everywhere";

const browserKey = (email: string, visit: Visit): LimitKey => ["login browser", email, visit.browser ?? ""];
const placeKey = (email: string, visit: Visit): LimitKey => ["login", email, visit.client.block];
const accountKey = (email: string): LimitKey => ["login account", email];

function reservedBy(email: string, visit: Visit, isKnownBrowser: boolean, at: Date): Reserved {
  if (isKnownBrowser) return { own: browserKey(email, visit), everywhere: null, at };
  return { own: placeKey(email, visit), everywhere: accountKey(email), at };
}

/** Tells how long to wait for the limit that was reached. */
async function refusalOf(world: World, { own, everywhere, at }: Reserved, stopped: Stopped): Promise<Refusal> {
  const { db } = world.database;
  if (stopped === "pause") return wait(await pauseSeconds({ ...world, now: () => at }, db, own));
  if (everywhere === null) return wait(await waitFor(world, db, own, FROM_A_KNOWN_BROWSER));
  const [key, windows] = stopped === "own" ? [own, FROM_A_BLOCK] : [everywhere, FROM_EVERYWHERE];
  return wait(await waitFor(world, db, key, windows));
}

function wait(retryAfterSeconds: number): Refusal {
  return { kind: "rate_limited", error: "members_credentials_wrong", retryAfterSeconds };
}

/** 30 seconds after the fifth failure in 15 minutes, doubled by each further failure. */
async function pauseSeconds(world: World, db: Db, key: LimitKey): Promise<number> {
  const failures = await hitsOf(world, db, key, DELAY_SECONDS);
  const last = failures.at(-1);
  if (last === undefined || failures.length < FREE_FAILURES) return 1;
  const pause = FIRST_DELAY_SECONDS * 2 ** (failures.length - FREE_FAILURES);
  return Math.max(1, Math.ceil((last + pause * 1000 - world.now().getTime()) / 1000));
}

/** Counts a failed log-in in its minute. */
export async function recordFailure(world: World): Promise<void> {
  await sql`select count_login(${world.now()}, true)`.execute(world.database.db);
}

/** True while most log-ins of the last ten minutes fail and there are many of them. log_in applies the same rule. */
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
