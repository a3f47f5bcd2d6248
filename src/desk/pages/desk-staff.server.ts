import { m } from "../../messages/messages.js";
import { PERMISSIONS } from "../../staff/contract.ts";
import type { StaffList } from "../../staff/staff.server.ts";
import { type Clock, momentAt } from "../../venues/language/dates.ts";
import { deskState } from "../../venues/desk/words.server.ts";

/** An unused log-in link, as the desk lists it. */
export function ticketView(ticket: StaffList["tickets"][number], clock: Clock) {
  const by = m.deskpeople_ticket_by({ name: ticket.issued_by, time: momentAt(ticket.expires_at, clock, "short") });
  return { id: ticket.id, name: ticket.name, properties: `${by} ${permissionWords(ticket.permissions)}` };
}

/** A current session on this site, as the desk lists it. */
export function sessionView(session: StaffList["sessions"][number], clock: Clock) {
  const { id, name, isOwn, isTheirs, permissions } = session;
  const since = momentAt(session.created_at, clock, "short");
  const until = m.deskpeople_session_until({ since, time: momentAt(session.expires_at, clock, "short") });
  return { id, name, isOwn, isEndable: isTheirs && !isOwn, properties: `${until} ${permissionWords(permissions)}` };
}

/** What a person may do, as one sentence. */
function permissionWords(permissions: string[]): string {
  if (PERMISSIONS.every((one) => permissions.includes(one))) return m.deskpeople_permissions_all();
  const [first = "", ...others] = permissions.map((one) => deskState("permission", one));
  return `${[first, ...others.map((words) => words.charAt(0).toLowerCase() + words.slice(1))].join(", ")}.`;
}
