import { sql, type Kysely } from "kysely";
import type { Tables } from "../../db/tables.ts";
import { inTransaction, type Transaction } from "../platform/database.server.ts";
import type { World } from "../platform/world.ts";
import { linkByPhone } from "../loyalty/linking.server.ts";
import { captchaRefusal } from "./captcha.server.ts";
import { loginInput, problemsOf, type LoginInput, type Refused } from "./contract.ts";
import { isUnderAttack, recordFailure, reserveGuess, type Guess } from "./login-limits.server.ts";
import { hashingRefusal, hashPassword, isSameHash } from "./password-hash.server.ts";
import { newToken, tokenHash } from "../platform/sealing.server.ts";
import { memberOfToken, openSession } from "./sessions.server.ts";
import { refusedAtTheDoor, venueOfOrigin, type Visit } from "./visit.server.ts";

/** `browser` is for the cookie by which this browser is known from now on (G51). */
export type LoggedIn = { token: string; accountId: string; browser: string };

const WRONG: Refused = { refusal: { status: 401, error: "members_credentials_wrong" } };

/**
 * Logs in by e-mail and password (POST /auth/login). A wrong password, an unknown address, a disabled account and a pending one of
 * somebody else answer alike, after the same work (G50). `input` is the call's body.
 */
export async function logIn(world: World, visit: Visit, input: unknown): Promise<{ ok: LoggedIn } | Refused> {
  const refusal = refusedAtTheDoor(world, visit);
  if (refusal !== null) return { refusal };
  const parsed = loginInput.safeParse(input);
  if (!parsed.success) return { problems: problemsOf(parsed.error) };
  const site = venueOfOrigin(world, visit, parsed.data.origin);
  if ("problems" in site) return site;
  const door = refusedAtTheDoor(world, { ...visit, venue: site.venue });
  return door === null ? tryPassword(world, visit, parsed.data) : { refusal: door };
}

async function tryPassword(world: World, visit: Visit, input: LoginInput): Promise<{ ok: LoggedIn } | Refused> {
  const full = hashingRefusal();
  if (full !== null) return { refusal: full };
  const candidates = await candidatesOf(world.database.db, input.email, visit.browser);
  const isKnown = candidates.some((candidate) => candidate.knows_browser);
  if (!isKnown && (await isUnderAttack(world))) {
    const robot = await captchaRefusal(world, visit);
    if (robot !== null) return { refusal: robot };
  }
  const guess = await reserveGuess(world, input.email, visit, isKnown);
  if ("refusal" in guess) return guess;
  return comparePassword(world, visit, input, guess.ok, candidates);
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
  if (account === undefined) {
    await recordFailure(world);
    return WRONG;
  }
  return { ok: await openLogin(world, visit, account.id, guess.forgive) };
}

type Candidate = { id: string; password_hash: string | null; knows_browser: boolean };

/** The accounts that a password may open: the confirmed one first, then pending ones, the newest first. */
export async function candidatesOf(db: Kysely<Tables>, email: string, browser: string | null): Promise<Candidate[]> {
  return db
    .selectFrom("accounts")
    .leftJoin("known_browsers", (join) =>
      join
        .onRef("known_browsers.account_id", "=", "accounts.id")
        .on("browser_hash", "=", tokenHash(browser ?? "no browser")),
    )
    .select(["id", "password_hash", sql<boolean>`browser_hash is not null`.as("knows_browser")])
    .where("email", "=", email)
    .where("status", "in", ["pending", "confirmed"])
    .where("disabled_at", "is", null)
    .orderBy("status")
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(50)
    .execute();
}

/**
 * Opens a session for whoever has proved who they are, and remembers the browser; `also` goes with it in its transaction. A
 * browser's session looks once whether its member has a card already (section 4, G77); the app asks by itself (POST
 * /users/pplus/link).
 */
export async function openLogin(
  world: World,
  visit: Visit,
  accountId: string,
  also: (tx: Transaction) => Promise<void> = async () => undefined,
): Promise<LoggedIn> {
  const opened = await openSessionOf(world, visit, accountId, also);
  if (visit.kind === "api") return opened;
  const member = await memberOfToken(world, opened.token);
  if (member !== null) await linkByPhone(world, member);
  return opened;
}

function openSessionOf(
  world: World,
  visit: Visit,
  accountId: string,
  also: (tx: Transaction) => Promise<void>,
): Promise<LoggedIn> {
  return inTransaction(world.database, async (tx) => {
    const { token } = await openSession(world, tx, accountId, visit);
    const browser = await rememberBrowser(world, tx, visit, accountId);
    await tx
      .updateTable("accounts")
      // Who logs in again has thought better of a deletion (G78).
      .set({ last_seen_at: world.now(), inactivity_noticed_at: null, deletion_requested_at: null })
      .where("id", "=", accountId)
      .execute();
    await also(tx);
    return { token, accountId, browser };
  });
}

async function rememberBrowser(world: World, tx: Transaction, visit: Visit, accountId: string): Promise<string> {
  const browser = visit.browser ?? newToken(world);
  const now = world.now();
  await tx
    .insertInto("known_browsers")
    .values({ account_id: accountId, browser_hash: tokenHash(browser), first_seen_at: now, last_seen_at: now })
    .onConflict((conflict) => conflict.columns(["account_id", "browser_hash"]).doUpdateSet({ last_seen_at: now }))
    .execute();
  return browser;
}
