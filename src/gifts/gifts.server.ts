import { GROUP } from "../venues/group.ts";
import type { GiftsTable } from "../../db/tables.ts";
import { luhnDigit } from "../loyalty/membership.ts";
import { membershipOfId } from "../loyalty/memberships.server.ts";
import { updatePassesOf } from "../loyalty/passes/changes.server.ts";
import type { Member } from "../accounts/member.ts";
import { inTransaction, type Transaction } from "../platform/database/database.server.ts";
import { addDays, instantOfWallTime, wallTime } from "../platform/time-zones.ts";
import type { World } from "../platform/world.ts";
import type { CountryPolicy } from "../venues/law/country-policy.ts";
import { addMonths, gamingDayOf, startOfGamingDay } from "../venues/hours/gaming-day.ts";
import type { Venue } from "../venues/venue.ts";
import { CODE_DIGITS, isGiftCode, USED_MONTHS } from "./gift.ts";
import { offerById } from "./offers/offer-queries.server.ts";
import {
  giftOfHolder,
  giftsOfHolder,
  insertGift,
  insertLines,
  isExcluded,
  hasCampaignGift,
  storeDueStatuses,
  type Holder,
  type StoredGift,
} from "./queries.server.ts";
import { notifyGiftsChanged } from "./versions.server.ts";

export type { StoredGift } from "./queries.server.ts";

const STORED_AT_ONCE = 1_000;

export const LISTS = ["available", "burned"] as const;
export type ListName = (typeof LISTS)[number];

/** The holder whose gifts a member's pages show. */
export function giftHolder(member: Pick<Member, "accountId" | "playersPlusId">): Holder {
  return { accountId: member.accountId, membershipId: member.playersPlusId };
}

/**
 * All gifts of one of a member's lists, newest first; used gifts of the last twelve months. Empty where the country's law allows
 * no gifts, and for members in a register of exclusions. Swiss sites show only authorised offers.
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
  const gifts = await giftsOfHolder(world.database.db, giftHolder(member), { status, now, since });
  return gifts.filter((gift) => isShown(policy, gift));
}

/** How many gifts a member can use where this policy holds, for the pass in a phone's wallet. */
export async function usableGifts(
  world: World,
  where: Pick<Venue, "policy">,
  member: Pick<Member, "accountId" | "playersPlusId">,
): Promise<number> {
  return (await giftsOf(world, where, member, "available")).length;
}

/** One of a member's gifts for its own page, in any status but issued and cancelled; null for every other code. */
export async function giftOf(
  world: World,
  venue: Pick<Venue, "policy"> | null,
  member: Pick<Member, "accountId" | "playersPlusId">,
  code: string,
): Promise<StoredGift | null> {
  const policy = venue?.policy ?? null;
  if (!isGiftCode(code) || policy?.gifts === "none" || (await isFrozen(world, member))) return null;
  const gift = await giftOfHolder(world.database.db, giftHolder(member), code, world.now());
  if (gift === undefined || !isShown(policy, gift)) return null;
  return gift.status === "issued" || gift.status === "cancelled" ? null : gift;
}

/** Whether somebody is a member, was one, or never was. A members' offer stays visible to a lapsed member, who cannot use it. */
export async function membershipState(
  world: World,
  { playersPlusId }: Pick<Member, "playersPlusId">,
): Promise<"member" | "lapsed" | "none"> {
  if (playersPlusId === null) return "none";
  const membership = await membershipOfId(world, playersPlusId);
  return membership?.status === "active" ? "member" : "lapsed";
}

/** The gift's own expiry, else the offer's; exclusive; null if it never expires. */
export function expiryOf(gift: Pick<StoredGift, "expires_at" | "offer_expires_at">): Date | null {
  return gift.expires_at ?? gift.offer_expires_at;
}

/**
 * Issues a gift of an offer to a membership, or to an account that has none. Its life counts from `availableFrom` (default: now)
 * on the clock of `zone`, in gaming days or calendar months, the first day included. A gift with a `campaignKey` is issued once;
 * returns null the next time. Otherwise returns the code.
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
  const { offerId, to, campaign, campaignKey = null, zone = GROUP.timeZone } = given;
  if (campaignKey !== null && (await hasCampaignGift(tx, campaignKey))) return null;
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
  };
  for (;;) {
    const code = newCode(world);
    if (await insertGift(tx, { ...gift, code })) {
      await insertLines(tx, code, offerId);
      await notifyGiftsChanged(world, tx, gift);
      return code;
    }
    if (campaignKey !== null && (await hasCampaignGift(tx, campaignKey))) return null;
  }
}

/** Twelve random digits and a check digit. */
export function newCode(world: Pick<World, "random">): string {
  const body = randomBody(world);
  return body + luhnDigit(body);
}

/** The twelve random digits. The modulo bias of the 64-bit draw is below one in ten million. */
export function randomBody(world: Pick<World, "random">): string {
  const chance = new DataView(Uint8Array.from(world.random(8)).buffer).getBigUint64(0);
  return String(chance % 10n ** BigInt(CODE_DIGITS - 1)).padStart(CODE_DIGITS - 1, "0");
}

/**
 * Stores which gifts have become available or have expired, and updates their holders' passes. Lists and burns do not depend on it: they
 * compute the status from the clock.
 */
export async function storeGiftStatuses(world: World): Promise<void> {
  for (let most = STORED_AT_ONCE; most === STORED_AT_ONCE;) {
    most = await inTransaction(world.database, async (tx) => {
      const stored = await storeDueStatuses(tx, world.now(), STORED_AT_ONCE);
      await updatePassesOf(world, tx, stored.membershipIds);
      return stored.most;
    });
  }
}

/** True if the country's policy allows gifts of this offer. */
export function isShown(policy: CountryPolicy | null, offer: { is_authorised_ch: boolean }): boolean {
  if (policy === null || policy.gifts === "all") return true;
  return policy.gifts === "authorised" && offer.is_authorised_ch;
}

async function isFrozen(world: World, member: Pick<Member, "playersPlusId">): Promise<boolean> {
  return member.playersPlusId !== null && isExcluded(world.database.db, member.playersPlusId);
}

/** The expiry of a gift: its last gaming day ends when the next one begins, at ten in the morning. */
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
  return policy?.timeZone ?? GROUP.timeZone;
}

/** True if a birthday gift is available to a member at a venue. */
export async function hasBirthdayGift(world: World, venue: Venue, member: Member): Promise<boolean> {
  const gifts = await giftsOf(world, venue, member, "available");
  return gifts.some(({ campaign }) => campaign === "birthday");
}
