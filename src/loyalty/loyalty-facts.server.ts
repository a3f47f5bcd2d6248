import type { Member } from "../members/member.ts";
import type { World } from "../platform/world.ts";
import type { Membership } from "./membership.ts";
import { membershipById } from "./queries.server.ts";

/** What the programme knows of a member: for the profile, the menu and the card. */
export type LoyaltyFacts = {
  membership: Membership | null;
  /** Of section 4; NEW where nothing was begun. */
  enrollmentStatus: string;
};

/** For whom an enrollment's status says that they are as good as members (section 4, G76). */
const MEMBER_STATUSES = new Set(["READY", "VALIDATED", "COMPLETED", "CREATION_IN_PROGRESS", "CREATION_ERROR"]);

export async function loyaltyFacts(world: World, member: Member): Promise<LoyaltyFacts> {
  const { playersPlusId } = member;
  const membership = playersPlusId === null ? null : await membershipById(world.database.db, playersPlusId);
  return { membership, enrollmentStatus: "NEW" };
}

/** By the loyalty id, or by how far the enrollment is (G76). */
export function isMemberBy(member: Member, { enrollmentStatus }: LoyaltyFacts): boolean {
  return member.playersPlusId !== null || MEMBER_STATUSES.has(enrollmentStatus);
}

/** The card in force; null where there is none, or one that counts as none (G105). */
export async function cardOf(
  world: World,
  member: Member,
): Promise<{ cardNumber: string; membershipId: string } | null> {
  const { membership } = await loyaltyFacts(world, member);
  if (membership === null || membership.cardNumber === null || membership.cardType === "VIRTUAL") return null;
  return { cardNumber: membership.cardNumber, membershipId: membership.id };
}

/** The number that is set aside for somebody who has yet to come to the casino with their papers. */
export async function temporaryCardOf(
  _world: World,
  _member: Member,
): Promise<{ cardNumber: string; membershipId: null } | null> {
  return null;
}
