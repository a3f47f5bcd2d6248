import type { GiftsTable } from "../../db/tables.ts";
import { luhnDigit } from "../loyalty/membership.ts";
import { membershipOfId } from "../loyalty/memberships.server.ts";
import type { Member } from "../accounts/member.ts";
import { inTransaction, type Transaction } from "../platform/database/database.server.ts";
import { addDays, instantOfWallTime, wallTime } from "../platform/time-zones.ts";
import type { World } from "../platform/world.ts";
import type { CountryPolicy } from "../venues/country-policy.ts";
import { addMonths, gamingDayOf, startOfGamingDay } from "../venues/hours/gaming-day.ts";
import type { Venue } from "../venues/venue.ts";
import { CODE_DIGITS, isGiftCode, USED_MONTHS } from "./gift.ts";
import { offerById } from "./campaigns/offer-queries.server.ts";
import {
  cancelGift,
  giftOfHolder,
  giftsOfHolder,
  insertGift,
  insertLines,
  isExcluded,
  isGiven,
  settleStatuses,
  type Holder,
  type StoredGift,
} from "./queries.server.ts";
import { giftsMoved } from "./campaigns/versions.server.ts";

export type { StoredGift } from "./queries.server.ts";

const FALLBACK_ZONE = "Europe/Paris";
const SETTLED_AT_ONCE = 1_000;

export const LISTS = ["available", "burned"] as const;
export type ListName = (typeof LISTS)[number];

/** Whose gifts a member's screens show. */
export function holderOf(member: Pick<Member, "accountId" | "playersPlusId">): Holder {
  return { accountId: member.accountId, membershipId: member.playersPlusId };
}

/**
 * A member's gifts of one list, all of them, the newest first; used ones of the last twelve months (G118). Empty where the
 * country knows no gifts (G124), and for whom a register names (G94); in Switzerland only what is authorised.
 */
export async function giftsOf(
  world: World,
  venue: Pick<Venue, "policy"> | null,
  member: Pick<Member, "accountId" | "playersPlusId">,
  status: ListName,
): Promise<StoredGift[]> {
  const policy = venue?.policy ?? null;
  if (policy?.gifts === "none" || (await isFrozen(world, member))) return [];
  const now = world.now();
  const { date, minutes } = wallTime(now, zoneOf(policy));
  const since = instantOfWallTime(addMonths(date, -USED_MONTHS), minutes, zoneOf(policy));
  const gifts = await giftsOfHolder(world.database.db, holderOf(member), { status, now, since });
  return gifts.filter((gift) => isShown(policy, gift));
}

/** One of a member's gifts for its own page, in any state but issued and cancelled; null for every other code. */
export async function giftOf(
  world: World,
  venue: Pick<Venue, "policy"> | null,
  member: Pick<Member, "accountId" | "playersPlusId">,
  code: string,
): Promise<StoredGift | null> {
  const policy = venue?.policy ?? null;
  if (!isGiftCode(code) || policy?.gifts === "none" || (await isFrozen(world, member))) return null;
  const gift = await giftOfHolder(world.database.db, holderOf(member), code, world.now());
  if (gift === undefined || !isShown(policy, gift)) return null;
  return gift.status === "issued" || gift.status === "cancelled" ? null : gift;
}

/** What an offer for members says to somebody (G117): whether they are one, were one, or are none. */
export async function memberStanding(
  world: World,
  { playersPlusId }: Pick<Member, "playersPlusId">,
): Promise<"member" | "lapsed" | "none"> {
  if (playersPlusId === null) return "none";
  const membership = await membershipOfId(world, playersPlusId);
  return membership?.status === "active" ? "member" : "lapsed";
}

/** The gift's own expiry, else the offer's; exclusive, null where there is none (G115). */
export function expiryOf(gift: Pick<StoredGift, "expires_at" | "offer_expires_at">): Date | null {
  return gift.expires_at ?? gift.offer_expires_at;
}

/**
 * Makes a gift of an offer: for a membership, or for an account that has none. Its life is counted from `availableFrom` (now) on
 * the clock of `zone`: gaming days or calendar months, the first day included. What carries a `campaignKey` is given once: null
 * where it was.
 */
export async function issueGift(
  world: World,
  tx: Transaction,
  given: {
    offerId: string;
    to: { membershipId: string } | { accountId: string };
    campaign: GiftsTable["campaign"];
    campaignKey?: string;
    availableFrom?: Date;
    zone?: string;
  },
): Promise<string | null> {
  const { offerId, to, campaign, campaignKey = null, zone = FALLBACK_ZONE } = given;
  if (campaignKey !== null && (await isGiven(tx, campaignKey))) return null;
  const offer = await offerById(tx, offerId);
  if (offer === undefined) throw new Error(`There is no offer ${offerId}`);
  const now = world.now();
  const availableFrom = given.availableFrom ?? now;
  const gift = {
    offer_id: offerId,
    membership_id: "membershipId" in to ? to.membershipId : null,
    account_id: "accountId" in to ? to.accountId : null,
    campaign,
    campaign_key: campaignKey,
    status: availableFrom > now ? ("issued" as const) : ("available" as const),
    issued_at: now,
    available_from: availableFrom,
    expires_at: endOfLife(offer, availableFrom, zone),
    reserved_until: null,
    reserved_site_id: null,
    burned_at: null,
    cancelled_at: null,
  };
  for (;;) {
    const code = newCode(world);
    if (await insertGift(tx, { ...gift, code })) {
      await insertLines(tx, code, offerId);
      await giftsMoved(world.database, tx, gift);
      return code;
    }
    if (campaignKey !== null && (await isGiven(tx, campaignKey))) return null;
  }
}

/** Takes back a gift that nobody has used, by staff or because its reason is gone; false where it is used or over. */
export async function cancel(world: World, code: string): Promise<boolean> {
  return inTransaction(world.database, async (tx) => {
    const holder = await cancelGift(tx, code, world.now());
    if (holder !== undefined) await giftsMoved(world.database, tx, holder);
    return holder !== undefined;
  });
}

/** Twelve random digits and the one that checks them (G114). */
export function newCode(world: Pick<World, "random">): string {
  const body = randomBody(world);
  return body + luhnDigit(body);
}

/** The random part: each of the 10^12 as likely as the next, to one in ten million. */
export function randomBody(world: Pick<World, "random">): string {
  const chance = new DataView(Uint8Array.from(world.random(8)).buffer).getBigUint64(0);
  return String(chance % 10n ** BigInt(CODE_DIGITS - 1)).padStart(CODE_DIGITS - 1, "0");
}

/** Writes down which gifts have become available or have expired; lists and burns know by themselves. */
export async function settleGifts(world: World): Promise<void> {
  for (let most = SETTLED_AT_ONCE; most === SETTLED_AT_ONCE;) {
    most = await inTransaction(world.database, (tx) => settleStatuses(tx, world.now(), SETTLED_AT_ONCE));
  }
}

/** True where a country's policy lets a gift of this offer exist (G124). */
export function isShown(policy: CountryPolicy | null, offer: { is_authorised_ch: boolean }): boolean {
  if (policy === null || policy.gifts === "all") return true;
  return policy.gifts === "authorised" && offer.is_authorised_ch;
}

async function isFrozen(world: World, member: Pick<Member, "playersPlusId">): Promise<boolean> {
  return member.playersPlusId !== null && isExcluded(world.database.db, member.playersPlusId);
}

/** A day's gift ends when that day's successor begins, at ten in the morning. */
function endOfLife(
  offer: { life_gaming_days: number | null; life_months: number | null },
  from: Date,
  zone: string,
): Date | null {
  const first = gamingDayOf(from, zone);
  if (offer.life_gaming_days !== null) return startOfGamingDay(addDays(first, offer.life_gaming_days), zone);
  if (offer.life_months !== null) return startOfGamingDay(addDays(addMonths(first, offer.life_months), 1), zone);
  return null;
}

function zoneOf(policy: CountryPolicy | null): string {
  return policy?.timeZone ?? FALLBACK_ZONE;
}

/** Whether a birthday gift waits for a member at a venue. */
export async function hasBirthdayGift(world: World, venue: Venue, member: Member): Promise<boolean> {
  const gifts = await giftsOf(world, venue, member, "available");
  return gifts.some(({ campaign }) => campaign === "birthday");
}
