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

/** The person behind an action: the name, and the issuers of their ticket. */
type People = { name: string; issuers: readonly string[] };

/**
 * True where two operators do not count as two persons, for actions that need two: they have the same name, or their
 * tickets come from the same person, who may be one of the two, directly or through others. A person who
 * issues two tickets could use both (decision 0089).
 */
export function countAsOnePerson(one: People, other: People): boolean {
  const theirs = chainOf(other);
  return chainOf(one).some((name) => theirs.includes(name));
}

/**
 * An operator's chain of tickets: their own name, then those of the issuers, the nearest first, as names to compare and to count by: two
 * of one name whose tickets come from different people are counted apart.
 */
export function chainOf({ name, issuers }: People): string[] {
  return [name, ...issuers].map(nameKey);
}

/**
 * The person at the beginning of an operator's chain of tickets, as a name to count by: whoever issues tickets under new
 * names stays the same.
 */
export function rootOf({ name, issuers }: People): string {
  return nameKey(issuers.at(-1) ?? name);
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
export type Site = VenueIds & { slug: string; policy: { timeZone: string } };

/** The operator and the site of the request, which is the only one that they see there. */
export type Desk<Venue extends Site = Site> = { operator: Operator; venue: Venue };
