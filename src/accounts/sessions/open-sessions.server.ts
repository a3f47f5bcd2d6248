import { isUuid } from "../../platform/uuid.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import type { Member } from "../member.ts";
import { IDLE_SECONDS } from "./sessions.server.ts";

/** A member's open sessions, the last used first. */
export async function sessionsOf(world: World, member: Member) {
  const now = world.now();
  const rows = await world.database.db
    .selectFrom("sessions")
    .select(["id", "kind", "device", "created_at", "last_used_at"])
    .where("account_id", "=", member.accountId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now)
    .where("last_used_at", ">", new Date(now.getTime() - IDLE_SECONDS * 1000))
    .orderBy("last_used_at", "desc")
    .orderBy("id")
    .limit(100)
    .execute();
  return rows.map((row) => ({ ...row, is_current: row.id === member.sessionId }));
}

/** Ends the member's current session. */
export async function logOut(world: World, member: Member): Promise<void> {
  await endSession(world, member, member.sessionId);
}

/** Ends one of the member's sessions. Returns false for one that is not theirs or has ended. */
export async function endSession(world: World, member: Member, sessionId: string): Promise<boolean> {
  if (!isUuid(sessionId.toLowerCase())) return false;
  const ended = await world.database.db
    .updateTable("sessions")
    .set({ revoked_at: world.now() })
    .where("id", "=", sessionId)
    .where("account_id", "=", member.accountId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/** Ends all sessions of the member; `keep` spares the current one. Returns how many ended. */
export async function endSessions(world: World, member: Member, { keep }: { keep: boolean }): Promise<number> {
  return inTransaction(world.database, (tx) =>
    revokeSessions(world, tx, [member.accountId], keep ? member.sessionId : null),
  );
}

/** Ends all sessions of accounts, except the given one, in the caller's transaction. */
export async function revokeSessions(
  world: World,
  tx: Transaction,
  accountIds: string[],
  exceptSessionId: string | null = null,
): Promise<number> {
  if (accountIds.length === 0) return 0;
  let update = tx
    .updateTable("sessions")
    .set({ revoked_at: world.now() })
    .where("account_id", "in", accountIds)
    .where("revoked_at", "is", null);
  if (exceptSessionId !== null) update = update.where("id", "!=", exceptSessionId);
  return Number((await update.executeTakeFirst()).numUpdatedRows);
}
