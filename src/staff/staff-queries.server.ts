import { sql } from "kysely";
import type { Tables } from "../../db/tables.ts";
import type { Db } from "../platform/database/database.server.ts";

const isFor = (projectId: number) => sql<boolean>`project_ids @> ${JSON.stringify([projectId])}::jsonb`;

export async function insertTicket(
  tx: Db,
  {
    permissions,
    project_ids,
    ...row
  }: Omit<Tables["operator_tickets"], "permissions" | "project_ids"> & {
    permissions: string[];
    project_ids: number[];
  },
): Promise<void> {
  await tx
    .insertInto("operator_tickets")
    .values({ ...row, permissions: JSON.stringify(permissions), project_ids: JSON.stringify(project_ids) })
    .execute();
}

/** Unused tickets that have not expired, newest first. */
export function openTickets(db: Db, projectId: number, now: Date, limit: number) {
  return db
    .selectFrom("operator_tickets")
    .select(["id", "name", "permissions", "issued_by", "expires_at"])
    .where(isFor(projectId))
    .where("expires_at", ">", now)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("spent_operator_tickets")
            .select("spent_operator_tickets.id")
            .whereRef("spent_operator_tickets.id", "=", "operator_tickets.id"),
        ),
      ),
    )
    .orderBy("issued_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}

export function ticketOf(db: Db, id: string, projectId: number) {
  return db
    .selectFrom("operator_tickets")
    .select(["id", "name", "permissions", "expires_at"])
    .where("id", "=", id)
    .where(isFor(projectId))
    .executeTakeFirst();
}

/** Open sessions that may work on a site, newest first. */
export function validSessions(db: Db, projectId: number, now: Date, limit: number) {
  return db
    .selectFrom("operator_sessions")
    .select(["id", "name", "permissions", "project_ids", "created_at", "expires_at"])
    .where(isFor(projectId))
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .orderBy("created_at", "desc")
    .limit(limit)
    .execute();
}
