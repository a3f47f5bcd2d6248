import type { Member } from "../members/member.ts";
import { popupOver } from "../members/paths.ts";
import type { World } from "../platform/world.ts";
import { GROUP } from "../venues/group.ts";
import type { Venue } from "../venues/venue.ts";
import { loyaltyBalance } from "./balance.server.ts";
import { loyaltyFacts, type LoyaltyFacts } from "./loyalty-facts.server.ts";
import { CHOICE_PATH, START_PATH } from "./paths.ts";

/** What stands in the card's place in the menu. */
export type CardArea =
  | { kind: "none" }
  /** 'Show': the card itself, or how far its making is. */
  | { kind: "show"; href: string; isPopup: boolean }
  /** A member whose card is on its way. */
  | { kind: "waiting" }
  /** How to become a member; `isReady` where only the visit to the casino is left. */
  | { kind: "call"; href: string; isReady: boolean };

/** The programme's part of the profile summary (section 2.7). `balance` is in cents; null for who is no member. */
export type MenuProgramme = { program: string; balance: bigint | null; card: CardArea; call: CardArea };

const READY = new Set(["READY", "VALIDATED", "CREATION_IN_PROGRESS", "CREATION_ERROR"]);
/** The whole list of section 4 but COMPLETED, from which there is nothing left to activate. */
const TO_MENU = "?toMenu=true";

export async function menuProgramme(
  world: World,
  { venue, address }: { venue: Venue; address: string },
  member: Member,
): Promise<MenuProgramme> {
  const facts = await loyaltyFacts(world, member);
  const { playersPlusId } = member;
  return {
    program: GROUP.program,
    balance: playersPlusId === null ? null : await loyaltyBalance(world, playersPlusId),
    card: cardArea(member, facts, address),
    call: callToAction(venue, member, facts, address),
  };
}

function cardArea(member: Member, { membership, enrollmentStatus }: LoyaltyFacts, address: string): CardArea {
  const hasCard = membership !== null && membership.cardNumber !== null && membership.cardType !== "VIRTUAL";
  if (hasCard || enrollmentStatus === "COMPLETED")
    return { kind: "show", href: popupOver(address, "Card"), isPopup: true };
  if (READY.has(enrollmentStatus)) return { kind: "show", href: START_PATH, isPopup: false };
  return member.playersPlusId === null ? { kind: "none" } : { kind: "waiting" };
}

function callToAction(venue: Venue, member: Member, { enrollmentStatus }: LoyaltyFacts, address: string): CardArea {
  if (member.playersPlusId !== null || !venue.config.enrollment) return { kind: "none" };
  if (READY.has(enrollmentStatus)) return { kind: "call", href: `${START_PATH}${TO_MENU}`, isReady: true };
  const isThere = address.split("?")[0] === CHOICE_PATH;
  return { kind: "call", href: `${isThere ? START_PATH : CHOICE_PATH}${TO_MENU}`, isReady: false };
}
