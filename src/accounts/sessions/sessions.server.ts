import { cookieIn } from "../../platform/cookies.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import { isSameOrigin } from "../../platform/http/same-origin.server.ts";
import { newToken, tokenHash } from "../../platform/cryptography.server.ts";
import type { World } from "../../platform/world.ts";
import { newBrowser } from "../login/known-browser.server.ts";
import type { Member } from "../member.ts";
import type { Visit } from "../visit.server.ts";

/** The session's cookie, which lasts 372 days, as the token does. */
export const SESSION_COOKIE = "user_token";
export const SESSION_SECONDS = 3600 * 24 * 31 * 12;
export const IDLE_SECONDS = 90 * 86_400;
/** How long the old token still works after a rotation, for requests that are under way. */
const ROTATION_GRACE_SECONDS = 60;
/** A session's last use is stored at most this often. */
const TOUCH_SECONDS = 300;

export type NewSession = { token: string; sessionId: string };

/**
 * `browser` is the value of the cookie that marks this browser as known. `isRestored` is true where this log-in stopped the deletion of
 * the account.
 */
export type LoggedIn = { token: string; accountId: string; browser: string; isRestored: boolean };

/** Opens a session in the caller's transaction. The token is returned only here; the database holds its hash. */
export async function openSession(
  world: World,
  tx: Transaction,
  accountId: string,
  { kind, device }: Pick<Visit, "kind" | "device">,
): Promise<NewSession> {
  const { token, sessionId, hash, openedAt, endsAt } = newSession(world);
  await tx
    .insertInto("sessions")
    .values({
      id: sessionId,
      account_id: accountId,
      kind,
      token_hash: hash,
      is_rotation_due: false,
      device,
      created_at: openedAt,
      last_used_at: openedAt,
      expires_at: endsAt,
    })
    .execute();
  return { token, sessionId };
}

/**
 * Marks the visitor's browser as known to an account, in the caller's transaction. Returns the value of its cookie, which is signed only
 * for a confirmed account: anybody can make pending ones, and each would be a place in the queue of known browsers.
 */
export async function rememberBrowser(
  world: World,
  tx: Transaction,
  account: { id: string; isConfirmed: boolean },
  { browser: sent, browserOf }: Pick<Visit, "browser" | "browserOf">,
): Promise<string> {
  const kept = account.isConfirmed && browserOf === null ? null : sent;
  const browser = kept ?? (account.isConfirmed ? newBrowser(world, account.id) : newToken(world));
  const at = world.now();
  await tx
    .insertInto("known_browsers")
    .values({ account_id: account.id, browser_hash: tokenHash(browser), first_seen_at: at, last_seen_at: at })
    .onConflict((known) => known.columns(["account_id", "browser_hash"]).doUpdateSet({ last_seen_at: at }))
    .execute();
  return browser;
}

/** The token and the stored values of a session to be opened. */
export function newSession(world: World): NewSession & { hash: Uint8Array; openedAt: Date; endsAt: Date } {
  const token = newToken(world);
  const openedAt = world.now();
  const endsAt = new Date(openedAt.getTime() + SESSION_SECONDS * 1000);
  return { token, sessionId: world.uuid(), hash: tokenHash(token), openedAt, endsAt };
}

/**
 * The member of an API request: by `Authorization: Bearer`, or by the cookie. The cookie authorises reads, and writes only as JSON from
 * the site's own pages, which other sites cannot send. Null where nobody is logged in.
 */
export async function currentMember(world: World, request: Request): Promise<Member | null> {
  const token = presentedToken(request);
  return token === null ? null : memberOfToken(world, token.value);
}

/** The token of a request and how it came. Only a bearer token could have been set by a script. */
export function presentedToken(request: Request): { value: string; by: "bearer" | "cookie" } | null {
  const authorization = request.headers.get("authorization");
  if (authorization !== null) {
    const value = tokenOfBearer(authorization);
    return value === null ? null : { value, by: "bearer" };
  }
  const value = cookieToken(request);
  if (value === null) return null;
  const changesNothing = request.method === "GET" || request.method === "HEAD";
  return changesNothing || isOwnWrite(request) ? { value, by: "cookie" } : null;
}

/** The token behind "Bearer" in a header; null where it cannot be one. */
export function tokenOfBearer(header: string): string | null {
  return /^Bearer +([\w-]{20,200})$/i.exec(header)?.[1] ?? null;
}

/** The cookie's token, without any check of the sender. */
export function cookieToken(request: Request): string | null {
  return cookieIn(request.headers.get("cookie"), SESSION_COOKIE, "[\\w-]{20,200}") ?? null;
}

/** True for JSON from the site's own origin. Another site's page sends its own Origin, and JSON needs a preflight. */
function isOwnWrite(request: Request): boolean {
  const isJson = /^application\/json(;|$)/i.test(request.headers.get("content-type") ?? "");
  return isJson && request.headers.get("origin") !== null && isSameOrigin(request);
}

/** The member of a valid session: not revoked, not expired, used within 90 days, of an account that is not disabled. */
export async function memberOfToken(world: World, token: string): Promise<Member | null> {
  const row = await usedSession(world, token);
  return row === undefined ? null : memberOf(row);
}

/**
 * The member of a valid session, as `memberOfToken` returns it, and the instant until which the answer may be cached:
 * the end of the session, or of this token where a newer one has replaced it.
 */
export async function sessionOfToken(world: World, token: string): Promise<{ member: Member; until: Date } | null> {
  const row = await usedSession(world, token);
  if (row === undefined) return null;
  const isReplaced = Buffer.compare(row.token_hash, tokenHash(token)) !== 0;
  const ends = isReplaced ? (row.previous_until ?? world.now()) : row.expires_at;
  return { member: memberOf(row), until: ends };
}

/** True for the token of a valid session. Does not count as a use. */
export async function isValidToken(world: World, token: string): Promise<boolean> {
  return (await validSession(world, token).executeTakeFirst()) !== undefined;
}

function validSession(world: World, token: string) {
  const now = world.now();
  const hash = tokenHash(token);
  return world.database.db
    .selectFrom("sessions")
    .innerJoin("accounts", "accounts.id", "sessions.account_id")
    .leftJoin("avatars", "avatars.account_id", "accounts.id")
    .where((where) =>
      where.or([
        where("token_hash", "=", hash),
        where.and([where("previous_token_hash", "=", hash), where("previous_until", ">", now)]),
      ]),
    )
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .where("last_used_at", ">", new Date(now.getTime() - IDLE_SECONDS * 1000))
    .where("status", "in", ["pending", "confirmed"])
    .where("disabled_at", "is", null)
    .selectAll("accounts")
    .select([
      "sessions.id as session_id",
      "sessions.kind as session_kind",
      "sessions.last_used_at",
      "sessions.is_rotation_due",
      "sessions.token_hash",
      "sessions.previous_until",
      "sessions.expires_at",
      "sessions.proved_at",
      "avatars.key as avatar_key",
    ]);
}

type SessionRow = NonNullable<Awaited<ReturnType<ReturnType<typeof validSession>["executeTakeFirst"]>>>;

function memberOf(row: SessionRow): Member {
  return {
    accountId: row.id,
    sessionId: row.session_id,
    sessionKind: row.session_kind,
    email: row.email ?? "",
    isEmailValid: row.status === "confirmed",
    mobilePhone: row.mobile_phone,
    isPhoneValid: row.mobile_phone !== null,
    civilityId: row.civility_id,
    lastname: row.lastname,
    firstname: row.firstname,
    birthday: row.birthday,
    pseudo: row.pseudo,
    avatarKey: row.avatar_key,
    customerId: row.customer_id,
    walletKey: row.wallet_key,
    playersPlusId: row.playersplus_id,
    hasPassword: row.password_hash !== null,
    optins: { CANAL_EMAIL: row.accepts_email, CANAL_SMS: row.accepts_sms, CANAL_LETTER: row.accepts_letter },
    deletionRequestedAt: row.deletion_requested_at,
    provedAt: row.proved_at,
  };
}

/** The valid session of a token, with its use noted. */
async function usedSession(world: World, token: string): Promise<SessionRow | undefined> {
  const { db } = world.database;
  const row = await validSession(world, token).executeTakeFirst();
  const now = world.now();
  if (row === undefined || now.getTime() - row.last_used_at.getTime() < TOUCH_SECONDS * 1000) return row;
  await db.updateTable("sessions").set({ last_used_at: now }).where("id", "=", row.session_id).execute();
  await db
    .updateTable("accounts")
    .set({ last_seen_at: now, inactivity_noticed_at: null })
    .where("id", "=", row.id)
    .execute();
  return row;
}

/**
 * The member of a token and the token to use from now on: the same, or a new one where the session's rights changed. Null where the
 * session is over; the caller forgets the token then.
 */
export async function introspect(world: World, token: string): Promise<{ member: Member; token: string } | null> {
  const row = await usedSession(world, token);
  if (row === undefined) return null;
  const member = memberOf(row);
  if (!row.is_rotation_due) return { member, token };
  const successor = await inTransaction(world.database, (tx) => rotateSession(world, tx, member.sessionId));
  return { member, token: successor ?? token };
}

/**
 * Gives a session a new token after its rights changed; the old one works for another minute. Null where the session has ended, or a
 * parallel request has just rotated it.
 */
export async function rotateSession(world: World, tx: Transaction, sessionId: string): Promise<string | null> {
  const now = world.now();
  const token = newToken(world);
  const rotated = await tx
    .updateTable("sessions")
    .set((row) => ({
      previous_token_hash: row.ref("token_hash"),
      previous_until: new Date(now.getTime() + ROTATION_GRACE_SECONDS * 1000),
      token_hash: tokenHash(token),
      is_rotation_due: false,
    }))
    .where("id", "=", sessionId)
    .where("revoked_at", "is", null)
    .where((where) => where.or([where("previous_until", "is", null), where("previous_until", "<=", now)]))
    .executeTakeFirst();
  return rotated.numUpdatedRows > 0n ? token : null;
}

/** For calls that return no token: the next introspection rotates it. */
export async function rotateAtNextIntrospection(tx: Transaction, sessionId: string): Promise<void> {
  await tx.updateTable("sessions").set({ is_rotation_due: true }).where("id", "=", sessionId).execute();
}

/** The session's Set-Cookie. HttpOnly, so that a script cannot read it; it ends by log-out, a 401 or time. */
export function sessionCookie(token: string): string {
  return `${SESSION_COOKIE}=${token}; Path=/; Max-Age=${SESSION_SECONDS}; Secure; HttpOnly; SameSite=Lax`;
}

export function endedCookie(): string {
  return `${SESSION_COOKIE}=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax`;
}
