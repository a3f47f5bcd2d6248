import type { Member } from "../members/member.ts";
import type { World } from "../platform/world.ts";
import { cardsOf, membershipById } from "./queries.server.ts";

/** What the programme keeps about a member, for the member (GDPR 15 and 20, G78); null for whoever is none. */
export async function exportMembership(world: World, { playersPlusId }: Member): Promise<object | null> {
  const { db } = world.database;
  const membership = playersPlusId === null ? null : await membershipById(db, playersPlusId);
  if (membership === null) return null;
  const { id, lastname, firstname, birthday, mobilePhone, homeSiteId, joinedAt } = membership;
  const person = { lastname, firstname, birthday, mobile: mobilePhone };
  return { id, ...person, home_site_id: homeSiteId, joined_at: joinedAt, cards: await cardsOf(db, id) };
}
