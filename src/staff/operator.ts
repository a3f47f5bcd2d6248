import type { VenueIds } from "../platform/database/venue-rows.server.ts";
import type { Permission } from "./contract.ts";

/** An employee with an open session. */
export type Operator = {
  sessionId: string;
  name: string;
  permissions: readonly Permission[];
  /** The sites of the session; others are invisible to it. */
  projectIds: readonly number[];
  expiresAt: Date;
  /** The administrator who issued the ticket; null where a command did. */
  issuedBy: string | null;
  /** The issuers of the ticket, nearest first: its issuer, the issuer of that one's ticket, and so on. */
  issuers: readonly string[];
};

/** True where the operator has the permission on that site. */
export function may(operator: Operator, permission: Permission, projectId: number): boolean {
  return operator.permissions.includes(permission) && operator.projectIds.includes(projectId);
}

/** A site as this room needs it: its numbers, its slug and its time zone. */
export type Site = VenueIds & { slug: string; policy: { timeZone: string } };

/** The operator and the site of the request, which is the only one that they see there. */
export type Desk<Venue extends Site = Site> = { operator: Operator; venue: Venue };
