import type { Member } from "../../accounts/member.ts";
import { newToken, tokenHash } from "../../platform/cryptography.server.ts";
import type { World } from "../../platform/world.ts";
import { endUnlock, hasUnlockSince, renewUnlockRow } from "./queries.server.ts";

const IDLE_MS = 600_000;

/**
 * Creates the handle that a page keeps after a right PIN. It stands for the PIN at this site and in this session, until
 * it is unused for ten minutes. Only its hash is stored.
 */
export async function openUnlock(world: World, member: Member, membershipId: string, siteId: number): Promise<string> {
  const handle = newToken(world);
  const opened = { handle_hash: tokenHash(handle), session_id: member.sessionId, membership_id: membershipId };
  await world.database.db
    .insertInto("wallet_unlocks")
    .values({ ...opened, site_id: siteId, last_used_at: world.now() })
    .execute();
  return handle;
}

/** True for a live handle of this session, member and site; using it gives it ten more minutes. */
export async function renewUnlock(world: World, member: Member, siteId: number, handle: string): Promise<boolean> {
  if (member.playersPlusId === null || !isHandle(handle)) return false;
  return renewUnlockRow(world.database.db, {
    handleHash: tokenHash(handle),
    sessionId: member.sessionId,
    membershipId: member.playersPlusId,
    siteId,
    idleSince: idleSince(world),
    now: world.now(),
  });
}

/** True while this session has any wallet of the member unlocked. What the PIN protects may then be shown. */
export async function hasUnlock(world: World, member: Member): Promise<boolean> {
  const { sessionId, playersPlusId } = member;
  if (playersPlusId === null) return false;
  const of = { sessionId, membershipId: playersPlusId, idleSince: idleSince(world) };
  return hasUnlockSince(world.database.db, of);
}

/** Ends a handle of this session. Any other handle is ignored. */
export async function closeUnlock(world: World, member: Member, handle: string): Promise<void> {
  if (!isHandle(handle)) return;
  await endUnlock(world.database.db, { handleHash: tokenHash(handle), sessionId: member.sessionId });
}

/** True for a text shaped like a handle; an encrypted PIN is much longer. */
export function isHandle(slot: string): boolean {
  return /^[\w-]{43}$/.test(slot);
}

function idleSince(world: World): Date {
  return new Date(world.now().getTime() - IDLE_MS);
}
