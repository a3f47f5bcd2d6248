import type { Kysely } from "kysely";
import type { OperatorSessionsTable, Tables } from "../../db/tables.ts";

type Db = Kysely<Tables>;

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

export async function insertSession(
  tx: Db,
  {
    permissions,
    project_ids,
    issuers,
    ...row
  }: Omit<OperatorSessionsTable, "permissions" | "project_ids" | "issuers" | "ended_at"> & {
    permissions: string[];
    project_ids: number[];
    issuers: string[];
  },
): Promise<void> {
  await tx
    .insertInto("operator_sessions")
    .values({
      ...row,
      permissions: JSON.stringify(permissions),
      project_ids: JSON.stringify(project_ids),
      issuers: JSON.stringify(issuers),
      ended_at: null,
    })
    .execute();
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
