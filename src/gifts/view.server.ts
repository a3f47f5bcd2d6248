import type { Member } from "../accounts/member.ts";
import type { World } from "../platform/world.ts";
import { qrOf, type Qr } from "../ui/qr.server.ts";
import type { Locale } from "../venues/contract.ts";
import { dayAt, type DayForm, dayText } from "../venues/language/dates.ts";
import { GROUP } from "../venues/group.ts";
import type { GamblingWarningName } from "../venues/law/gambling-warning.ts";
import type { Venue } from "../venues/venue.ts";
import { labelLines, shownExpiry } from "./gift.ts";
import {
  expiryOf,
  giftOf,
  giftsOf,
  giftHolder,
  LISTS,
  membershipState,
  type ListName,
  type StoredGift,
} from "./gifts.server.ts";
import { giftsTicket, versionNow } from "./versions.server.ts";

/** The number of tiles in the menu. */
const SUMMARY_TILES = 3;

export type GiftTile = {
  code: string;
  lines: string[];
  /** The last day as 'DD MMM', within two months of the expiry. */
  expiry: string | null;
  products: number;
};
export type GiftsSummary = { count: number; tiles: GiftTile[] };

export type GiftDetail = {
  code: string;
  lines: string[];
  description: string;
  state: "available" | "reserved" | "burned" | "expired";
  /** The last day as 'DD MMM YYYY', within two months of the expiry. */
  expiry: string | null;
  burnedOn: string | null;
  qr: Qr;
  products: { id: string; label: string; description: string | null; legalNotice: string | null }[];
  casinos: string[];
  /** The member's standing towards a members' offer; null if anybody may use it. */
  membership: "member" | "lapsed" | "none" | null;
  program: string;
};

/** `popup=Offers` for one member: a list or one gift, and what the poll needs to keep it up to date. */
export type OffersView = {
  ticket: string;
  version: string;
  gamblingWarning: GamblingWarningName | null;
  /** `fromMenu` if the gift was opened from the menu; closing it leads back there. */
  body: { list: OffersList } | { gift: GiftDetail; fromMenu: boolean };
};
export type OffersList = {
  current: ListName;
  tabs: { name: ListName; count: number }[];
  tiles: GiftTile[];
};

type Place = { venue: Venue; locale: Locale };

/** The menu's first three gifts and the number of all; null where the country allows no gifts. */
export async function giftsSummary(world: World, place: Place, member: Member): Promise<GiftsSummary | null> {
  const { venue } = place;
  if (venue.policy.gifts === "none") return null;
  const gifts = await giftsOf(world, venue, member, "available");
  const tiles = gifts.slice(0, SUMMARY_TILES).map((gift) => tileOf(world, place, gift));
  return { count: gifts.length, tiles };
}

/** A gift in the offline snapshot. */
export type KeptGift = Pick<GiftDetail, "code" | "lines" | "expiry" | "qr">;

/** The member's available gifts with their codes; none where the country allows no gifts. */
export async function keptGifts(world: World, { venue, locale }: Place, member: Member): Promise<KeptGift[]> {
  const gifts = await giftsOf(world, venue, member, "available");
  return gifts.map((gift) => ({
    code: gift.code,
    lines: labelLines(gift.label[locale]),
    expiry: expiryText(world, venue, gift, "expiryWithYear", locale),
    qr: qrOf(gift.code),
  }));
}

/** Reads the popup's query: `qrcode` with `fromMenu`, or `gifts=used`. An unknown code, or another member's, shows the list. */
export async function offersView(
  world: World,
  place: Place,
  member: Member,
  query: URLSearchParams,
): Promise<OffersView> {
  const { venue } = place;
  const version = await versionNow(world, giftHolder(member));
  const around = {
    ticket: giftsTicket(world, member),
    version,
    gamblingWarning: venue.policy.gamblingWarning?.name ?? null,
  };
  const gift = await giftOf(world, venue, member, query.get("qrcode") ?? "");
  if (gift !== null) {
    const body = { gift: await detailOf(world, place, member, gift), fromMenu: query.get("fromMenu") === "true" };
    return { ...around, body };
  }
  const current = query.get("gifts") === "used" ? "burned" : "available";
  const lists = await Promise.all(LISTS.map((list) => giftsOf(world, venue, member, list)));
  const tabs = LISTS.map((name, at) => ({ name, count: lists[at]?.length ?? 0 }));
  const tiles = (lists[LISTS.indexOf(current)] ?? []).map((one) => tileOf(world, place, one));
  return { ...around, body: { list: { current, tabs, tiles } } };
}

function tileOf(world: World, { venue, locale }: Place, gift: StoredGift): GiftTile {
  return {
    code: gift.code,
    lines: labelLines(gift.label[locale]),
    expiry: expiryText(world, venue, gift, "expiry", locale),
    products: gift.products.length,
  };
}

async function detailOf(world: World, { venue, locale }: Place, member: Member, gift: StoredGift): Promise<GiftDetail> {
  return {
    code: gift.code,
    lines: labelLines(gift.label[locale]),
    description: gift.description[locale],
    state: gift.status as GiftDetail["state"],
    expiry: expiryText(world, venue, gift, "expiryWithYear", locale),
    burnedOn:
      gift.burned_at === null
        ? null
        : dayAt(gift.burned_at, { locale, timeZone: venue.policy.timeZone }, "expiryWithYear"),
    qr: qrOf(gift.code),
    products: gift.products.map((product) => ({
      id: product.id,
      label: product.label[locale],
      description: product.description?.[locale] ?? null,
      legalNotice: product.legal_notice?.[locale] ?? null,
    })),
    casinos: gift.establishments.map(({ name }) => name),
    membership: gift.is_auth ? await membershipState(world, member) : null,
    program: GROUP.program,
  };
}

function expiryText(world: World, venue: Venue, gift: StoredGift, form: DayForm, locale: Locale): string | null {
  const expiresAt = expiryOf(gift);
  const day = expiresAt === null ? null : shownExpiry(expiresAt, world.now(), venue.policy.timeZone);
  return day === null ? null : dayText(day, locale, form);
}
