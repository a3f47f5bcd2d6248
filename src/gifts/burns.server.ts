import { storeVerdict, type RegisterAnswer } from "../protection/exclusions/registers.server.ts";
import { membershipOfId, noteUse } from "../loyalty/memberships.server.ts";
import { askAboutPlayer } from "../loyalty/play.server.ts";
import type { Transaction } from "../platform/database/database.server.ts";
import { hit, hitsOf, secondsUntilAllowed, type LimitKey } from "../platform/http/counted-limits.server.ts";
import type { World } from "../platform/world.ts";
import { gamingDayOf } from "../venues/hours/gaming-day.ts";
import type { Venue } from "../venues/venue.ts";
import { isGiftCode, RESERVATION_MS } from "./gift.ts";
import { isShown } from "./gifts.server.ts";
import { isKnownCode, type GiftProduct } from "./queries.server.ts";
import {
  burnGift,
  giftAtFloor,
  givePlayBack,
  holderOfPlayCredit,
  insertBurn,
  lockPlay,
  reserveGift,
  reverseBurn,
  takePlay,
  type FloorPlace,
} from "./floor-queries.server.ts";
import { giveUseBack, lockOffer, takeUse } from "./offers/operator-offer-queries.server.ts";
import { notifyGiftsChanged } from "./versions.server.ts";
import { holderOfCard } from "../loyalty/records.server.ts";

const DAY_SECONDS = 86_400;
/** How many unknown codes a venue may look up. A person mistypes now and then; somebody who guesses asks for nothing else. */
const UNKNOWN = [
  { limit: 60, seconds: 600 },
  { limit: 400, seconds: DAY_SECONDS },
];

export type GiftRefusal =
  | "UNKNOWN_CODE"
  | "UNKNOWN_CARD"
  | "NOT_AVAILABLE"
  | "NOT_HERE"
  | "MEMBERS_ONLY"
  | "OTHER_HOLDER"
  | "CARD_NOT_ACTIVE"
  | "NOT_USABLE"
  | "CHECK_UNAVAILABLE"
  | "DAILY_CAP"
  | "LIMIT_REACHED"
  | "NOT_REVERSIBLE";

export type GiftOutcome =
  | { gift: AtFloor; products: GiftProduct[]; status: string }
  | { refusal: GiftRefusal; status?: string }
  | { problems: { key: "products"; message: string }[] };

/** `registerAnswer` is what the register of the venue's country said about the holder (`askBeforeBurn`). */
export type GiftOrder = {
  code: string;
  eventId: string;
  cardNumber: string | null;
  products: string[] | null;
  registerAnswer: RegisterAnswer;
};
type AtFloor = NonNullable<Awaited<ReturnType<typeof giftAtFloor>>>;

/**
 * Null if a venue may look this code up, else the seconds to wait because it asked for too many unknown codes. Codes with a wrong
 * check digit need no look-up and do not count.
 */
export async function mayLookUp(world: World, venue: Venue, code: string): Promise<{ waitSeconds: number } | null> {
  if (!isGiftCode(code)) return null;
  const { db } = world.database;
  const key: LimitKey = ["unknown-gift", String(venue.siteId)];
  if (!(await isKnownCode(db, code))) {
    const counted = await hit(world, db, key, UNKNOWN);
    return counted.isAllowed ? null : { waitSeconds: counted.retryAfterSeconds };
  }
  const waitSeconds = secondsUntilAllowed(await hitsOf(world, db, key, DAY_SECONDS), UNKNOWN, world.now());
  return waitSeconds === 0 ? null : { waitSeconds };
}

/** Reserves a gift for two minutes. Until then no other venue can use it. */
export async function reserve(world: World, tx: Transaction, venue: Venue, order: GiftOrder): Promise<GiftOutcome> {
  const found = await atFloor(world, tx, order);
  if ("refusal" in found || "problems" in found) return found;
  const now = world.now();
  const until = new Date(now.getTime() + RESERVATION_MS);
  if (!(await reserveGift(tx, order.code, placeOf(venue), { now, until }))) return refusalOf(world, tx, venue, order);
  await notifyGiftsChanged(world, tx, found.gift);
  return { ...found, status: "reserved" };
}

/**
 * Asks the register of the venue's country about the holder of a play credit, outside any transaction, as before play with money
 * (`askBeforePlay`). "unasked" for other gifts.
 */
export async function askBeforeBurn(world: World, venue: Venue, code: string): Promise<RegisterAnswer> {
  const holderId = isGiftCode(code) ? await holderOfPlayCredit(world.database.db, code) : null;
  return holderId === null ? "unasked" : askAboutPlayer(world, venue, await membershipOfId(world, holderId));
}

/**
 * Burns a gift. The update itself checks membership, venue, country, exclusion and time. Play credits count towards the country's
 * cap for the gaming day, and a burn counts towards the offer's limit. CHECK_UNAVAILABLE if the register was asked and silent.
 */
export async function burn(world: World, tx: Transaction, venue: Venue, order: GiftOrder): Promise<GiftOutcome> {
  const found = await atFloor(world, tx, order);
  if ("refusal" in found || "problems" in found) return found;
  if (order.registerAnswer === "silent") return { refusal: "CHECK_UNAVAILABLE", status: found.gift.status };
  if (order.registerAnswer !== "unasked")
    await storeVerdict(tx, { enrollmentId: null, membershipId: found.gift.member_id }, order.registerAnswer);
  const now = world.now();
  const gamingDay = gamingDayOf(now, venue.policy.timeZone);
  const play = playOf(found.gift, venue, gamingDay);
  if (play !== null && !(await takePlay(tx, play.day, play.minor, play.cap)))
    return { refusal: "DAILY_CAP", status: found.gift.status };
  const isLimited = found.gift.use_limit !== null;
  if (isLimited && !(await takeUse(tx, found.gift.offer_id))) {
    if (play !== null) await givePlayBack(tx, play.day, play.minor);
    const { status } = found.gift;
    return { refusal: status === "burned" ? "NOT_AVAILABLE" : "LIMIT_REACHED", status };
  }
  if (!(await burnGift(tx, order.code, placeOf(venue), now))) {
    if (isLimited) await giveUseBack(tx, found.gift.offer_id);
    if (play !== null) await givePlayBack(tx, play.day, play.minor);
    return refusalOf(world, tx, venue, order);
  }
  await insertBurn(tx, {
    code: order.code,
    site_id: venue.siteId,
    event_id: order.eventId,
    burned_at: now,
    gaming_day: gamingDay,
    card_number: order.cardNumber,
    products: order.products === null ? null : JSON.stringify(order.products),
  });
  await notifyGiftsChanged(world, tx, found.gift);
  return { ...found, status: "burned" };
}

/** Reverses a burn, at the venue where it happened and within that venue's gaming day. This is the only way back from burned. */
export async function reverse(world: World, tx: Transaction, venue: Venue, order: GiftOrder): Promise<GiftOutcome> {
  const found = await atFloor(world, tx, order);
  if ("refusal" in found || "problems" in found) return found;
  const now = world.now();
  const gamingDay = gamingDayOf(now, venue.policy.timeZone);
  const play = playOf(found.gift, venue, gamingDay);
  if (play !== null) await lockPlay(tx, play.day);
  const isLimited = found.gift.use_limit !== null;
  if (isLimited) await lockOffer(tx, found.gift.offer_id);
  const isReversed = await reverseBurn(tx, order.code, {
    siteId: venue.siteId,
    gamingDay,
    eventId: order.eventId,
    now,
  });
  if (!isReversed) {
    const { status } = (await giftAtFloor(tx, order.code, now)) ?? found.gift;
    return { refusal: status === "burned" ? "NOT_REVERSIBLE" : "NOT_AVAILABLE", status };
  }
  if (isLimited) await giveUseBack(tx, found.gift.offer_id);
  if (play !== null) await givePlayBack(tx, play.day, play.minor);
  await notifyGiftsChanged(world, tx, found.gift);
  const { status } = (await giftAtFloor(tx, order.code, now)) ?? found.gift;
  return { ...found, status };
}

/**
 * The gift and the products of an order; or the refusal, if the code, the card or the products are wrong whatever the gift's
 * status.
 */
async function atFloor(
  world: World,
  tx: Transaction,
  { code, cardNumber, products }: GiftOrder,
): Promise<{ gift: AtFloor; products: GiftProduct[] } | Exclude<GiftOutcome, { gift: AtFloor }>> {
  const gift = isGiftCode(code) ? await giftAtFloor(tx, code, world.now()) : undefined;
  if (gift === undefined) return { refusal: "UNKNOWN_CODE" };
  if (cardNumber !== null) {
    const member = await holderOfCard(tx, cardNumber);
    if (member === null) return { refusal: "UNKNOWN_CARD" };
    if (member.id !== gift.member_id) return { refusal: "OTHER_HOLDER", status: gift.status };
    if (!member.isInForce) return { refusal: "CARD_NOT_ACTIVE", status: gift.status };
    await noteUse(world, tx, member.id);
  }
  if (products === null) return { gift, products: gift.products };
  const named = gift.products.filter(({ id }) => products.includes(id));
  if (named.length === 0 || products.some((id) => !gift.products.some((product) => product.id === id)))
    return { problems: [{ key: "products", message: "must be products of this gift" }] };
  return { gift, products: named };
}

/** The reason why the update changed nothing. */
async function refusalOf(
  world: World,
  tx: Transaction,
  venue: Venue,
  { code }: GiftOrder,
): Promise<{ refusal: GiftRefusal; status?: string }> {
  const gift = await giftAtFloor(tx, code, world.now());
  if (gift === undefined) return { refusal: "UNKNOWN_CODE" };
  const { status } = gift;
  if (status !== "available" && status !== "reserved") return { refusal: "NOT_AVAILABLE", status };
  const isHere = gift.establishments.some(({ id }) => id === venue.id) && isShown(venue.policy, gift);
  const isPlayable = gift.play_currency === null || gift.play_currency === venue.policy.currency;
  if (!isHere || !isPlayable) return { refusal: "NOT_HERE", status };
  if (gift.is_auth && gift.member_status !== "active") return { refusal: "MEMBERS_ONLY", status };
  // The floor is not told that the holder is excluded: the reason is private.
  if (gift.member_excluded_since !== null) return { refusal: "NOT_USABLE", status };
  return { refusal: "NOT_AVAILABLE", status };
}

function placeOf(venue: Venue): FloorPlace {
  const { gifts, currency } = venue.policy;
  return {
    siteId: venue.siteId,
    // No venue has the id -1: where the country allows no gifts, no offer is valid.
    establishmentId: gifts === "none" ? -1 : venue.id,
    takesUnauthorised: gifts === "all",
    currency,
  };
}

function playOf(gift: AtFloor, venue: Venue, gamingDay: string) {
  const { freePlayDailyCap: cap } = venue.policy;
  const holder = gift.member_id ?? gift.account_id;
  if (gift.play_minor === null || cap === null || holder === null) return null;
  const day = { holder, country: venue.country, gaming_day: gamingDay };
  return { day, minor: gift.play_minor, cap: BigInt(cap) };
}
