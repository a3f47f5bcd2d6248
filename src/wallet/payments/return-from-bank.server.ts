import { cookieIn } from "../../platform/cookies.ts";
import * as paths from "../../venues/paths.ts";
import type { Member } from "../../accounts/member.ts";
import { newToken, tokenHash } from "../../platform/cryptography.server.ts";
import type { World } from "../../platform/world.ts";
import type { Venue } from "../../venues/venue.ts";
import { endReturnsOfSession, takeReturnOf } from "../queries.server.ts";
import type { Sites } from "../wallets.server.ts";
import { siteOfSession } from "./queries.server.ts";
import { isHandle, openUnlock, renewUnlock } from "../pin/unlocks.server.ts";

const COOKIE = "wallet_return";
const LIFE_SECONDS = 300;
const BANK_SESSION = /^[\w-]{1,100}$/;
/** The browser sends it to the wallet's route only. */
const FLAGS = `Path=${paths.wallet}; Secure; HttpOnly; SameSite=Lax`;

type Trip = { siteId: number; paymentUuid: string };

/**
 * Makes the Set-Cookie that unlocks the wallet again after the visit to the bank: for five minutes, bound to this
 * session, site and payment. Null without a live handle. A session has one such cookie; a new one replaces the old.
 */
export async function startReturn(
  world: World,
  member: Member,
  { siteId, paymentUuid, handle }: Trip & { handle: string },
): Promise<string | null> {
  const { playersPlusId: membershipId, sessionId } = member;
  if (membershipId === null || !(await renewUnlock(world, member, siteId, handle))) return null;
  const { db } = world.database;
  const token = newToken(world);
  await endReturnsOfSession(db, sessionId);
  const trip = { session_id: sessionId, membership_id: membershipId, site_id: siteId, payment_uuid: paymentUuid };
  const expiresAt = new Date(world.now().getTime() + LIFE_SECONDS * 1000);
  await db
    .insertInto("wallet_returns")
    .values({ token_hash: tokenHash(token), ...trip, expires_at: expiresAt })
    .execute();
  return `${COOKIE}=${token}; Max-Age=${LIFE_SECONDS}; ${FLAGS}`;
}

/** The return token in the Cookie header, or null if there is none. */
export function returnToken(headers: Headers): string | null {
  const token = cookieIn(headers.get("cookie"), COOKIE);
  return token !== undefined && isHandle(token) ? token : null;
}

/**
 * Exchanges a return token for a new handle, once. Null if it has expired, or belongs to another session, site or
 * payment.
 */
export async function finishReturn(
  world: World,
  member: Member,
  token: string,
  { siteId, paymentUuid }: Trip,
): Promise<string | null> {
  const { playersPlusId: membershipId, sessionId } = member;
  const trip = { tokenHash: tokenHash(token), sessionId, now: world.now() };
  const taken = await takeReturnOf(world.database.db, trip);
  const isMeant = taken?.site_id === siteId && taken.payment_uuid === paymentUuid;
  if (!isMeant || membershipId === null || taken.membership_id !== membershipId) return null;
  return openUnlock(world, member, membershipId, siteId);
}

/** Ends the session's return token when the member closes the wallet. */
export async function endReturns(world: World, member: Member): Promise<void> {
  await endReturnsOfSession(world.database.db, member.sessionId);
}

export function endedReturnCookie(): string {
  return `${COOKIE}=; Max-Age=0; ${FLAGS}`;
}

/**
 * The venue of the payment named by the bank's return. The id comes from the address, so it only decides where to
 * redirect and never proves a payment.
 */
export async function venueOfReturn(
  world: World,
  sites: Sites,
  bankSessionId: string | null,
): Promise<Venue | undefined> {
  if (bankSessionId === null || !BANK_SESSION.test(bankSessionId)) return undefined;
  const siteId = await siteOfSession(world.database.db, bankSessionId);
  return siteId === undefined ? undefined : sites.bySite(siteId);
}
