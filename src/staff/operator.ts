import type { VenueAtWork } from "../platform/database/venue-rows.server.ts";
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

/** The person behind an action: the name, and the issuers of their ticket. */
type People = { name: string; issuers: readonly string[] };

/**
 * True where two operators do not count as two persons, for actions that need two: they have the same name, or one got
 * in by a ticket that comes from the other, directly or through others. Two with tickets of the same third person are
 * two (decision 0037).
 */
export function isSamePerson(one: People, other: People): boolean {
  const [mine, theirs] = [nameKey(one.name), nameKey(other.name)];
  return (
    mine === theirs ||
    one.issuers.some((name) => nameKey(name) === theirs) ||
    other.issuers.some((name) => nameKey(name) === mine)
  );
}

/** Names are compared without capitals, accents, blanks and punctuation. */
function nameKey(name: string): string {
  const letters = name.normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "");
  return (letters === "" ? name.trim() : letters).toLowerCase();
}

/** True where the operator has the permission on that site. */
export function may(operator: Operator, permission: Permission, projectId: number): boolean {
  return operator.permissions.includes(permission) && operator.projectIds.includes(projectId);
}

/** A site as this room needs it: its numbers, its slug and its time zone. */
export type Site = VenueAtWork & { slug: string; policy: { timeZone: string } };

/** The operator and the site of the request, which is the only one that they see there. */
export type Desk<Venue extends Site = Site> = { operator: Operator; venue: Venue };
