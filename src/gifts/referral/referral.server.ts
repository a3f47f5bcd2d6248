import type { Earned } from "../../loyalty/hooks.ts";
import { GROUP } from "../../venues/group.ts";
import * as paths from "../../venues/paths.ts";
import { credit } from "../../loyalty/balance/balance.server.ts";
import { membershipOfId } from "../../loyalty/memberships.server.ts";
import type { Member } from "../../accounts/member.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import { zoneOfCountry } from "../../platform/time-zones.ts";
import type { World } from "../../platform/world.ts";
import type { Country } from "../../venues/contract.ts";
import { addMonths, gamingDayOf } from "../../venues/hours/gaming-day.ts";
import type { Venue } from "../../venues/venue.ts";
import {
  addEarning,
  codeOfMembership,
  insertCode,
  insertReferral,
  insertShare,
  isSponsoredBy,
  placesTaken,
  sharesToPost,
  sponsorByCode,
  type Share,
} from "./queries.server.ts";
import { countryOfSite } from "../../loyalty/records.server.ts";

/** The sponsor's reward when the referee becomes a member, in loyalty cents. */
const REWARD_CENTS = 500n;
/** How many referees of one sponsor count in a gaming day. */
const PLACES = 4;
/** The game families of whose earnings the sponsor gets a tenth. */
const SHARED_FAMILIES = new Set(["slots", "elec"]);
const SHARE_DIVISOR = 10n;
const CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const CODE_LENGTH = 8;
const AT_ONCE = 200;

/**
 * A member's own referral code, created when it is first asked for. Null where the country allows no referral, and for excluded
 * members.
 */
export async function referralInvite(
  world: World,
  venue: Pick<Venue, "policy">,
  membership: { id: string; excludedSince: Date | null },
): Promise<{ code: string; href: string } | null> {
  if (venue.policy.gifts !== "all" || membership.excludedSince !== null) return null;
  const known = await codeOfMembership(world.database.db, membership.id);
  const code = known ?? (await inTransaction(world.database, (tx) => makeCode(world, tx, membership.id)));
  return { code, href: referralHref(code) };
}

/** Like `referralInvite`, for the logged-in member; null for anybody without an active membership. */
export async function inviteOf(
  world: World,
  venue: Pick<Venue, "policy">,
  { playersPlusId }: Pick<Member, "playersPlusId">,
): Promise<{ code: string; href: string } | null> {
  const membership = playersPlusId === null ? null : await membershipOfId(world, playersPlusId);
  return membership?.status === "active" ? referralInvite(world, venue, membership) : null;
}

/** The address of a sponsor's link. The enrollment's rules page reads `sponsor`. */
function referralHref(code: string): string {
  return `${paths.programme}?sponsor=${code}`;
}

/**
 * The sponsor's membership for a referral code as typed, with any spaces, hyphens and case. Null if the code is unknown, or its
 * owner is lapsed or excluded.
 */
export async function sponsorOfCode(tx: Transaction, code: string): Promise<string | null> {
  const plain = code.slice(0, 40).replaceAll(/[\s-]/g, "").toUpperCase();
  return /^[A-HJ-NP-Z2-9]{8}$/.test(plain) ? sponsorByCode(tx, plain) : null;
}

/**
 * Counts a referral and rewards the sponsor. Refused for a second membership of the same person, for circles of sponsors, and
 * beyond four referrals in a gaming day of the site where the referee joined. Returns false if refused.
 */
export async function countReferral(
  world: World,
  tx: Transaction,
  { refereeId, sponsorId, siteId, zone }: { refereeId: string; sponsorId: string; siteId: number; zone: string },
): Promise<boolean> {
  const at = world.now();
  const gamingDay = gamingDayOf(at, zone);
  // Locks the sponsor's row first, so that of five concurrent referrals only four count.
  const taken = await placesTaken(tx, { sponsorId, refereeId, gamingDay });
  if (taken === null || taken >= PLACES || (await isSponsoredBy(tx, sponsorId, refereeId))) return false;
  const isNew = await insertReferral(tx, {
    referee_id: refereeId,
    sponsor_id: sponsorId,
    gaming_day: gamingDay,
    place: taken + 1,
    counted_at: at,
  });
  if (!isNew) return false;
  const key = `referral:${refereeId}`;
  await credit(world, tx, { membershipId: sponsorId, cents: REWARD_CENTS, kind: "referral", key, siteId, at });
  return true;
}

/**
 * Adds what a member earned, in cents (negative for a reversal), to the earnings that count towards the sponsor's share. Call it
 * in the transaction that posts the earning.
 */
export async function refereeEarned(tx: Transaction, earning: Earned): Promise<void> {
  if (!SHARED_FAMILIES.has(earning.family)) return;
  const country: Country = (await countryOfSite(tx, earning.siteId)) ?? "FR";
  const gamingDay = gamingDayOf(earning.at, zoneOfCountry(country));
  await addEarning(tx, earning.membershipId, gamingDay, earning.cents);
}

/**
 * Posts the sponsors' shares of past quarters: a tenth of the referee's earnings by gaming day, rounded down, paid by the group,
 * once for each referee and quarter. Shares of an excluded sponsor are posted when the exclusion ends.
 */
export async function postReferralShares(world: World): Promise<void> {
  const before = quarterStart(gamingDayOf(world.now(), GROUP.timeZone));
  for (let posted = AT_ONCE; posted === AT_ONCE;) {
    posted = await inTransaction(world.database, async (tx) => {
      const shares = await sharesToPost(tx, before, world.now(), AT_ONCE);
      for (const share of shares) await postShare(world, tx, share);
      return shares.length;
    });
  }
}

async function postShare(world: World, tx: Transaction, share: Share): Promise<void> {
  const { refereeId, sponsorId, siteId, quarter, earnedCents } = share;
  const cents = earnedCents > 0n ? earnedCents / SHARE_DIVISOR : 0n;
  const at = world.now();
  if (!(await insertShare(tx, { referee_id: refereeId, quarter, cents, posted_at: at })) || cents === 0n) return;
  const key = `referral-share:${refereeId}:${quarter}`;
  await credit(world, tx, { membershipId: sponsorId, cents, kind: "referral_share", key, siteId, at });
}

async function makeCode(world: World, tx: Transaction, membershipId: string): Promise<string> {
  for (;;) {
    const code = Array.from(world.random(CODE_LENGTH), (byte) => CODE_LETTERS[byte % 32]).join("");
    await insertCode(tx, { membership_id: membershipId, code, made_at: world.now() });
    const stored = await codeOfMembership(tx, membershipId);
    if (stored !== null) return stored;
  }
}

/** The first day of the quarter of a day. */
function quarterStart(day: string): string {
  const first = `${day.slice(0, 7)}-01`;
  return addMonths(first, -((Number(day.slice(5, 7)) - 1) % 3));
}
