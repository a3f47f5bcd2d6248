import type { Member } from "../../accounts/member.ts";
import { memberPaths } from "../../accounts/paths.ts";
import { newToken, tokenHash } from "../../platform/sealing.server.ts";
import type { World } from "../../platform/world.ts";
import { endReturnsOfSession, forgetReturns, insertReturn, takeReturnOf } from "../queries.server.ts";
import { isHandle, openUnlock, useUnlock } from "../pin/unlocks.server.ts";

const COOKIE = "wallet_return";
const LIFE_SECONDS = 300;
/** Only the wallet's own address gets it. */
const FLAGS = `Path=${memberPaths.wallet}; Secure; HttpOnly; SameSite=Lax`;

type Trip = { siteId: number; paymentUuid: string };

/**
 * The Set-Cookie by which a wallet stays open over the trip to the bank: five minutes, for this session, site and payment. Null without a
 * living handle. One trip a session: a newer one ends the older.
 */
export async function startReturn(
  world: World,
  member: Member,
  { siteId, paymentUuid, handle }: Trip & { handle: string },
): Promise<string | null> {
  const { playersPlusId: membershipId, sessionId } = member;
  if (membershipId === null || !(await useUnlock(world, member, siteId, handle))) return null;
  const { db } = world.database;
  const token = newToken(world);
  const now = world.now();
  await forgetReturns(db, now);
  await endReturnsOfSession(db, sessionId);
  await insertReturn(db, {
    token_hash: tokenHash(token),
    session_id: sessionId,
    membership_id: membershipId,
    site_id: siteId,
    payment_uuid: paymentUuid,
    expires_at: new Date(now.getTime() + LIFE_SECONDS * 1000),
  });
  return `${COOKIE}=${token}; Max-Age=${LIFE_SECONDS}; ${FLAGS}`;
}

/** What a browser brought back from the bank; null where nothing that could be ours. */
export function returnToken(headers: Headers): string | null {
  const [, token = ""] = /(?:^|;\s*)wallet_return=([^;]*)/.exec(headers.get("cookie") ?? "") ?? [];
  return isHandle(token) ? token : null;
}

/** Exchanges what was brought back for a new handle, once; null where it is another session's, site's or payment's, or too late. */
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

/** The member closes the wallet: nothing leads back into it. */
export async function endReturns(world: World, member: Member): Promise<void> {
  await endReturnsOfSession(world.database.db, member.sessionId);
}

export function endedReturnCookie(): string {
  return `${COOKIE}=; Max-Age=0; ${FLAGS}`;
}
