import { inTransaction, type Transaction } from "../platform/database/database.server.ts";
import { newToken, tokenHash } from "../platform/cryptography.server.ts";
import type { World } from "../platform/world.ts";
import { audit } from "./audit.server.ts";
import { PERMISSIONS } from "./contract.ts";
import type { Operator, Site } from "./operator.ts";
import {
  endSession,
  isSessionRevoked,
  issuingSession,
  lockOpenSession,
  sessionOf,
  sessionsFrom,
  spendTicket,
  ticketsFrom,
  validSession,
} from "./queries.server.ts";
import { readTicket } from "./tickets.server.ts";

/** Eight hours, a working day. */
const SESSION_MS = 8 * 3600 * 1000;

export type OpenedSession = { token: string; operator: Operator };

/**
 * Exchanges a ticket for a session, once. Null for a ticket that is not ours, expired, used or withdrawn, or that names
 * no existing site or no permission. Calls that edit check SITE_UPDATE themselves.
 */
export async function openOperatorSession(
  world: World,
  venues: readonly Site[],
  written: string,
): Promise<OpenedSession | null> {
  const ticket = await readTicket(world, written);
  if (ticket === null) return null;
  const projectIds = venues.filter(({ slug }) => ticket.venues.includes(slug)).map(({ projectId }) => projectId);
  const permissions = PERMISSIONS.filter((one) => ticket.permissions.includes(one));
  if (projectIds.length === 0 || permissions.length === 0) return null;
  const token = newToken(world);
  const now = world.now();
  const operator: Operator = {
    sessionId: world.uuid(),
    name: ticket.name,
    permissions,
    projectIds,
    expiresAt: new Date(now.getTime() + SESSION_MS),
    issuedBy: ticket.issuers[0] ?? null,
    issuers: ticket.issuers,
  };
  return inTransaction(world.database, async (tx) => {
    const issuedSession = await issuingSession(tx, ticket.id);
    // Locked first, so that whoever ends that session finds either the ticket or the session that it opened.
    if (issuedSession !== null) await lockOpenSession(tx, issuedSession, now);
    if (!(await spendTicket(tx, ticket, now))) return null;
    const session = {
      id: operator.sessionId,
      token_hash: tokenHash(token),
      name: operator.name,
      permissions: JSON.stringify(permissions),
      project_ids: JSON.stringify(projectIds),
      created_at: now,
      expires_at: operator.expiresAt,
      issued_by: operator.issuedBy,
      issuers: JSON.stringify(ticket.issuers),
      issued_session: issuedSession,
    };
    await tx.insertInto("operator_sessions").values(session).execute();
    await audit(world, tx, operator, {
      projectId: projectIds[0] ?? null,
      action: "operator.log_in",
      subject: `session:${operator.sessionId}`,
      before: null,
      after: { permissions, project_ids: projectIds, ...(ticket.issuers.length === 0 ? {} : { by: ticket.issuers }) },
    });
    return { token, operator };
  });
}

/** The operator of a token; null where the session expired or was ended. */
export async function operatorOfToken(world: Pick<World, "database" | "now">, token: string): Promise<Operator | null> {
  const row = await validSession(world.database.db, tokenHash(token), world.now());
  if (row === undefined) return null;
  return {
    sessionId: row.id,
    name: row.name,
    permissions: PERMISSIONS.filter((one) => row.permissions.includes(one)),
    projectIds: row.project_ids,
    expiresAt: row.expires_at,
    issuedBy: row.issued_by,
    issuers: row.issuers,
  };
}

/** Ends the operator's own session. */
export async function logOutOperator(world: World, operator: Operator): Promise<void> {
  await inTransaction(world.database, async (tx) => {
    if (!(await endSession(tx, operator.sessionId, world.now()))) return;
    await audit(world, tx, operator, endedBy(operator.sessionId, operator.projectIds, "operator.log_out"));
  });
}

/**
 * Ends another operator's session with all that it issued: the sessions opened by its tickets, those that came from them,
 * and the unused tickets of all of them. Only the administrator's own session stays. The caller checks STAFF; the session
 * must be within the administrator's own sites, and what it issued always is. False where there is no such open session.
 */
export async function revokeSession(world: World, administrator: Operator, sessionId: string): Promise<boolean> {
  return inTransaction(world.database, async (tx) => {
    const found = await sessionOf(tx, sessionId);
    const isTheirs = found?.project_ids.every((id) => administrator.projectIds.includes(id)) ?? false;
    if (found === undefined || !isTheirs || !(await endSession(tx, sessionId, world.now()))) return false;
    await audit(world, tx, administrator, endedBy(sessionId, found.project_ids, "operator.revoke_session"));
    let issuing = [sessionId];
    while (issuing.length > 0) issuing = await endIssued(world, tx, administrator, issuing);
    return true;
  });
}

/**
 * Ends the sessions and unused tickets that these sessions issued. Returns those sessions, of which some had ended before:
 * what they issued is to be ended too.
 */
async function endIssued(
  world: World,
  tx: Transaction,
  administrator: Operator,
  issuing: readonly string[],
): Promise<string[]> {
  const now = world.now();
  for (const ticket of await ticketsFrom(tx, issuing, now))
    if (await spendTicket(tx, { id: ticket.id, expiresAt: ticket.expires_at }, now))
      await audit(world, tx, administrator, withdrawalEntry(ticket, ticket.project_ids[0] ?? null));
  const issued = (await sessionsFrom(tx, issuing)).filter(({ id }) => id !== administrator.sessionId);
  for (const { id, project_ids: projectIds } of issued)
    if (await endSession(tx, id, now))
      await audit(world, tx, administrator, endedBy(id, projectIds, "operator.revoke_session"));
  return issued.map(({ id }) => id);
}

/** The trail's entry for an unused ticket that an administrator withdraws. */
export function withdrawalEntry(
  { id, name, permissions }: { id: string; name: string; permissions: string[] },
  projectId: number | null,
) {
  return {
    projectId,
    action: "operator.revoke_ticket",
    subject: `ticket:${id}`,
    before: { name, permissions },
    after: null,
  };
}

/** True where an administrator ended the session. Texts that it scheduled are not published. */
export async function isRevoked(world: Pick<World, "database">, sessionId: string): Promise<boolean> {
  return isSessionRevoked(world.database.db, sessionId);
}

/**
 * Revokes an unused ticket. It must open no site but the administrator's own. False for a ticket that is not ours, was
 * used, or is for another site too.
 */
export async function revokeTicket(
  world: World,
  venues: readonly Site[],
  administrator: Operator,
  written: string,
): Promise<boolean> {
  const ticket = await readTicket(world, written);
  if (ticket === null) return false;
  const sites = ticket.venues.map((slug) => venues.find((venue) => venue.slug === slug)?.projectId);
  const isTheirs = sites.every((id) => id !== undefined && administrator.projectIds.includes(id));
  if (!isTheirs) return false;
  return inTransaction(world.database, async (tx) => {
    if (!(await spendTicket(tx, ticket, world.now()))) return false;
    await audit(world, tx, administrator, {
      projectId: sites[0] ?? null,
      action: "operator.revoke_ticket",
      subject: `ticket:${ticket.id}`,
      before: { name: ticket.name, venues: ticket.venues, permissions: ticket.permissions },
      after: null,
    });
    return true;
  });
}

function endedBy(sessionId: string, projectIds: readonly number[], action: string) {
  return {
    projectId: projectIds[0] ?? null,
    action,
    subject: `session:${sessionId}`,
    before: { project_ids: [...projectIds] },
    after: null,
  };
}
