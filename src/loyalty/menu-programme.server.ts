import type { Member } from "../accounts/member.ts";
import type { World } from "../platform/world.ts";
import { GROUP } from "../venues/group.ts";
import type { Venue } from "../venues/venue.ts";
import { loyaltyBalance } from "./balance/balance.server.ts";
import { programmeState, type ProgrammeState } from "./programme-state.server.ts";
import { numberOfCard } from "./membership.ts";
import type { CardArea, MenuProgramme } from "./menu-programme.ts";
import { balanceDecimal } from "./balance/movements.ts";

const READY = new Set(["READY", "VALIDATED", "CREATION_IN_PROGRESS", "CREATION_ERROR"]);

/** The programme's part of a member's profile summary. */
export async function menuProgramme(world: World, venue: Venue, member: Member): Promise<MenuProgramme> {
  const state = await programmeState(world, member);
  const { playersPlusId } = member;
  return {
    program: GROUP.program,
    balance: playersPlusId === null ? null : balanceDecimal(await loyaltyBalance(world, playersPlusId)),
    card: cardArea(member, state),
    call: callToAction(venue, member, state),
  };
}

function cardArea(member: Member, { membership, enrollmentStatus }: ProgrammeState): CardArea {
  const hasCard = membership !== null && numberOfCard(membership) !== null;
  if (hasCard || enrollmentStatus === "COMPLETED") return { kind: "card" };
  if (READY.has(enrollmentStatus)) return { kind: "enrollment" };
  return member.playersPlusId === null ? { kind: "none" } : { kind: "waiting" };
}

function callToAction(venue: Venue, member: Member, { enrollmentStatus }: ProgrammeState): CardArea {
  if (member.playersPlusId !== null || !venue.config.enrollment) return { kind: "none" };
  return { kind: "call", isReady: READY.has(enrollmentStatus) };
}
