import { sql } from "kysely";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import type { LoginInput, Refusal, Refused } from "../contract.ts";
import { undoGuess, countGuess } from "./limits.server.ts";
import { hashingRefusal, hashPassword, inHashingTurn } from "./password-hash.server.ts";
import { memberOfToken, newSession, rememberBrowser, type LoggedIn } from "../sessions/sessions.server.ts";
import { accessRefusal, venueOfOrigin, type Visit } from "../visit.server.ts";

/** The one answer for a wrong address, a wrong password or an unusable account, so that nobody learns who has an account. */
export const CREDENTIALS_WRONG: Refused = { refusal: { kind: "unauthenticated", error: "members_credentials_wrong" } };

/** Refuses a log-in before it is read: the site or network is closed to it, or the queue of hashes is full. */
export function refusalBeforeLogIn(world: World, visit: Visit): Refusal | null {
  return accessRefusal(world, visit) ?? hashingRefusal(visit);
}

/**
 * Logs in by e-mail and password (POST /auth/login). A wrong password, an unknown address, a disabled account and a foreign pending
 * one get the same answer after the same work, so that nobody learns who has an account.
 */
export async function logIn(world: World, visit: Visit, input: LoginInput): Promise<{ ok: LoggedIn } | Refused> {
  const refusal = refusalBeforeLogIn(world, visit);
  if (refusal !== null) return { refusal };
  const site = venueOfOrigin(world, visit, input.origin);
  if ("problems" in site) return site;
  const closed = accessRefusal(world, { ...visit, venue: site.venue });
  return closed === null ? tryPassword(world, visit, input) : { refusal: closed };
}

/** Counts the guess, makes the hash and opens the session in one turn of the queue of hashes, which so bounds the database's work too. */
async function tryPassword(
  world: World,
  visit: Visit,
  { email, password }: LoginInput,
): Promise<{ ok: LoggedIn } | Refused> {
  const tried = await inHashingTurn(visit, () =>
    tryPasswordHash(world, visit, email, () => hashPassword(world, email, password)),
  );
  if ("ok" in tried) await lookForCard(world, visit, tried.ok);
  return tried;
}

/** Counts a guess, makes the hash that `made` gives, and opens the session of the account whose hash it is. */
export async function tryPasswordHash(
  world: World,
  visit: Visit,
  email: string,
  made: () => Promise<string>,
): Promise<{ ok: LoggedIn } | Refused> {
  const guess = await countGuess(world, visit, email);
  if ("refusal" in guess) return guess;
  const hash = await made();
  const opened = await inTransaction(world.database, async (tx) => {
    const entered = await enter(world, tx, visit, { email, hash });
    if (entered !== null) await undoGuess(world, tx, guess.ok, entered.isConfirmed);
    return entered;
  });
  return opened === null ? CREDENTIALS_WRONG : { ok: opened.session };
}

/**
 * Opens a session for somebody who has proved who they are, and remembers the browser. Returns null and does nothing where the account
 * was disabled or its password changed since the hash was compared: the change ended all sessions, and this one must not outlive it.
 * Pass no hash for a log-in without a password.
 */
export async function openLogin(
  world: World,
  visit: Visit,
  accountId: string,
  comparedHash: string | null = null,
): Promise<LoggedIn | null> {
  const opened = await inTransaction(world.database, (tx) => enter(world, tx, visit, { accountId, comparedHash }));
  if (opened === null) return null;
  await lookForCard(world, visit, opened.session);
  return opened.session;
}

/** An account, or whichever account of the address has this hash: the confirmed one first, then the newest pending one. */
type Entering = { accountId: string; comparedHash: string | null } | { email: string; hash: string };

/**
 * Updates the account before it opens the session, in one statement: that waits for whoever is changing the account, and finds nothing
 * if the hash is no longer the account's. A log-in stops the deletion of the account.
 */
async function enter(
  world: World,
  tx: Transaction,
  visit: Visit,
  who: Entering,
): Promise<{ session: LoggedIn; isConfirmed: boolean } | null> {
  const { token, sessionId, hash: sessionHash, openedAt: at, endsAt } = newSession(world);
  const hash = "hash" in who ? who.hash : who.comparedHash;
  const account =
    "accountId" in who
      ? sql`${who.accountId}::uuid`
      : sql`(select id from accounts
          where email = ${who.email} and password_hash = ${who.hash} and status in ('pending', 'confirmed') and disabled_at is null
          order by status, created_at desc, id limit 1)`;
  const { rows } = await sql<{ id: string; is_confirmed: boolean; was_leaving: boolean }>`
    with entered as (
      update accounts a set last_seen_at = ${at}, inactivity_noticed_at = null, deletion_requested_at = null
      from accounts before
      where a.id = ${account} and before.id = a.id and a.disabled_at is null
        and (${hash}::text is null or a.password_hash = ${hash})
      returning a.id, a.status = 'confirmed' as is_confirmed, before.deletion_requested_at is not null as was_leaving
    ), opened as (
      insert into sessions (id, account_id, kind, token_hash, is_rotation_due, device, created_at, last_used_at, expires_at)
      select ${sessionId}::uuid, id, ${visit.kind}, ${sessionHash}::bytea, false, ${visit.device}, ${at}::timestamptz, ${at}, ${endsAt}::timestamptz
      from entered
    )
    select id, is_confirmed, was_leaving from entered`.execute(tx);
  const [entered] = rows;
  if (entered === undefined) return null;
  const { id, is_confirmed: isConfirmed } = entered;
  const browser = await rememberBrowser(world, tx, { id, isConfirmed }, visit);
  return { session: { token, accountId: id, browser, isRestored: entered.was_leaving }, isConfirmed };
}

/** Once for each session of a browser, checks whether the member already has a card. API clients ask by POST /users/pplus/link. */
async function lookForCard(world: World, visit: Visit, { token }: LoggedIn): Promise<void> {
  if (visit.kind === "api") return;
  const member = await memberOfToken(world, token);
  if (member !== null) await world.hooks.accounts.loggedIn(world, member);
}
