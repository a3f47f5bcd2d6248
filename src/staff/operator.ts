import type { VenueAtWork } from "../platform/database/venue-rows.server.ts";
import type { Permission } from "./contract.ts";

/** A member of staff in a living session. */
export type Operator = {
  sessionId: string;
  name: string;
  permissions: readonly Permission[];
  /** The sites that the session is for; every other one is not there for it. */
  projectIds: readonly number[];
  expiresAt: Date;
  /** Who handed the ticket out; null where a command did. */
  issuedBy: string | null;
  /** Everybody through whose hands the right came, the nearest first: who issued the ticket, who issued theirs, and so on. */
  issuers: readonly string[];
};

/** Whoever stands behind an act: the name, and everybody through whose hands the right to it came. */
type People = { name: string; issuers: readonly string[] };

/**
 * True where two are one pair of eyes (G149): one person under one name, or one who is in by a ticket that came, over however many
 * others, from the other. Two who have their tickets from a third are two.
 */
export function isSamePerson(one: People, other: People): boolean {
  const [mine, theirs] = [nameKey(one.name), nameKey(other.name)];
  return (
    mine === theirs ||
    one.issuers.some((name) => nameKey(name) === theirs) ||
    other.issuers.some((name) => nameKey(name) === mine)
  );
}

/** Staff are known by the name on their ticket: capitals, accents, blanks and points make nobody another person. */
function nameKey(name: string): string {
  const letters = name.normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "");
  return (letters === "" ? name.trim() : letters).toLowerCase();
}

/** True where the operator may do this on that site (section 6). */
export function may(operator: Operator, permission: Permission, projectId: number): boolean {
  return operator.permissions.includes(permission) && operator.projectIds.includes(projectId);
}

/** A site as staff know it: by its numbers, its name in addresses and its clock. */
export type Site = VenueAtWork & { slug: string; policy: { timeZone: string } };

/** Where an operator stands: the site of the request is the only one that they see from there. */
export type Desk<Venue extends Site = Site> = { operator: Operator; venue: Venue };
