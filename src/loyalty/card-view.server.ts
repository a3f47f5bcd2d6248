import { DAY_MS } from "../platform/durations.ts";
import { typedBirthday } from "../accounts/profile/birthdays.ts";
import { civilityWord } from "../accounts/profile/civility.ts";
import type { Member } from "../accounts/member.ts";
import { wallTime } from "../platform/time-zones.ts";
import type { World } from "../platform/world.ts";
import { qrOf } from "../ui/qr.server.ts";
import { GROUP } from "../venues/group.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";
import { programmeState, temporaryCardOf } from "./programme-state.server.ts";

/** The card as `popup=Card` and other pages show it. */
export type CardView = NonNullable<Awaited<ReturnType<typeof cardView>>>;

/** The greeting is shown this many days before and after the birthday. */
const NEAR_DAYS = 3;

/** The member's card; null if there is none to show yet. */
export async function cardView(world: World, venue: Venue, member: Member) {
  const { membership } = await programmeState(world, member);
  const hasCard = membership !== null && membership.cardType !== "VIRTUAL";
  const number = hasCard ? membership.cardNumber : ((await temporaryCardOf(world, member))?.cardNumber ?? null);
  if (number === null) return null;
  const today = wallTime(world.now(), venue.policy.timeZone).date;
  const mayGreet = venue.policy.hasPerks && (membership === null || membership.excludedSince === null);
  const isBirthdayNear = mayGreet && member.birthday !== null && isNearBirthday(today, member.birthday);
  return {
    program: GROUP.program as string,
    /** Civility, last name and the first of the first names: 'Mme Aubry Camille'. */
    holder: holderName(member),
    /** DD/MM/YYYY. */
    birthday: member.birthday === null ? null : typedBirthday(member.birthday),
    number,
    qr: qrOf(number),
    /** True for a reserved number whose holder has yet to come to the casino. */
    isTemporary: !hasCard,
    /** True around the birthday, where the country allows the greeting. */
    isBirthdayNear,
    hasBirthdayGift: isBirthdayNear && (await world.hooks.loyalty.hasBirthdayGift(world, venue, member)),
  };
}

/**
 * True from three days before the birthday to three days after it; ISO dates. In other years, a birthday on 29 February counts as
 * the 28th.
 */
function isNearBirthday(today: string, birthday: string): boolean {
  const at = Date.parse(`${today}T00:00:00Z`);
  const year = Number(today.slice(0, 4));
  return [year - 1, year, year + 1].some((one) => Math.abs(at - birthdayIn(one, birthday)) <= NEAR_DAYS * DAY_MS);
}

function birthdayIn(year: number, birthday: string): number {
  const [, month = 1, day = 1] = birthday.split("-").map(Number);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return Date.UTC(year, month - 1, Math.min(day, last));
}

/** 'Mme Aubry Camille', in English 'Ms Aubry Camille'. */
export function holderName(
  { civilityId, lastname, firstname }: Pick<Member, "civilityId" | "lastname" | "firstname">,
  to: { locale?: Locale } = {},
): string {
  const [first = ""] = (firstname ?? "").trim().split(/\s+/);
  return [civilityWord(civilityId, to), lastname, first].filter(Boolean).join(" ");
}
