import { civilityWord } from "../accounts/profile/civility.ts";
import type { Member } from "../accounts/member.ts";
import { wallTime } from "../platform/time-zones.ts";
import type { World } from "../platform/world.ts";
import { qrOf, type Qr } from "../ui/qr.server.ts";
import { GROUP } from "../venues/group.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";
import { isNearBirthday } from "./birthday.ts";
import { loyaltyFacts, temporaryCardOf } from "./loyalty-facts.server.ts";
import { dayOf } from "./passes/wallet-pass.ts";

/** The card as `popup=Card` and other pages show it. */
export type CardView = {
  program: string;
  /** Civility, last name and the first of the first names: 'Mme Aubry Camille'. */
  holder: string;
  /** DD/MM/YYYY. */
  birthday: string | null;
  number: string;
  qr: Qr;
  /** True for a reserved number whose holder has yet to come to the casino. */
  isTemporary: boolean;
  /** True around the birthday, where the country allows the greeting. */
  isBirthdayNear: boolean;
  hasBirthdayGift: boolean;
};

/** The member's card; null if there is none to show yet. */
export async function cardView(world: World, venue: Venue, member: Member): Promise<CardView | null> {
  const { membership } = await loyaltyFacts(world, member);
  const hasCard = membership !== null && membership.cardType !== "VIRTUAL";
  const number = hasCard ? membership.cardNumber : ((await temporaryCardOf(world, member))?.cardNumber ?? null);
  if (number === null) return null;
  const today = wallTime(world.now(), venue.policy.timeZone).date;
  const mayGreet = venue.policy.hasPerks && (membership === null || membership.excludedSince === null);
  const isBirthdayNear = mayGreet && member.birthday !== null && isNearBirthday(today, member.birthday);
  return {
    program: GROUP.program,
    holder: holderName(member),
    birthday: member.birthday === null ? null : dayOf(member.birthday),
    number,
    qr: qrOf(number),
    isTemporary: !hasCard,
    isBirthdayNear,
    hasBirthdayGift: isBirthdayNear && (await world.hooks.loyalty.hasBirthdayGift(world, venue, member)),
  };
}

/** 'Mme Aubry Camille', in English 'Ms Aubry Camille'. */
export function holderName(
  { civilityId, lastname, firstname }: Pick<Member, "civilityId" | "lastname" | "firstname">,
  to: { locale?: Locale } = {},
): string {
  const [first = ""] = (firstname ?? "").trim().split(/\s+/);
  return [civilityWord(civilityId, to), lastname, first].filter(Boolean).join(" ");
}
