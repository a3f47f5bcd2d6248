import { m } from "../../messages/messages.js";
import type { StaffList } from "../../staff/staff.server.ts";
import { deskInstant, deskState, type DeskClock } from "../../venues/desk/words.server.ts";

/** An unused log-in link, as the desk lists it. */
export function ticketView(ticket: StaffList["tickets"][number], clock: DeskClock) {
  const by = m.deskpeople_ticket_by({ name: ticket.issuedBy, time: deskInstant(ticket.expiresAt, clock) });
  return { id: ticket.id, name: ticket.name, facts: `${by} ${permissionWords(ticket.permissions)}` };
}

/** A current session on this site, as the desk lists it. */
export function sessionView(session: StaffList["sessions"][number], clock: DeskClock) {
  const { id, name, isOwn, isTheirs, permissions } = session;
  const since = deskInstant(session.since, clock);
  const until = m.deskpeople_session_until({ since, time: deskInstant(session.until, clock) });
  return { id, name, isOwn, isEndable: isTheirs && !isOwn, facts: `${until} ${permissionWords(permissions)}` };
}

function permissionWords(permissions: string[]): string {
  return permissions.map((one) => deskState("permission", one)).join(", ");
}
