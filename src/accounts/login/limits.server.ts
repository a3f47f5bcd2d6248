import { sql } from "kysely";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import {
  forgetHits,
  hitAll,
  secondsUntilAllowed,
  undoHits,
  type LimitKey,
  type LimitWindow,
} from "../../platform/http/counted-limits.server.ts";
import { tokenHash } from "../../platform/cryptography.server.ts";
import type { World } from "../../platform/world.ts";
import type { Refusal } from "../contract.ts";
import type { Visit } from "../visit.server.ts";
import { captchaRefusal, verifyCaptcha } from "./captcha.server.ts";

/** Failures within this time make the next guess wait. */
const DELAY_SECONDS = 15 * 60;
/** From an account's fifth failure in a network on, the next guess waits 30 seconds, and twice as long after each further one. */
const FREE_FAILURES = 5;
const FIRST_DELAY_SECONDS = 30;
/** The limits of one network are lower than the account's, so that an attacker cannot lock out a holder who is elsewhere. */
const FROM_A_BLOCK: LimitWindow[] = [
  { limit: FREE_FAILURES, seconds: 15 },
  { limit: 8, seconds: 3600 },
];
const FROM_EVERYWHERE: LimitWindow[] = [{ limit: 10, seconds: 3600 }];
/** A browser that has logged in to the confirmed account before is limited by its own failures only. */
const FROM_A_KNOWN_BROWSER: LimitWindow[] = [{ limit: 10, seconds: 15 * 60 }];
/**
 * Failures of a network in all accounts: from the 20th on the next guess waits a second, one more after each further failure; from the
 * 50th on it needs a proof of work instead, so that one machine in a hotel cannot keep the other guests waiting.
 */
const NETWORK = { free: 20, unproven: [{ limit: 50, seconds: DELAY_SECONDS }] } as const;

/** When at least half of the last ten minutes' log-ins failed, and at least this many, unknown browsers need a proof of work. */
const BREAKER = { seconds: 600, failures: 5_000, share: 0.5 } as const;

/** A guess that was counted as a failure before it is compared. A guess is taken back by its instant. */
export type Guess = { at: Date; own: LimitKey; keys: LimitKey[] };

/**
 * Counts a guess at an address, known or not, before its password is hashed and compared, so that parallel guesses on any node cannot
 * pass the limits, and a refused one costs no hash. The refusals of an account's limits read like a wrong password: they tell neither
 * whether the account exists nor whether the password was right. A proof of work is used up only where one is asked for.
 */
export async function countGuess(
  world: World,
  visit: Visit,
  email: string,
  isProven = false,
): Promise<{ ok: Guess } | { refusal: Refusal }> {
  const at = world.now();
  const { isKnown, isFlood } = await standing(world, visit, email, at);
  const needsProof = !isKnown && !isProven;
  if (isFlood && needsProof) {
    const robot = await captchaRefusal(world, visit);
    return robot === null ? countGuess(world, visit, email, true) : { refusal: robot };
  }
  try {
    const limits = isKnown ? [browserLimit(email, visit)] : strangersLimits(email, visit, isProven);
    return { ok: await inTransaction(world.database, (tx) => count(world, tx, limits, at)) };
  } catch (error) {
    if (!(error instanceof NoRoom)) throw error;
    const isSolved =
      error.refusal.error === "members_proof_needed" && (await verifyCaptcha(world, visit.captcha ?? "")) === "ok";
    return isSolved ? countGuess(world, visit, email, true) : { refusal: error.refusal };
  }
}

/** The password was right: takes the guess back. The confirmed account's own log-in also forgets the failures of its network or browser. */
export async function undoGuess(
  world: World,
  tx: Transaction,
  { at, own, keys }: Guess,
  isConfirmed: boolean,
): Promise<void> {
  await undoHits(world, tx, keys, at);
  if (isConfirmed) await forgetHits(world, tx, own);
  await countLogIn(tx, at, { attempts: 0, failures: -1 });
}

/** Thrown inside the transaction that counts, so that nothing is counted. */
class NoRoom extends Error {
  override name = "NoRoom";
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super("No more guesses for now");
    this.refusal = refusal;
  }
}

type Limit = {
  key: LimitKey;
  /** How long a hit of the key counts. */
  seconds: number;
  /** What the earlier hits (epoch milliseconds) refuse; null where there is room. */
  refusal: (earlier: number[], at: Date) => Refusal | null;
};

async function count(world: World, tx: Transaction, limits: Limit[], at: Date): Promise<Guess> {
  const earlier = await hitAll(world, tx, limits, at);
  for (const [index, limit] of limits.entries()) {
    const refusal = limit.refusal(earlier[index] ?? [], at);
    if (refusal !== null) throw new NoRoom(refusal);
  }
  // Everybody's guesses of a minute meet in its row, so it comes last.
  await countLogIn(tx, at, { attempts: 1, failures: 1 });
  const keys = limits.map(({ key }) => key);
  return { at, own: keys.at(-1) as LimitKey, keys };
}

function browserLimit(email: string, visit: Visit): Limit {
  const refusal = (earlier: number[], at: Date) => wrongFor(secondsUntilAllowed(earlier, FROM_A_KNOWN_BROWSER, at));
  return { key: ["login browser", email, visit.browser ?? ""], seconds: DELAY_SECONDS, refusal };
}

/** The limits of a browser that the account does not know, the widest first, so that everybody locks them in the same order. */
function strangersLimits(email: string, { client }: Visit, isProven: boolean): Limit[] {
  return [
    {
      key: ["login network", client.block],
      seconds: DELAY_SECONDS,
      refusal: (earlier, at) => (isProven ? null : networkRefusal(earlier, at)),
    },
    {
      key: ["login account", email],
      seconds: 3600,
      refusal: (earlier, at) => wrongFor(secondsUntilAllowed(earlier, FROM_EVERYWHERE, at)),
    },
    {
      key: ["login", email, client.block],
      seconds: 3600,
      refusal: (earlier, at) =>
        wrongFor(
          Math.max(
            secondsUntilAllowed(earlier, FROM_A_BLOCK, at),
            pause(earlier, at, { free: FREE_FAILURES, delay: (more) => FIRST_DELAY_SECONDS * 2 ** more }),
          ),
        ),
    },
  ];
}

function networkRefusal(earlier: number[], at: Date): Refusal | null {
  const retryAfterSeconds = secondsUntilAllowed(earlier, NETWORK.unproven, at);
  if (retryAfterSeconds > 0) return { kind: "rate_limited", error: "members_proof_needed", retryAfterSeconds };
  return wrongFor(pause(earlier, at, { free: NETWORK.free, delay: (more) => more + 1 }));
}

/** The seconds that the last of more than `free` failures makes the next guess wait; `delay` gets how many were more. */
function pause(
  earlier: number[],
  at: Date,
  { free, delay }: { free: number; delay: (more: number) => number },
): number {
  const failures = earlier.filter((one) => one > at.getTime() - DELAY_SECONDS * 1000);
  const last = failures.at(-1);
  if (last === undefined || failures.length < free) return 0;
  return Math.ceil((last - at.getTime()) / 1000 + delay(failures.length - free));
}

function wrongFor(seconds: number): Refusal | null {
  return seconds <= 0 ? null : { kind: "rate_limited", error: "members_credentials_wrong", retryAfterSeconds: seconds };
}

/** Whether the confirmed account of the address knows this browser, and whether most log-ins of the last ten minutes fail. */
async function standing(
  world: World,
  { browser }: Visit,
  email: string,
  at: Date,
): Promise<{ isKnown: boolean; isFlood: boolean }> {
  const { rows } = await sql<{ is_known: boolean; is_flood: boolean }>`
    select
      exists (
        select 1 from accounts a join known_browsers k on k.account_id = a.id
        where a.email = ${email} and a.status = 'confirmed' and a.disabled_at is null
          and k.browser_hash = ${browser === null ? null : tokenHash(browser)}::bytea
      ) as is_known,
      exists (
        select 1 from login_minutes where minute > ${new Date(at.getTime() - BREAKER.seconds * 1000)}
        having sum(failures) >= ${BREAKER.failures} and sum(failures) >= sum(attempts) * ${BREAKER.share}::float8
      ) as is_flood`.execute(world.database.db);
  return { isKnown: rows[0]?.is_known === true, isFlood: rows[0]?.is_flood === true };
}

async function countLogIn(
  tx: Transaction,
  at: Date,
  { attempts, failures }: { attempts: number; failures: number },
): Promise<void> {
  await sql`
    insert into login_minutes (minute, attempts, failures)
    values (date_trunc('minute', ${at}::timestamptz, 'UTC'), ${attempts}, ${failures})
    on conflict (minute) do update set
      attempts = login_minutes.attempts + excluded.attempts,
      failures = login_minutes.failures + excluded.failures`.execute(tx);
}
