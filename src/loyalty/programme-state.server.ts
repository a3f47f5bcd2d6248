import type { Member } from "../accounts/member.ts";
import type { World } from "../platform/world.ts";
import { enrollmentStatusOf } from "./enrollment/enrollment-view.server.ts";
import { enrollmentOfAccount } from "./enrollment/queries.server.ts";
import { countsAsMember } from "./enrollment/statuses.ts";
import { numberOfCard } from "./membership.ts";
import { membershipOfId } from "./memberships.server.ts";

export type ProgrammeState = Awaited<ReturnType<typeof programmeState>>;

/** A member's state in the programme, for the profile, the menu and the card. */
export async function programmeState(world: World, member: Member) {
  const { playersPlusId } = member;
  const [membership, { status, isMember }] = await Promise.all([
    playersPlusId === null ? null : membershipOfId(world, playersPlusId),
    enrollmentStatusOf(world.database.db, member.accountId),
  ]);
  return {
    membership,
    /** NEW if no enrollment was started. */
    enrollmentStatus: status,
    /** True if there is a membership, or the enrollment has come far enough (see `countsAsMember`). */
    isMember: isMember || playersPlusId !== null,
  };
}

/** The card in force; null if there is none (see `numberOfCard`). */
export async function cardOf(
  world: World,
  member: Member,
): Promise<{ cardNumber: string; membershipId: string } | null> {
  const { membership } = await programmeState(world, member);
  const cardNumber = membership === null ? null : numberOfCard(membership);
  return membership === null || cardNumber === null ? null : { cardNumber, membershipId: membership.id };
}

/**
 * The number reserved for somebody who has yet to come to the casino with an identity document: from READY until COMPLETED. Null before,
 * and again once it is void.
 */
export async function temporaryCardOf(
  world: World,
  member: Member,
): Promise<{ cardNumber: string; membershipId: null } | null> {
  const row = await enrollmentOfAccount(world.database.db, member.accountId);
  const isTemporary = row !== undefined && countsAsMember(row.status) && row.status !== "COMPLETED";
  return isTemporary && row.card_id !== null ? { cardNumber: row.card_id, membershipId: null } : null;
}
