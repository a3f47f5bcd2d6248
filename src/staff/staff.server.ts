import { isUuid } from "../platform/uuid.ts";
import { inTransaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import { audit } from "./audit.server.ts";
import { ISSUERS_MAX, newTicketInput, PERMISSIONS, type Permission } from "./contract.ts";
import { may, type Desk } from "./operator.ts";
import { lockOpenSession, spendTicket } from "./queries.server.ts";
import { revokeSession, withdrawalEntry } from "./sessions.server.ts";
import { insertTicket, validSessions, openTickets, ticketOf } from "./staff-queries.server.ts";
import { issueTicket, TICKET_SECONDS, ticketPath } from "./tickets.server.ts";

const SHOWN = 100;

export type StaffList = Awaited<ReturnType<typeof staffOf>>;

/** The open sessions and unused tickets of the site. */
export async function staffOf(world: World, { operator, venue }: Desk) {
  const { db } = world.database;
  const [tickets, sessions] = await Promise.all([
    openTickets(db, venue.projectId, world.now(), SHOWN),
    validSessions(db, venue.projectId, world.now(), SHOWN),
  ]);
  return {
    tickets,
    sessions: sessions.map((session) => ({
      ...session,
      isOwn: session.id === operator.sessionId,
      /** False where the session is also for a site that is not this administrator's. */
      isTheirs: session.project_ids.every((id) => operator.projectIds.includes(id)),
    })),
  };
}

/**
 * Issues a single-use link to this site. An administrator (STAFF) cannot give permissions that they do not have. The
 * ticket names its issuers, so that nobody approves their own order through it. Only the answer contains the link.
 */
export async function issueStaffTicket(
  world: World,
  { operator, venue }: Desk,
  input: unknown,
): Promise<{ ok: { path: string } } | { problems: { key: string; message: string }[] } | { refusal: "forbidden" }> {
  if (!may(operator, "STAFF", venue.projectId)) return { refusal: "forbidden" };
  const parsed = newTicketInput.safeParse(input);
  if (!parsed.success)
    return { problems: parsed.error.issues.map(({ path, message }) => ({ key: String(path[0] ?? ""), message })) };
  const { name } = parsed.data;
  const permissions: Permission[] = PERMISSIONS.filter((one) => parsed.data.permissions.includes(one));
  if (permissions.some((one) => !operator.permissions.includes(one)))
    return { problems: [{ key: "permissions", message: "deskpeople_problem_permissions_own" }] };
  if (operator.issuers.length >= ISSUERS_MAX)
    return { problems: [{ key: "name", message: "deskpeople_problem_hands" }] };
  const id = world.uuid();
  const now = world.now();
  const issuers = [operator.name, ...operator.issuers];
  const ticket = await issueTicket(world, { id, name, venues: [venue.slug], permissions, issuers });
  return inTransaction(world.database, async (tx) => {
    // An administrator who is ending this session waits, or has ended it.
    if (!(await lockOpenSession(tx, operator.sessionId, now))) return { refusal: "forbidden" };
    await insertTicket(tx, {
      id,
      name,
      permissions,
      project_ids: [venue.projectId],
      issued_by: operator.name,
      issued_at: now,
      expires_at: new Date(now.getTime() + TICKET_SECONDS * 1000),
      issued_session: operator.sessionId,
    });
    await audit(world, tx, operator, {
      projectId: venue.projectId,
      action: "operator.issue_ticket",
      subject: `ticket:${id}`,
      before: null,
      after: { name, permissions, project_ids: [venue.projectId] },
    });
    return { ok: { path: ticketPath(ticket) } };
  });
}

/** Revokes an unused ticket of this site; false where it does not exist or was used. */
export async function withdrawTicket(world: World, { operator, venue }: Desk, id: string): Promise<boolean> {
  if (!may(operator, "STAFF", venue.projectId) || !isUuid(id.toLowerCase())) return false;
  return inTransaction(world.database, async (tx) => {
    const ticket = await ticketOf(tx, id, venue.projectId);
    if (ticket === undefined) return false;
    if (!(await spendTicket(tx, { id, expiresAt: ticket.expires_at }, world.now()))) return false;
    await audit(world, tx, operator, withdrawalEntry(ticket, venue.projectId));
    return true;
  });
}

/**
 * Ends a session of this site with all that it issued (`revokeSession`). False where it does not exist, or is also for a site that is
 * not the administrator's.
 */
export async function endStaffSession(world: World, { operator, venue }: Desk, id: string): Promise<boolean> {
  if (!may(operator, "STAFF", venue.projectId) || !isUuid(id.toLowerCase())) return false;
  return revokeSession(world, operator, id);
}
