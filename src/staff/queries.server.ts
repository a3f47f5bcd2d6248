import type { Db } from "../platform/database/database.server.ts";

/** Marks a ticket as used; true for the one caller who is first. */
export async function spendTicket(tx: Db, ticket: { id: string; expiresAt: Date }, now: Date): Promise<boolean> {
  const spent = await tx
    .insertInto("spent_operator_tickets")
    .values({ id: ticket.id, spent_at: now, expires_at: ticket.expiresAt })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return spent !== undefined;
}

export function validSession(db: Db, tokenHash: Uint8Array, now: Date) {
  return db
    .selectFrom("operator_sessions")
    .select(["id", "name", "permissions", "project_ids", "expires_at", "issued_by", "issuers"])
    .where("token_hash", "=", tokenHash)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/**
 * Locks a session's row, so that nothing is issued from it and nothing opened by what it issued until the transaction
 * ends. False where the session is no longer open.
 */
export async function lockOpenSession(tx: Db, id: string, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom("operator_sessions")
    .select(["ended_at", "expires_at"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined && row.ended_at === null && row.expires_at > now;
}

/** The session from which a ticket was issued; null for a ticket of the command. */
export async function issuingSession(db: Db, ticketId: string): Promise<string | null> {
  const row = await db
    .selectFrom("operator_tickets")
    .select("issued_session")
    .where("id", "=", ticketId)
    .executeTakeFirst();
  return row?.issued_session ?? null;
}

/** The sessions, open or not, that were opened by tickets of these sessions. Locks them. */
export function sessionsFrom(tx: Db, sessionIds: readonly string[]) {
  return tx
    .selectFrom("operator_sessions")
    .select(["id", "project_ids"])
    .where("issued_session", "in", sessionIds)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** The tickets of these sessions that have not expired. */
export function ticketsFrom(tx: Db, sessionIds: readonly string[], now: Date) {
  return tx
    .selectFrom("operator_tickets")
    .select(["id", "name", "permissions", "project_ids", "expires_at"])
    .where("issued_session", "in", sessionIds)
    .where("expires_at", ">", now)
    .orderBy("id")
    .execute();
}

export function sessionOf(db: Db, id: string) {
  return db
    .selectFrom("operator_sessions")
    .select(["id", "name", "project_ids", "created_at", "expires_at", "ended_at"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** True where an administrator ended the session, which the trail records. */
export async function isSessionRevoked(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("audit_entries")
    .select("id")
    .where("action", "=", "operator.revoke_session")
    .where("subject", "=", `session:${id}`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a session; false where it had ended already. */
export async function endSession(tx: Db, id: string, now: Date): Promise<boolean> {
  const ended = await tx
    .updateTable("operator_sessions")
    .set({ ended_at: now })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .returning("id")
    .executeTakeFirst();
  return ended !== undefined;
}
