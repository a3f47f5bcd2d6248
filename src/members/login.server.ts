import { sql } from "kysely";
import type { World } from "../platform/world.ts";
import { linkByPhone } from "../loyalty/linking.server.ts";
import { captchaRefusal } from "./captcha.server.ts";
import { loginInput, problemsOf, type LoginInput, type Refusal, type Refused } from "./contract.ts";
import { beginLogin, recordFailure, type Candidate, type Guess } from "./login-limits.server.ts";
import { hashingRefusal, hashPassword, isSameHash } from "./password-hash.server.ts";
import { newToken, tokenHash } from "../platform/sealing.server.ts";
import { memberOfToken, newSession } from "./sessions.server.ts";
import { refusedAtTheDoor, venueOfOrigin, type Visit } from "./visit.server.ts";

/**
 * `browser` is for the cookie by which this browser is known from now on (G51); `isRestored` where the account was on its way to be deleted,
 * and is kept by this log-in (G78).
 */
export type LoggedIn = { token: string; accountId: string; browser: string; isRestored: boolean };

/** Says of an address, a password and an account nothing but that they do not go together (G50). */
export const CREDENTIALS_WRONG: Refused = { refusal: { status: 401, error: "members_credentials_wrong" } };

/** Why a log-in is refused whatever it says: where it comes from, or because no more may wait for their hash (G51). */
export function doorRefusal(world: World, visit: Visit): Refusal | null {
  return refusedAtTheDoor(world, visit) ?? hashingRefusal();
}

/**
 * Logs in by e-mail and password (POST /auth/login). A wrong password, an unknown address, a disabled account and a pending one of
 * somebody else answer alike, after the same work (G50). `input` is the call's body.
 */
export async function logIn(world: World, visit: Visit, input: unknown): Promise<{ ok: LoggedIn } | Refused> {
  const refusal = doorRefusal(world, visit);
  if (refusal !== null) return { refusal };
  const parsed = loginInput.safeParse(input);
  if (!parsed.success) return { problems: problemsOf(parsed.error) };
  const site = venueOfOrigin(world, visit, parsed.data.origin);
  if ("problems" in site) return site;
  const door = refusedAtTheDoor(world, { ...visit, venue: site.venue });
  return door === null ? tryPassword(world, visit, parsed.data) : { refusal: door };
}

async function tryPassword(world: World, visit: Visit, input: LoginInput): Promise<{ ok: LoggedIn } | Refused> {
  const begun = await begin(world, visit, input.email);
  return "refusal" in begun ? begun : comparePassword(world, visit, input, begun.ok, begun.candidates);
}

/** A machine that must first be told from a person costs its captcha; what it asks for is counted afterwards. */
async function begin(
  world: World,
  visit: Visit,
  email: string,
): Promise<{ ok: Guess; candidates: Candidate[] } | { refusal: Refusal }> {
  const begun = await beginLogin(world, email, visit);
  if (!("isRobot" in begun)) return begun;
  const robot = await captchaRefusal(world, visit);
  if (robot !== null) return { refusal: robot };
  const again = await beginLogin(world, email, visit, { isProven: true });
  if ("isRobot" in again) throw new Error("Who has proved to be no machine is asked again");
  return again;
}

async function comparePassword(
  world: World,
  visit: Visit,
  { email, password }: LoginInput,
  guess: Guess,
  candidates: Candidate[],
): Promise<{ ok: LoggedIn } | Refused> {
  const hashed = await hashPassword(world, email, password);
  if ("refusal" in hashed) {
    await guess.takeBack();
    return hashed;
  }
  const account = candidates.find((candidate) => isSameHash(hashed.hash, candidate.password_hash));
  const opened =
    account === undefined
      ? null
      : await openLogin(world, visit, account.id, { guess, passwordHash: account.password_hash });
  if (opened !== null) return { ok: opened };
  await recordFailure(world);
  return CREDENTIALS_WRONG;
}

/** By what somebody proved who they are: the guess that was right, and the hash that it was compared with; null for no password. */
type Proof = { guess: Guess | null; passwordHash: string | null };
const NO_PASSWORD: Proof = { guess: null, passwordHash: null };

/**
 * Opens a session for whoever has proved who they are, and remembers the browser; the guess that was right is forgiven with it, all in
 * one statement. Null, and nothing is done, where the account has been disabled meanwhile or has another password by now: its sessions
 * were ended then, and this one would outlive them (S1). A browser's session looks once whether its member has a card already (section 4, G77); the app asks by itself (POST
 * /users/pplus/link).
 */
export async function openLogin(
  world: World,
  visit: Visit,
  accountId: string,
  { guess, passwordHash }: Proof = NO_PASSWORD,
): Promise<LoggedIn | null> {
  const { token, parameters } = newSession(world, accountId, visit);
  const browser = visit.browser ?? newToken(world);
  const row = await sql<{ was_leaving: boolean | null }>`select open_login(${parameters}, ${tokenHash(browser)},
    ${guess?.key ?? null}::bytea, ${guess?.accountKey ?? null}::bytea, ${guess?.at ?? null}::timestamptz,
    ${passwordHash}::text) as was_leaving`.execute(world.database.db);
  const wasLeaving = row.rows[0]?.was_leaving ?? null;
  if (wasLeaving === null) return null;
  const opened = { token, accountId, browser, isRestored: wasLeaving };
  if (visit.kind === "api") return opened;
  const member = await memberOfToken(world, token);
  if (member !== null) await linkByPhone(world, member);
  return opened;
}
