import type { Member } from "../../accounts/member.ts";
import { newToken, tokenHash } from "../../platform/sealing.server.ts";
import type { World } from "../../platform/world.ts";
import { endUnlock, forgetUnlocks, hasUnlockSince, insertUnlock, touchUnlock } from "../queries.server.ts";

/** G131. */
const IDLE_MS = 600_000;

/** What a page keeps after a right PIN: it stands for the PIN at this site in this session, until ten minutes pass without it. */
export async function openUnlock(world: World, member: Member, membershipId: string, siteId: number): Promise<string> {
  const { db } = world.database;
  const handle = newToken(world);
  await forgetUnlocks(db, idleSince(world));
  await insertUnlock(db, {
    handle_hash: tokenHash(handle),
    session_id: member.sessionId,
    membership_id: membershipId,
    site_id: siteId,
    last_used_at: world.now(),
  });
  return handle;
}

/** True for a living handle of this very session, member and site (T10); it lives ten minutes more. */
export async function useUnlock(world: World, member: Member, siteId: number, handle: string): Promise<boolean> {
  if (member.playersPlusId === null || !isHandle(handle)) return false;
  return touchUnlock(world.database.db, {
    handleHash: tokenHash(handle),
    sessionId: member.sessionId,
    membershipId: member.playersPlusId,
    siteId,
    idleSince: idleSince(world),
    now: world.now(),
  });
}

/** True while this session has any wallet of the member open: what the PIN guards may be shown without asking anew (T10). */
export async function hasUnlock(world: World, member: Member): Promise<boolean> {
  const { sessionId, playersPlusId } = member;
  if (playersPlusId === null) return false;
  const of = { sessionId, membershipId: playersPlusId, idleSince: idleSince(world) };
  return hasUnlockSince(world.database.db, of);
}

/** Closes what a handle of this session opened (section 2.7, 'Log Out'); another's, or none, changes nothing. */
export async function closeUnlock(world: World, member: Member, handle: string): Promise<void> {
  if (!isHandle(handle)) return;
  await endUnlock(world.database.db, { handleHash: tokenHash(handle), sessionId: member.sessionId });
}

/** What looks like a handle, which is much shorter than a box. */
export function isHandle(slot: string): boolean {
  return /^[\w-]{43}$/.test(slot);
}

function idleSince(world: World): Date {
  return new Date(world.now().getTime() - IDLE_MS);
}
