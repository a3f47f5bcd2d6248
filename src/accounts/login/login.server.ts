import { sql } from "kysely";
import type { World } from "../../platform/world.ts";
import { captchaRefusal } from "./captcha.server.ts";
import type { LoginInput, Refusal, Refused } from "../contract.ts";
import { tryHash, type Tried } from "./limits.server.ts";
import { hashingRefusal, hashPassword } from "./password-hash.server.ts";
import { newToken, tokenHash } from "../../platform/sealing.server.ts";
import { memberOfToken, newSession, type LoggedIn } from "../sessions/sessions.server.ts";
import { refusedAtTheDoor, venueOfOrigin, type Visit } from "../visit.server.ts";

/** For this long after an attack was seen, this node asks for the proof of work before it hashes, so that a machine costs no hash. */
const WARY_MS = 60_000;
let floodSeenAtMs = 0;

/** The one answer for a wrong address, a wrong password or an unusable account, so that nobody learns who has an account. */
export const CREDENTIALS_WRONG: Refused = { refusal: { kind: "unauthenticated", error: "members_credentials_wrong" } };

/** Refuses a log-in before it is read: the site or network is closed to it, or the queue of hashes is full. */
export function doorRefusal(world: World, visit: Visit): Refusal | null {
  return refusedAtTheDoor(world, visit) ?? hashingRefusal();
}

/**
 * Logs in by e-mail and password (POST /auth/login). A wrong password, an unknown address, a disabled account and a foreign pending
 * one get the same answer after the same work, so that nobody learns who has an account.
 */
export async function logIn(world: World, visit: Visit, input: LoginInput): Promise<{ ok: LoggedIn } | Refused> {
  const refusal = doorRefusal(world, visit);
  if (refusal !== null) return { refusal };
  const site = venueOfOrigin(world, visit, input.origin);
  if ("problems" in site) return site;
  const door = refusedAtTheDoor(world, { ...visit, venue: site.venue });
  return door === null ? tryPassword(world, visit, input) : { refusal: door };
}

/** Makes the hash first, which needs no data; then one statement decides. */
async function tryPassword(
  world: World,
  visit: Visit,
  { email, password }: LoginInput,
): Promise<{ ok: LoggedIn } | Refused> {
  let isProven = false;
  const attempt = async (hash: string | null): Promise<Exclude<Tried, { isRobot: true }>> => {
    const tried = await tryHash(world, visit, { email, hash, isProven });
    if (!("isRobot" in tried)) return tried;
    floodSeenAtMs = world.now().getTime();
    const robot = await captchaRefusal(world, visit);
    isProven = robot === null;
    return robot === null ? attempt(hash) : { refusal: robot };
  };
  const isWary = world.now().getTime() < floodSeenAtMs + WARY_MS;
  const asked = isWary ? await attempt(null) : null;
  if (asked !== null && "refusal" in asked) return asked;
  const hashed = await hashPassword(world, email, password);
  if ("refusal" in hashed) return hashed;
  const tried = await attempt(hashed.hash);
  if ("refusal" in tried) return tried;
  if (tried.opened === null) return CREDENTIALS_WRONG;
  await lookForCard(world, visit, tried.opened);
  return { ok: tried.opened };
}

/**
 * Opens a session for somebody who has proved who they are, and remembers the browser, in one statement. Returns null and does
 * nothing where the account was disabled or its password changed since the hash was compared: the change ended all sessions, and this
 * one must not outlive it. Pass no hash for a log-in without a password.
 */
export async function openLogin(
  world: World,
  visit: Visit,
  accountId: string,
  comparedHash: string | null = null,
): Promise<LoggedIn | null> {
  const { token, sessionId, hash, openedAt, endsAt } = newSession(world);
  const browser = visit.browser ?? newToken(world);
  const { rows } = await sql<{ was_leaving: boolean | null }>`
    select open_login(${sessionId}, ${accountId}, ${visit.kind}, ${hash}, ${visit.device}, ${openedAt}, ${endsAt}, ${tokenHash(browser)},
      ${comparedHash}::text) as was_leaving`.execute(world.database.db);
  const wasLeaving = rows[0]?.was_leaving ?? null;
  if (wasLeaving === null) return null;
  const opened = { token, accountId, browser, isRestored: wasLeaving };
  await lookForCard(world, visit, opened);
  return opened;
}

/** Once for each session of a browser, checks whether the member already has a card. API clients ask by POST /users/pplus/link. */
async function lookForCard(world: World, visit: Visit, { token }: LoggedIn): Promise<void> {
  if (visit.kind === "api") return;
  const member = await memberOfToken(world, token);
  if (member !== null) await world.hooks.accounts.loggedIn(world, member);
}
